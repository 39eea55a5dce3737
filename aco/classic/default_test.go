package classic

import (
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// TestDefaultFitsDevices shows that the recommended parameters run on devices with work-groups of
// 128, buffers of 128 MiB, 32 KiB of shared memory and 2 GB of memory: with up to 300,000 cities,
// or 20,000 if loop iterations are limited.
func TestDefaultFitsDevices(t *testing.T) {
	for _, subgroup := range []uint32{4, 8, 16, 32, 128} {
		for _, loopIterations := range []uint32{0, llvmpipeLoopIterations} {
			limits := pipeline.Limits{
				StorageRange: 128 << 20, MaxAllocation: math.MaxUint64, DeviceMemory: 2_000_000_000, GroupSize: 128,
				SharedBytes:  32 << 10,
				SubgroupSize: subgroup, MinSubgroupSize: subgroup, Software: loopIterations > 0,
				LoopIterations: loopIterations,
			}
			for _, cities := range []int{model.MinCities, 100, 1000, 5000, 20_000, 200_000, 300_000} {
				if loopIterations > 0 && cities > 20_000 {
					continue
				}
				parameters := model.Recommended(cities)
				parameters.Colonies = 1
				p := must.Get(model.NewUnprepared(tsptest.Generate(t, "uniform", cities, 3), parameters))(t)
				recording, err := Recipe(p, Options{Kernel: KernelConfig{Distances: DistancesCoordinates}}, limits)
				if err == nil {
					err = recording.MemoryPlan().Check(limits)
				}
				if err != nil {
					t.Errorf("%d cities, subgroups of %d, %d loop iterations: %v", cities, subgroup,
						loopIterations, err)
				}
			}
		}
	}
}
