package conform

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

// gpu is an ordinary device.
var gpu = pipeline.Limits{
	StorageRange: 1 << 30, DeviceMemory: 1 << 33, GroupSize: 1024, SharedBytes: 48 << 10, SubgroupSize: 32, MinSubgroupSize: 32,
}

// A whole test has a whole run of every preset.
func TestEveryPresetRuns(t *testing.T) {
	for _, preset := range classic.Presets {
		if !slices.ContainsFunc(wholeRuns(false), func(one job) bool { return one.name == preset.Name && one.Whole }) {
			t.Errorf("no run of %s", preset.Name)
		}
	}
}

// A whole test has every algorithm on every input that it can have, and every recipe on one at least.
func TestEveryInputIsTried(t *testing.T) {
	jobs, err := plan(gpu, false)
	if err != nil {
		t.Fatal(err)
	}
	tried := func(like func(Case) bool) bool {
		return slices.ContainsFunc(jobs, func(one job) bool { return like(one.Case) })
	}
	for _, r := range recipes() {
		for _, input := range inputs(gpu) {
			c := r.on(input, stageIterations)
			if possible, err := c.possible(); err != nil || !possible {
				continue
			}
			if !tried(func(other Case) bool { return other.Algorithm == c.Algorithm && other.Input == input }) {
				t.Fatalf("no case has %s on %s", c.Algorithm, input)
			}
			if !tried(func(other Case) bool {
				return other.Parameters == c.Parameters && other.Kernel == c.Kernel && other.Merged == c.Merged
			}) {
				t.Fatalf("no case is like %s", c)
			}
		}
	}
}

// A quick test has every shader, and a whole test what a quick one has.
func TestEveryShaderIsTried(t *testing.T) {
	for _, quick := range []bool{true, false} {
		jobs, err := plan(gpu, quick)
		if err != nil {
			t.Fatal(err)
		}
		have := map[string]bool{}
		for _, one := range jobs {
			passes, err := one.passes(gpu)
			if err != nil {
				t.Fatalf("%s: %v", one.Case, err)
			}
			for _, pass := range passes {
				have[pass.Shader.Name] = true
			}
		}
		for _, variant := range shaders.Variants {
			if !have[variant.Name] {
				t.Errorf("quick %v: no case has %s", quick, variant.Name)
			}
		}
	}
}
