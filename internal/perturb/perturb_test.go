package perturb

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// spec returns the pipeline of a shader with work-groups of 64 invocations and subgroups of 8.
func spec(t *testing.T, s *shaders.Shader) vk.PipelineSpec {
	t.Helper()
	module := must.Get(s.SPIRV())(t)
	return vk.PipelineSpec{SPIRV: module, Constants: []vk.Constant{{ID: groupSizeConstant, Value: 64}}, SubgroupSize: 8}
}

// All modules are changed, and valid.
func TestModulesAreValid(t *testing.T) {
	validator, err := exec.LookPath("spirv-val")
	if err != nil {
		t.Skip("spirv-val is not installed")
	}
	for i, s := range shaders.All {
		if testing.Short() && i%8 > 0 {
			continue
		}
		original := spec(t, s)
		changed := Reverse(original)
		if bytes.Equal(changed, original.SPIRV) != (s == &shaders.MergedSettle) { // which has one invocation
			t.Errorf("%s: changed: %v", s.Name, !bytes.Equal(changed, original.SPIRV))
		}
		file := filepath.Join(t.TempDir(), "module.spv")
		must.Do(t, os.WriteFile(file, changed, 0o600))
		if output, err := exec.Command(validator, "--target-env", "vulkan1.1", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", s.Name, err, output)
		}
	}
}

// A module without reversible positions is not changed.
func TestModulesThatAreNotChanged(t *testing.T) {
	for name, change := range map[string]func(*vk.PipelineSpec){
		"no group size":           func(s *vk.PipelineSpec) { s.Constants = nil },
		"not a power of two":      func(s *vk.PipelineSpec) { s.Constants[0].Value = 48 },
		"a single subgroup":       func(s *vk.PipelineSpec) { s.SubgroupSize = 64 },
		"the driver's size":       func(s *vk.PipelineSpec) { s.SubgroupSize = 0 },
		"a group of one":          func(s *vk.PipelineSpec) { s.Constants[0].Value = 1 },
		"smaller than a subgroup": func(s *vk.PipelineSpec) { s.SubgroupSize = 128 },
	} {
		s := spec(t, &shaders.Prefix)
		change(&s)
		if !bytes.Equal(Reverse(s), s.SPIRV) {
			t.Errorf("%s: the module is changed", name)
		}
	}
}
