package classic

import (
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// What runs without a flag runs on every device: with work-groups of 128, buffers of 128 MiB and the shared memory that is usual, and up
// to 20,000 cities where turns of loops are counted; 200,000 cities take less than 2 GB.
func TestDefaultFitsDevices(t *testing.T) {
	for _, subgroup := range []uint32{4, 8, 16, 32, 128} {
		for _, loopTurns := range []uint32{0, llvmpipeLoopIterations} {
			limits := pipeline.Limits{
				StorageRange: 128 << 20, MaxAllocation: math.MaxUint64, DeviceMemory: 2_000_000_000, GroupSize: 128, SharedBytes: 32 << 10,
				SubgroupSize: subgroup, MinSubgroupSize: subgroup, Software: loopTurns > 0, LoopIterations: loopTurns,
			}
			for _, cities := range []int{problem.MinCities, 100, 1000, 5000, 20_000, 200_000, 300_000} {
				if loopTurns > 0 && cities > 20_000 {
					continue
				}
				parameters := problem.Recommended(cities)
				parameters.Colonies = 1
				p, err := problem.NewUnprepared(generated(t, "uniform", cities), parameters)
				if err != nil {
					t.Fatal(err)
				}
				recording, err := Recipe(p, Options{Kernel: KernelConfig{Distances: DistancesCoordinates}}, limits)
				if err == nil {
					err = recording.MemoryPlan().Check(limits)
				}
				if err != nil {
					t.Errorf("%d cities, subgroups of %d, %d turns of loops: %v", cities, subgroup, loopTurns, err)
				}
			}
		}
	}
}
