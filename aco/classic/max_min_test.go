package classic_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestMaxMinStagesEqualReference compares all buffers of all colonies after every stage of two
// iterations.
func TestMaxMinStagesEqualReference(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for name, instance := range testInstances(t, 4*classic.MaxAntGroup) {
		for i, f := range classic.MaxMinCases {
			if testing.Short() && (i+instance.Dimension())%len(classic.MaxMinCases) > 0 {
				continue // one case on each instance
			}
			if instance.Dimension() > 4*classic.MaxAntGroup/2 && f.Config.Mapping == classic.MappingTask {
				continue // TestConstructMaxMin tests their construction
			}
			p := open(t, device, instance, f.Parameters(), classic.Options{Kernel: f.Config})
			for i := range 2 {
				for _, stage := range p.reference.Stages() {
					if p.reference.State.Stop != model.Running {
						break // a tour of length 0 cannot be improved
					}
					p.runStage(t, stage.Name, fmt.Sprintf("%s, %s: iteration %d, after %s", name, f, i, stage.Name))
				}
			}
		}
	}
}

// TestSlicesDoNotChangeMaxMin shows that the size of slices does not change a result.
func TestSlicesDoNotChangeMaxMin(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	for _, f := range classic.MaxMinCases {
		p := open(t, device, uniform(t, 50), f.Parameters(), classic.Options{Kernel: f.Config})
		for _, size := range []uint32{1, 3, 7, 49} {
			p.submitInSlices(t, size)
			p.iterateReferences(t)
			p.compare(t, fmt.Sprintf("%s in slices of %d", f, size))
		}
	}
}

// TestMaxMinRunsEqualReference compares runs of 120 iterations. With few cities and a large ρ,
// trails converge and are renewed.
func TestMaxMinRunsEqualReference(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testMaxMinRunsEqualReference)
}

func testMaxMinRunsEqualReference(t *testing.T, device *vk.Device) {
	for i, f := range []classic.MaxMinCase{classic.MaxMinCases[1], classic.MaxMinCases[4]} {
		parameters := f.Parameters()
		parameters.Ants, parameters.Rho = 32, 0.5
		parameters.LowerLimit = model.LowerLimits[i]
		p := open(t, device, uniform(t, 9), parameters, classic.Options{Kernel: f.Config})
		renewed := false
		for i := range 120 {
			p.iterate(t)
			p.iterateReferences(t)
			for _, ref := range p.References {
				renewed = renewed || ref.State.MaxMin.Renewal != model.NoRenewal
			}
			if i%20 == 0 {
				p.compare(t, fmt.Sprintf("%s after iteration %d", f, i))
			}
		}
		if !renewed {
			t.Errorf("%s: no trails were renewed", f)
		}
	}
}

// TestMaxMinParametersEqualReference compares runs with several exponents, numbers of ants and
// candidates, lower limits and renewals.
func TestMaxMinParametersEqualReference(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for i, memory := range []model.Memory{model.MemoryMatrix, model.MemoryCandidates} {
		for j, parameters := range []model.Parameters{
			{Ants: 1, Alpha: 0, Beta: 5, Rho: 1, Seed: 1, Candidates: 1},
			{Ants: 9, Alpha: 0.5, Beta: 0, Rho: 0.1, Seed: 1 << 40, Candidates: 2, LocalSearch: model.Search2Opt,
				Neighbours: 10, LowerLimit: model.LowerLimitCandidates, Renewal: model.RenewalSmooth},
			{Ants: 33, Alpha: 1.3, Beta: 2.7, Rho: 0.02, Seed: 3, Candidates: model.MaxCandidates,
				LowerLimit: model.LowerLimitCandidates},
			{Ants: 5, Alpha: model.MaxExponent, Beta: model.MaxExponent, Rho: 0.5, Seed: 1<<64 - 1, Candidates: 7},
		} {
			if testing.Short() && j%2 != i {
				continue
			}
			parameters.Algorithm, parameters.Memory = model.AlgorithmMMAS, memory
			p := open(t, device, uniform(t, 45), parameters, classic.Options{})
			for i := range 6 {
				p.iterate(t)
				p.iterateReferences(t)
				p.compare(t, fmt.Sprintf("%+v after iteration %d", parameters, i))
			}
		}
	}
}

// TestMaxMinColonyNumbers shows that colonies 2 and 3 on a device of their own make the same tours
// as in a run of four colonies.
func TestMaxMinColonyNumbers(t *testing.T) {
	testkind.Whole(t)
	device := vktest.Open(t)
	for _, f := range []classic.MaxMinCase{classic.MaxMinCases[0], classic.MaxMinCases[3]} {
		parameters := f.Parameters()
		parameters.Colonies = 2
		prepared, err := model.New(t.Context(), uniform(t, 20), parameters)
		if err != nil {
			t.Fatal(err)
		}
		prepared.FirstColony = 2
		part := openProblem(t, device, prepared, classic.Options{Kernel: f.Config}, pipeline.LimitsOf(device.Info()))
		parameters.Colonies = 4
		all := open(t, device, uniform(t, 20), parameters, classic.Options{Kernel: f.Config})
		for range 2 {
			part.iterate(t)
			part.iterateReferences(t)
			all.iterateReferences(t)
		}
		part.compare(t, f.String())
		for i, ref := range part.References {
			if !slices.Equal(ref.Tours, all.References[2+i].Tours) || slices.Equal(ref.Tours, all.References[i].Tours) {
				t.Errorf("%s: colony %d of the part does not make the tours of colony %d", f, i, 2+i)
			}
		}
	}
}

// iterateReferences runs an iteration of every colony of the reference.
func (p both) iterateReferences(t *testing.T) {
	t.Helper()
	for _, ref := range p.References {
		if err := ref.Iterate(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
