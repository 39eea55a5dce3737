package conform

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// gpu is the limits of an ordinary GPU.
var gpu = pipeline.Limits{
	StorageRange: 1 << 30, DeviceMemory: 1 << 33, GroupSize: 1024, SharedBytes: 48 << 10, SubgroupSize: 32,
	MinSubgroupSize: 32,
}

// llvmpipe has the limit of loops that the software device of the tests has.
var llvmpipe = func() pipeline.Limits {
	l := gpu
	l.SubgroupSize, l.MinSubgroupSize, l.Software, l.LoopIterations = 8, 8, true, pipeline.LeastLoopIterations
	return l
}()

// A full test has a whole run of every preset.
func TestEveryPresetHasARun(t *testing.T) {
	for _, preset := range classic.Presets {
		if !slices.ContainsFunc(wholeRuns(false), func(c namedCase) bool { return c.name == preset.Name && c.Whole }) {
			t.Errorf("no run of %s", preset.Name)
		}
	}
}

// A full test has every algorithm on every input that it supports, and every recipe on at least
// one input.
func TestEveryInputAndRecipeIsTested(t *testing.T) {
	testkind.ComparesRuns(t)
	testkind.Whole(t)
	cases := must.Get(testCases(gpu, false))(t)
	tested := func(matches func(Case) bool) bool {
		return slices.ContainsFunc(cases, func(c namedCase) bool { return matches(c.Case) })
	}
	for _, r := range recipes() {
		for _, input := range smallInputs(gpu) {
			c := r.caseOn(input, stageIterations)
			if possible, err := c.possible(); err != nil || !possible {
				continue
			}
			if !tested(func(other Case) bool { return other.Algorithm == c.Algorithm && other.Input == input }) {
				t.Fatalf("no case runs %s on %s", c.Algorithm, input)
			}
			if !tested(func(other Case) bool {
				return reflect.DeepEqual(other.Parameters, c.Parameters) && other.Kernel == c.Kernel &&
					other.Merged == c.Merged
			}) {
				t.Fatalf("no case has the recipe of %s", c)
			}
		}
	}
}

// Every case of a full test can be repeated by its text.
func TestEveryCaseCanBeRepeated(t *testing.T) {
	testkind.ComparesRuns(t)
	cases := must.Get(testCases(gpu, false))(t)
	for _, c := range cases {
		if parsed, err := ParseCase(c.String()); err != nil || parsed.String() != c.String() {
			t.Errorf("%s: %s, %v", c.name, c, err)
		}
	}
}

// Both a quick and a full test use every shader, and a quick one has few dispatches.
func TestEveryShaderIsTested(t *testing.T) {
	testkind.ComparesRuns(t)
	for _, limits := range []pipeline.Limits{gpu, llvmpipe} {
		for _, quick := range []bool{true, false} {
			cases := must.Get(testCases(limits, quick))(t)
			used := map[string]bool{}
			for _, c := range cases {
				passes, err := c.passes(limits)
				if err != nil && refusal(err) == "" {
					t.Fatalf("%s: %v", c.Case, err)
				}
				for _, pass := range passes {
					used[pass.Shader.Name] = true
					if quick && !c.Whole && hasManyDispatches(pass) {
						t.Errorf("%s: %d units in dispatches of %d", c.Case, pass.Units, pass.MaxUnits)
					}
				}
			}
			for _, variant := range shaders.Variants {
				if !used[variant.Name] {
					t.Errorf("quick %v, loops of %d: no case uses %s", quick, limits.LoopIterations, variant.Name)
				}
			}
		}
	}
}

// Tests of devices with other subgroups have most cases in common, also in their order: the cases on
// inputs that do not depend on the device.
func TestDevicesHaveCasesInCommon(t *testing.T) {
	testkind.ComparesRuns(t)
	sixteen := llvmpipe
	sixteen.SubgroupSize, sixteen.MinSubgroupSize = 16, 16
	devices := []pipeline.Limits{llvmpipe, sixteen, gpu}
	var own []Input
	for _, limits := range devices {
		own = append(own, ownInputs(limits)...)
	}
	for _, quick := range []bool{true, false} {
		var first []string
		for _, limits := range devices {
			cases := must.Get(testCases(limits, quick))(t)
			var common []string
			for _, c := range cases {
				if c.Whole || !slices.Contains(own, c.Input) {
					common = append(common, c.String())
				}
			}
			if first == nil {
				first = common
			}
			if !slices.Equal(common, first) || 4*len(common) < 3*len(cases) {
				t.Errorf("quick %v, subgroups of %d: %d of %d cases in common, with another device %d: %s", quick,
					limits.SubgroupSize, len(common), len(cases), len(first), cmp.Diff(first, common))
			}
		}
	}
}

// A quick test runs each local search on more cities than it examines in a round.
func TestQuickLocalSearchesHaveSeveralRounds(t *testing.T) {
	cases := must.Get(testCases(gpu, true))(t)
	searches := 0
	for _, c := range cases {
		if c.Whole || !c.Parameters.HasLocalSearch() {
			continue
		}
		searches++
		if c.Input.Cities <= classicmodel.CitiesPerRound {
			t.Errorf("%s: all cities are examined in a round", c.Case)
		}
	}
	if searches == 0 {
		t.Error("no case has a local search")
	}
}

// A case has one name in results, and a list has it once, whatever it calls it.
func TestListedTwice(t *testing.T) {
	const short = "input=uniform:5:1/algorithm=as/iterations=1"
	probes, cases, err := Listed([]string{short, short + "/rho=0.4"})
	if err != nil || len(probes) != 0 || len(cases) != 2 {
		t.Errorf("two cases: %v, %v, %v", probes, cases, err)
	}
	for _, other := range []string{short, short + "/rho=0.5", cases[0].Name()} {
		_, _, err := Listed([]string{short, other})
		if wrong := (*option.Error)(nil); !errors.As(err, &wrong) {
			t.Errorf("%s and %s: %v", short, other, err)
		}
	}
}

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
	if cases, err := CasesOf([]string{shaders.ConstructMaxMin.NoSubgroups.Name}, gpu, true); err != nil ||
		len(cases) > 0 {
		t.Errorf("a device with subgroup operations runs %d cases, %v", len(cases), err)
	}
}
