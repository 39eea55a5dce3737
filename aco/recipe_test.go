package aco

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// On any device's limits and for any n, the recipe is a complete recording whose work-groups, shared memory and loops stay
// within the limits, and every city has an invocation that looks after it; or it is refused.
func TestAntSystemFitsItsLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limits := pipeline.Limits{
			StorageRange: math.MaxUint32, DeviceMemory: 1 << 40,
			GroupSize:    rapid.SampledFrom([]uint32{128, 256, 512, 768, 1024, 1536}).Draw(t, "group size"),
			SharedBytes:  rapid.SampledFrom([]uint32{16 << 10, 32 << 10, 48 << 10}).Draw(t, "shared"),
			SubgroupSize: rapid.SampledFrom([]uint32{1, 2, 4, 8, 16, 32, 64, 128}).Draw(t, "subgroup"),
			Software:     rapid.Bool().Draw(t, "software"),
		}
		p := &problem.Problem{
			Cities:     rapid.IntRange(problem.MinCities, 200_000).Draw(t, "cities"),
			Parameters: problem.Parameters{Ants: rapid.IntRange(1, 200_000).Draw(t, "ants")},
		}
		if p.Trials = rapid.IntRange(0, problem.MaxTrials).Draw(t, "trials"); p.Trials > 0 {
			p.Selection = problem.SelectTrial
		}
		s, err := shapeOf(p.Cities, p.Trials, rapid.IntRange(0, 2048).Draw(t, "wanted"), limits)
		if err != nil {
			if limits.SubgroupSize >= leastSubgroup && p.Cities < 60_000 {
				t.Fatalf("refused: %v", err)
			}
			return
		}
		recording, err := AntSystem(p, Options{}, limits)
		if err != nil {
			return // without a wanted size the shape may need more shared memory
		}
		if err := recording.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, size := range []uint32{s.row, s.ant} {
			if size > limits.GroupSize || size < min(limits.SubgroupSize, limits.GroupSize) || size&(size-1) != 0 {
				t.Fatalf("work-groups of %d", size)
			}
		}
		if bytes := s.sharedBytes(); bytes > limits.SharedBytes {
			t.Fatalf("%d bytes of shared memory", bytes)
		}
		if covered := s.ant * s.vectors * citiesPerLoad; covered < uint32(p.Cities) {
			t.Fatalf("%d of %d cities are looked after", covered, p.Cities)
		}
		if most := powerOfTwoFrom(blocksFor(p.Trials)); s.ant < most {
			t.Fatalf("%d invocations cannot make %d blocks of words at once", s.ant, most)
		}
		if s.steps == 0 {
			t.Fatal("no step fits a dispatch")
		}
	})
}

// The device keeps the lengths of more iterations than can be submitted before the host reads them.
func TestHistoryOutlastsSubmissions(t *testing.T) {
	p := &problem.Problem{Cities: 10, Parameters: problem.Parameters{Ants: 10}}
	recording, err := AntSystem(p, Options{}, pipeline.Limits{GroupSize: 128, SharedBytes: 16 << 10, SubgroupSize: 32})
	if err != nil {
		t.Fatal(err)
	}
	if most := pipeline.MaxInFlight(recording.Passes); most > history {
		t.Errorf("%d iterations can be on their way, the history holds %d", most, history)
	}
}
