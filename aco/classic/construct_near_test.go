package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// TestConstructNear compares the stage on random weights of all magnitudes and on small ones, whose sums often equal the random number.
// Work-groups have all sizes; there are few and many trials; lists begin at the first step, later or never. The second time, the steps are
// divided into slices.
func TestConstructNear(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testConstructNear)
}

func testConstructNear(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(2, 0))
	for i, c := range []struct{ cities, trials, rest, group int }{
		{150, 0, 0, 0}, {150, 1, 1, 0}, {150, 2, 40, 1}, {150, model.MaxTrials, 148, 1024}, {150, 4, 149, 0}, {150, 3, 5000, 256},
		{33, 0, 0, 0}, {34, 1, 10, 0}, {32, 5, 1, 0}, {3, 1, 1, 0}, {3, 1, 2, 0}, {600, 31, 128, 64},
	} {
		parameters := model.AntSystem()
		parameters.Selection, parameters.Trials, parameters.Rest, parameters.Ants = model.SelectNear, c.trials, c.rest, 150
		p := open(t, device, uniform(t, c.cities), parameters, classic.Options{Kernel: classic.KernelConfig{AntGroup: c.group}})
		for k := range p.reference.Weights {
			if k%c.cities == k/c.cities {
				continue
			}
			if p.reference.Weights[k] = 1 + random.Uint32N(3); i%2 == 0 {
				p.reference.Weights[k] = max(1, randomWord(random)/uint32(c.cities))
			}
		}
		p.reference.State.Iteration = random.Uint32()
		p.upload(t, "weights", "state")
		p.runStage(t, "prefix", fmt.Sprintf("%+v", c))
		p.runStage(t, "construct", fmt.Sprintf("%+v", c))
		if err := p.Run.Fill("tours", 0); err != nil {
			t.Fatal(err)
		}
		p.submit(t, p.Cut("construct", []uint32{1, 2, 3, 7, 20}[i%5])...)
		p.compare(t, fmt.Sprintf("%+v in slices", c))
	}
}
