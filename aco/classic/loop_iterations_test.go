package classic

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestLoopIterationLimit has instances that exceed llvmpipe's limit on loop iterations. Without
// the limit there is no error, and dispatches have any number of steps.
func TestLoopIterationLimit(t *testing.T) {
	cursor, synchronous := model.AntSystem(), model.AntColonySystem()
	cursor.Selection = model.SelectCursor
	synchronous.Synchronous = true
	of := func(cities, ants int, parameters model.Parameters) *model.Problem {
		parameters.Ants, parameters.Colonies = ants, 1
		return &model.Problem{Cities: cities, Parameters: parameters}
	}
	near := of(300_000, 1, model.Parameters{Selection: model.SelectNear, Trials: 4, Rest: 100})
	search := of(60_000, 1, model.Parameters{LocalSearch: model.Search3Opt, Neighbours: model.MaxCandidates})
	for name, steps := range map[string]func(pipeline.Limits) (uint32, error){
		"scan": func(l pipeline.Limits) (uint32, error) {
			s, err := newRowLaunch(of(500_000, 1, model.AntSystem()), KernelConfig{}, l)
			return s.maxSteps, err
		},
		"list": func(l pipeline.Limits) (uint32, error) {
			p := of(8_000_000, 1, cursor)
			s, err := newRowLaunch(p, KernelConfig{}, l)
			if err != nil {
				return 0, err
			}
			return s.stepRanges(p, "")[0].maxSteps, nil
		},
		"near": func(l pipeline.Limits) (uint32, error) {
			s, err := newNearLaunch(near, KernelConfig{}, l)
			return s.maxSteps, err
		},
		"MMAS": func(l pipeline.Limits) (uint32, error) {
			p := of(2_000_000, 1, model.MaxMin())
			s, err := newMaxMinLaunch(p, KernelConfig{}.withDefaults(p), l)
			return s.maxMin.maxSteps, err
		},
		"step of MMAS": func(l pipeline.Limits) (uint32, error) { // the evaluation of a tour stays below the limit
			p := of(300_000, 1, model.MaxMin())
			s, err := newMaxMinLaunch(p, KernelConfig{}.withDefaults(p), l)
			return s.maxMin.maxSteps, err
		},
		"ACS": func(l pipeline.Limits) (uint32, error) {
			p := of(2_000_000, 1, model.AntColonySystem())
			s, err := newACSLaunch(p, KernelConfig{}.withDefaults(p), l)
			return s.acs.maxSteps, err
		},
		"synchronous ACS": func(l pipeline.Limits) (uint32, error) {
			p := of(1000, 60_000, synchronous)
			s, err := newACSLaunch(p, KernelConfig{}.withDefaults(p), l)
			return s.acs.maxSteps, err
		},
		"local search": func(l pipeline.Limits) (uint32, error) {
			l.GroupSize = l.SubgroupSize // the work-group cannot grow
			s, err := newImproveLaunch(search, KernelConfig{}, l)
			return s.maxUnits, err
		},
		"local search by an invocation": func(l pipeline.Limits) (uint32, error) {
			s, err := newImproveLaunch(search, KernelConfig{Mapping: MappingTask}, l)
			return s.maxUnits, err
		},
	} {
		limits := pipeline.Limits{GroupSize: 128, SharedBytes: 1 << 20, SubgroupSize: 8, MinSubgroupSize: 8,
			Software: true}
		if most, err := steps(limits); err != nil || most != 0 {
			t.Errorf("%s: up to %d steps of a dispatch without a limit on loop iterations, %v", name, most, err)
		}
		limits.LoopIterations = llvmpipeLoopIterations
		var problemErr *option.Error
		if _, err := steps(limits); !errors.As(err, &problemErr) {
			t.Errorf("%s: no error with llvmpipe's limit: %v", name, err)
		}
	}
}

// TestOnlyLLVMpipeLimitsLoopIterations shows that no other driver has the limit.
func TestOnlyLLVMpipeLimitsLoopIterations(t *testing.T) {
	for _, row := range vktest.Profiles(t) {
		want := uint32(0)
		if row.DriverName == "llvmpipe" {
			want = llvmpipeLoopIterations
		}
		if got := pipeline.LimitsOf(&row.Info).LoopIterations; got != want {
			t.Errorf("%s (%s): limit of %d loop iterations, want %d", row.Name, row.DriverName, got, want)
		}
	}
}
