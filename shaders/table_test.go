package shaders

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// The generated table says of each module what the module itself says: no slot, push constant or
// specialization constant that a module uses is missing from the table or has another access in
// it.
func TestTableMatchesModules(t *testing.T) {
	variants := slices.Concat(Modules(), ProbeVariants, MeasureVariants)
	table := slices.Concat(All, Probes, Measures)
	if len(table) != len(variants) {
		t.Fatalf("%d shaders in the table, %d variants: run make shaders", len(table), len(variants))
	}
	for i, s := range table {
		if s.Name != variants[i].Name {
			t.Errorf("shader %d is %s in the table and %s among the variants", i, s.Name, variants[i].Name)
		}
		spirv := must.Get(s.SPIRV())(t)
		module, err := reflect.Read(spirv)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if len(module.Bindings) != len(s.Bindings) {
			t.Errorf("%s binds %d buffers, the table has %d", s.Name, len(module.Bindings), len(s.Bindings))
		}
		for _, b := range module.Bindings {
			if int(b.Slot) >= len(s.Bindings) || s.Bindings[b.Slot].Reads != b.Reads ||
				s.Bindings[b.Slot].Writes != b.Writes {
				t.Errorf("%s: slot %d reads %v and writes %v, the table says otherwise", s.Name, b.Slot, b.Reads,
					b.Writes)
			}
		}
		if len(module.Push) != len(s.Push) {
			t.Errorf("%s has %d push constants, the table has %d", s.Name, len(module.Push), len(s.Push))
		}
		for _, c := range module.Constants {
			listed := func(known Constant) bool { return known.ID == c.ID && known.Name != "" }
			if !slices.ContainsFunc(s.Constants, listed) {
				t.Errorf("%s: specialization constant %d is not in the table", s.Name, c.ID)
			}
		}
		if module.Subgroups != s.Subgroups {
			t.Errorf("%s: subgroup arithmetic %v, the table says %v", s.Name, module.Subgroups, s.Subgroups)
		}
	}
}

// SHA256 is the hash of the modules.
func TestSHA256(t *testing.T) {
	hash := sha256.New()
	for _, s := range All {
		spirv := must.Get(s.SPIRV())(t)
		hash.Write(spirv)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != SHA256 {
		t.Errorf("the modules' hash is %s, the table has %s: run make shaders", got, SHA256)
	}
}

// Every shader that uses subgroups has one with the same interface that does not, and whose
// module names no class of their operations.
func TestShadersWithoutSubgroups(t *testing.T) {
	for _, s := range All {
		if s.Subgroups != (s.NoSubgroups != nil) {
			t.Errorf("%s: subgroups %v, and the other shader is %v", s.Name, s.Subgroups, s.NoSubgroups)
		}
		if other := s.NoSubgroups; other != nil {
			same := slices.Equal(s.Bindings, other.Bindings) && slices.Equal(s.Push, other.Push) &&
				slices.Equal(s.Constants, other.Constants)
			if !same || other.Subgroups {
				t.Errorf("%s stands for %s and has another interface, or subgroups", other.Name, s.Name)
			}
			continue
		}
		spirv := must.Get(s.SPIRV())(t)
		needs := must.Get(reflect.ReadNeeds(spirv, nil))(t)
		const groupNonUniform, groupNonUniformQuad = 61, 68
		for _, c := range needs.Capabilities {
			if groupNonUniform <= c && c <= groupNonUniformQuad {
				t.Errorf("%s has capability %d", s.Name, c)
			}
		}
	}
}

// Vulkan guarantees 128 bytes of push constants; the shaders ask for no more.
func TestPushConstantsFitEveryDevice(t *testing.T) {
	for _, s := range slices.Concat(All, Probes, Measures) {
		if bytes := 4 * len(s.Push); bytes > 128 {
			t.Errorf("%s has %d bytes of push constants", s.Name, bytes)
		}
	}
}
