package merged_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Ants with wrong data use no index beyond their shared arrays. llvmpipe checks indices of buffers but not those of shared arrays, so such an index
// ends the process. The words of positions are wrong, as after an error of a device.
func TestAntsWithWrongPositions(t *testing.T) {
	device := vktest.Open(t)
	if device.Info().DriverID != vk.DriverLLVMpipe {
		t.Skip("wrong positions are indices of buffers too, which this device may not check")
	}
	const cities = 300
	m := mergetest.Nearest(t, tsptest.Generate(t, "uniform", cities, 3), 8, 5, 2, 60)
	p := open(t, device, m, model.Settings{Kick: 60, Scales: 4, Temperature: math.MaxUint32}, "ant")
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
		if err := p.Run.Upload("positions", 0, words); err != nil {
			t.Fatal(err)
		}
		p.stage(t, "ant", math.MaxUint32)
	}
}
