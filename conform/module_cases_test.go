package conform

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// Each case of a module runs it, and devices without subgroup operations run its variant.
func TestCasesOfModules(t *testing.T) {
	without := gpu
	without.NoSubgroups = true
	for _, limits := range []pipeline.Limits{gpu, without} {
		shader := &shaders.ConstructMaxMin
		if limits.NoSubgroups {
			shader = shader.NoSubgroups
		}
		cases, err := CasesOf([]string{shader.Name}, limits, true)
		if err != nil || len(cases) == 0 {
			t.Fatalf("%s: %d cases, %v", shader.Name, len(cases), err)
		}
		for _, c := range cases {
			passes, err := c.passes(limits)
			limits.ChooseShaders(passes)
			if err != nil || !slices.ContainsFunc(passes, func(p pipeline.Pass) bool { return p.Shader == shader }) {
				t.Errorf("%s does not run %s: %v", c, shader.Name, err)
			}
		}
	}
	if cases, err := CasesOf([]string{shaders.ConstructMaxMin.NoSubgroups.Name}, gpu, true); err != nil || len(cases) > 0 {
		t.Errorf("a device with subgroup operations runs %d cases, %v", len(cases), err)
	}
}
