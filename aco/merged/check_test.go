package merged_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The check finds invalid tours and wrong lengths. The best tour does not change.
func TestCheckFindsFaults(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(9, 9))
	faults := map[string]struct {
		inject func(*reference.Colony)
		want   uint32
	}{
		"an invalid city":  {func(c *reference.Colony) { c.Tours[0][5] = uint32(c.Model.Cities) }, 1 | model.FaultLength},
		"a city twice":     {func(c *reference.Colony) { c.Tours[0][5] = c.Tours[0][7] }, 1 | model.FaultLength},
		"a wrong position": {func(c *reference.Colony) { c.Positions[3] = (c.Positions[3] + 1) % uint32(c.Model.Cities) }, 1},
		"a wrong length":   {func(c *reference.Colony) { c.State.Length++ }, model.FaultLength},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			p := open(t, device, randomModel(random, 300, 1<<20, 4, 2), model.Settings{}, "check", "keep", "settle")
			for _, ref := range p.References {
				ref.State.Best, ref.State.Measured = math.MaxUint64, 0
				for position := range ref.Best {
					ref.Best[position] = lockstep.Garbage
				}
			}
			broken := p.References[1]
			fault.inject(broken)
			p.upload(t)
			p.iterate(t)
			p.compare(t, name)
			if s := broken.State; s.Faults != fault.want || s.Stop != model.Faulty || broken.Best[0] != lockstep.Garbage {
				t.Errorf("first city of the best tour %d, %+v", broken.Best[0], s)
			}
			if s := p.References[0].State; s.Stop != model.Running || s.Best != p.Model.StartLength || p.References[0].Best[0] == lockstep.Garbage {
				t.Errorf("without a fault: %+v", s)
			}
		})
	}
}
