package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/compile"
	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// entry is a module in the table.
type entry struct {
	Name        string
	Fingerprint string
	SPIRV       []byte
	Interface   shaders.Interface
	Subgroups   bool
	NoSubgroups *entry
}

// generateModule returns the entry of a variant: the embedded one if this compiler made it from
// the current sources, otherwise a new one.
func generateModule(v shaders.Variant, version string) (*entry, error) {
	if known := embedded(v); known != nil && version == shaders.Compiler {
		return known, nil
	}
	module, err := compile.Optimized(v)
	if err != nil {
		return nil, err
	}
	if err := validate(v.Name, module); err != nil {
		return nil, err
	}
	fingerprint, err := compile.Fingerprint(v, module)
	if err != nil {
		return nil, err
	}
	named, err := compile.Named(v)
	if err != nil {
		return nil, err
	}
	read, err := reflect.Read(named)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.Name, err)
	}
	return &entry{Name: v.Name, Fingerprint: fingerprint, SPIRV: module, Interface: interfaceOf(read),
		Subgroups: read.Subgroups}, nil
}

// embedded returns the entry of a variant's embedded module, nil if the variant is new or its
// sources, macros or options have changed.
func embedded(v shaders.Variant) *entry {
	all := slices.Concat(shaders.All, shaders.Probes, shaders.Measures)
	i := slices.IndexFunc(all, func(s *shaders.Shader) bool { return s.Name == v.Name })
	if i < 0 {
		return nil
	}
	s := all[i]
	module, err := s.SPIRV()
	if err != nil {
		return nil
	}
	if fingerprint, err := compile.Fingerprint(v, module); err != nil || fingerprint != s.Fingerprint {
		return nil
	}
	return &entry{Name: s.Name, Fingerprint: s.Fingerprint, SPIRV: module, Interface: s.Interface,
		Subgroups: s.Subgroups}
}

func interfaceOf(m reflect.Module) shaders.Interface {
	all := shaders.Interface{Push: m.Push}
	for _, b := range m.Bindings {
		all.Bindings = append(all.Bindings, shaders.Binding{Name: b.Name, Reads: b.Reads, Writes: b.Writes})
	}
	for _, c := range m.Constants {
		all.Constants = append(all.Constants, shaders.Constant{Name: c.Name, ID: c.ID, Default: c.Default})
	}
	return all
}

// validate checks a module with spirv-val.
func validate(name string, module []byte) error {
	command := exec.Command("spirv-val", "--target-env", "vulkan1.1", "-")
	command.Stdin = bytes.NewReader(module)
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("spirv-val %s: %w\n%s", name, err, out)
	}
	return nil
}
