package merged_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// exchange has a colony with random changes of its ants, for the stages of a device that shares a
// tour with others.
type exchange struct {
	both
	random *rand.Rand
	ref    *reference.Colony
	units  uint32 // of a dispatch
}

// testExchange calls test for several colonies and for one stage.
func testExchange(t *testing.T, stage string, test func(t *testing.T, e exchange)) {
	t.Helper()
	vktest.WithAndWithoutSubgroups(t, func(t *testing.T, device *vk.Device) {
		for _, c := range []struct {
			cities, ants int
			anyClass     bool
			units        uint32 // of a dispatch
		}{
			{8, 3, true, math.MaxUint32},
			{300, 700, true, 1},
			{1000, 300, false, math.MaxUint32},
			{20_000, 800, false, 2},
		} {
			t.Run(fmt.Sprint(c), func(t *testing.T) {
				random := rand.New(rand.NewPCG(13, uint64(c.cities)))
				m := mergetest.Model(random, c.cities, 1000, c.ants, 1)
				p := open(t, device, m, model.Settings{}, stage)
				ref := p.References[0]
				ref.State.Counts = model.Counts{Evaluations: 1, Moves: 2, Undone: 3, Full: 4, Submitted: 5, Accepted: 6, Losing: 7, Long: 8}
				mergetest.SubmitRandomChanges(random, ref, c.anyClass)
				test(t, exchange{p, random, ref, c.units})
			})
		}
	})
}

// run uploads the data of the reference and runs the stage on the device.
func (e exchange) run(t *testing.T, stage string) {
	t.Helper()
	e.upload(t)
	e.uploadLongChanges(t, e.random)
	e.stage(t, stage, e.units)
}

// shuffledParts divides records in random order into two parts.
func shuffledParts(random *rand.Rand, records []uint32) []model.Exported {
	shuffled := slices.Collect(model.Records(records))
	random.Shuffle(len(shuffled), func(a, b int) { shuffled[a], shuffled[b] = shuffled[b], shuffled[a] })
	middle := len(shuffled) / 3
	return []model.Exported{model.NewExported(slices.Concat(shuffled[:middle]...)), model.NewExported(slices.Concat(shuffled[middle:]...))}
}
