package probe

import (
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/shaders/reflect"
)

// Every subgroup operation, atomic operation, barrier and extended instruction of a stage has a
// probe.
func TestEveryInstructionHasAProbe(t *testing.T) {
	probed := func(feature string) bool {
		return slices.ContainsFunc(All(), func(p Probe) bool { return p.Feature == feature })
	}
	for _, s := range shaders.All {
		module := must.Get(s.SPIRV())(t)
		uses := must.Get(reflect.Uses(module))(t)
		for use := range uses {
			if use.Op == 12 || 149 <= use.Op && use.Op <= 152 || 201 <= use.Op && use.Op <= 205 ||
				224 <= use.Op && use.Op <= 242 || 333 <= use.Op && use.Op <= 366 {
				if featureOf[use] == "" {
					t.Errorf("%s uses instruction %d of kind %#x, which has no feature", s.Name, use.Op, use.Kind)
				}
			}
		}
	}
	for use, feature := range featureOf {
		if !probed(feature) {
			t.Errorf("instruction %d of kind %#x relies on %q, which has no probe", use.Op, use.Kind, feature)
		}
	}
}

// Every probe tests a feature that a stage relies on, or is optional.
func TestEveryProbeIsNeeded(t *testing.T) {
	used := map[string]bool{}
	for _, s := range shaders.All {
		features := must.Get(FeaturesOf(s))(t)
		for _, f := range features {
			used[f] = true
		}
	}
	for _, p := range All() {
		if !used[p.Feature] && !p.optional {
			t.Errorf("%s tests %q, on which no stage relies", p.Name, p.Feature)
		}
	}
}

// The features of a few stages are as their sources show.
func TestFeaturesOfStages(t *testing.T) {
	for _, c := range []struct {
		shader   *shaders.Shader
		has, not []string
	}{
		{&shaders.Prefix, []string{"subgroupShuffleUp", "coherent buffer in a work-group",
			"shared memory of a work-group"}, []string{"subgroupAdd", "float sqrt"}},
		{&shaders.ConstructAcsUpdate, []string{"loops", "umulExtended"}, []string{"subgroup layout",
			"atomicCompSwap, buffer"}},
		{&shaders.ConstructAcsStep, []string{"atomicCompSwap, buffer", "atomicAdd, buffer"}, []string{"float sqrt"}},
		{&shaders.MergedAntCoordinates, []string{"subgroupBallot", "shared memory of a subgroup", "float inversesqrt"},
			[]string{"atomicAdd, shared memory"}},
		{&shaders.DepositRows, []string{"atomicAdd, shared memory", pushConstants, specializationConstants,
			twoDimensions}, []string{"atomicAdd, buffer"}},
	} {
		features := must.Get(FeaturesOf(c.shader))(t)
		for _, f := range c.has {
			if !slices.Contains(features, f) {
				t.Errorf("features of %s lack %q: %q", c.shader.Name, f, features)
			}
		}
		for _, f := range c.not {
			if slices.Contains(features, f) {
				t.Errorf("features of %s contain %q", c.shader.Name, f)
			}
		}
	}
}
