package merged_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Ants with wrong data use no index beyond their shared arrays, and the next check finds the fault.
// llvmpipe checks indices of buffers but not indices of shared arrays, so a wrong one ends the
// process. The words of positions are wrong, as after an error of a device.
func TestAntsWithWrongPositions(t *testing.T) {
	device := vktest.Open(t)
	if device.Info().DriverID != vk.DriverLLVMpipe {
		t.Skip("wrong positions are indices of buffers too, which this device may not check")
	}
	const cities = 300
	m := merged.Nearest(t, tsptest.Generate(t, "uniform", cities, 3), 8, 5, 2, 60)
	p := open(t, device, m, model.Settings{Kick: 60, Scales: 4, Temperature: math.MaxUint32}, "ant", "check", "keep", "settle")
	for seed := range uint64(10) {
		random := rand.New(rand.NewPCG(seed, 11))
		words := make([]uint32, cities*m.Colonies)
		for i := range words {
			words[i] = uint32(random.IntN(cities))
			if random.IntN(50) == 0 {
				words[i] = random.Uint32() >> (random.Uint32() % 32)
			}
		}
		p.upload(t)
		must.Do(t, p.Run.Upload("positions", 0, words))
		for _, stage := range []string{"ant", "check", "settle"} {
			p.stage(t, stage, math.MaxUint32)
		}
		for c, words := range slices.Collect(slices.Chunk(p.download(t, "state"), model.StateWords)) {
			if s := model.StateOf(words); s.Faults == 0 || s.Stop != model.Faulty {
				t.Errorf("seed %d, colony %d: the check finds no fault: %+v", seed, c, s)
			}
		}
	}
}
