package variants

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// devices are limits with different recipes: a discrete GPU, the smallest device, a software
// device, and one without subgroups.
var devices = map[string]pipeline.Limits{
	"large":    {GroupSize: 1024, SharedBytes: 64 << 10, SubgroupSize: 64, MinSubgroupSize: 64},
	"small":    {GroupSize: 128, SharedBytes: 16 << 10, SubgroupSize: 32, MinSubgroupSize: 4},
	"software": {GroupSize: 1024, SharedBytes: 32 << 10, SubgroupSize: 8, MinSubgroupSize: 8, Software: true},
	"plain":    pipeline.Limits{GroupSize: 256, SharedBytes: 16 << 10}.WithoutSubgroups(),
}

// stagePasses returns a pass for each stage shader on a device with these limits.
func stagePasses(limits pipeline.Limits) (passes []pipeline.Pass) {
	for _, s := range shaders.All {
		if slices.ContainsFunc(shaders.Variants, func(v shaders.Variant) bool { return v.Name == s.Name }) {
			passes = append(passes, pipeline.Pass{Shader: s})
		}
	}
	limits.ChooseShaders(passes)
	return passes
}

// On every device all modules are used, and Cover contains each module and each value of a
// constant.
func TestCover(t *testing.T) {
	testkind.Whole(t)
	for name, limits := range devices {
		t.Run(name, func(t *testing.T) {
			all := must.Get(All(limits))(t)
			for i := range all[1:] {
				if Name(all[i]) >= Name(all[i+1]) {
					t.Errorf("%s comes before %s", Name(all[i]), Name(all[i+1]))
				}
			}
			chosen := Cover(all)
			if len(chosen) >= len(all)/2 {
				t.Errorf("%d of %d passes were chosen", len(chosen), len(all))
			}
			for _, stage := range stagePasses(limits) {
				if !slices.ContainsFunc(chosen, func(p pipeline.Pass) bool { return p.Shader == stage.Shader }) {
					t.Errorf("no recipe has module %s", stage.Shader.Name)
				}
			}
			covered := map[setting]bool{}
			for _, p := range chosen {
				for _, s := range settings(p) {
					covered[s] = true
				}
			}
			for _, p := range all {
				for _, s := range settings(p) {
					if s.module == "" && !covered[s] {
						t.Errorf("no chosen pass has %s=%d", s.constant, s.value)
					}
				}
				if size := p.Constants[pipeline.GroupSize]; size == 0 || size > limits.GroupSize {
					t.Errorf("%s: work-groups are larger than %d", Name(p), limits.GroupSize)
				}
			}
		})
	}
}
