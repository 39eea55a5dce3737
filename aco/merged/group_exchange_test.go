package merged_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// The stages of an exchange on the device equal the reference, for changes that conflict.
func TestExchangeStages(t *testing.T) { vktest.WithAndWithoutSubgroups(t, testExchangeStages) }

func testExchangeStages(t *testing.T, device *vk.Device) {
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
			p := open(t, device, m, model.Settings{}, "import", "clear", "export", "gains")
			ref := p.References[0]
			ref.State.Counts = model.Counts{Evaluations: 1, Moves: 2, Undone: 3, Full: 4, Submitted: 5, Accepted: 6, Losing: 7, Long: 8}
			mergetest.SubmitRandomChanges(random, ref, c.anyClass)
			p.upload(t)
			p.uploadLongChanges(t, random)
			p.stage(t, "clear", c.units)
			ref.Clear()
			p.compare(t, "clear")
			lockstep.DropSubmitted(ref)

			mergetest.SubmitRandomChanges(random, ref, c.anyClass)
			p.upload(t)
			p.uploadLongChanges(t, random)
			p.stage(t, "export", c.units)
			p.Exported = ref.Export()
			difference, err := p.CompareExported()
			check(t, "export", difference, err)

			lockstep.DropSubmitted(ref)
			ref.Clear()
			p.upload(t)
			incoming := model.Incoming(nil, model.Counts{Evaluations: 10, Moves: 20, Undone: 30, Full: 40, Submitted: 50, Long: 80}, shuffledParts(random, p.Exported)...)
			if err := p.Run.Upload("incoming", 0, incoming); err != nil {
				t.Fatal(err)
			}
			p.stage(t, "import", c.units)
			ref.Import(incoming)
			p.compare(t, "import")

			mergetest.DropLastPlaces(ref)
			for wrong := range 3 { // changes
				for range wrong {
					ant := random.IntN(c.ants)
					for ref.Headers[ant].Class == model.ClassNone {
						ant = random.IntN(c.ants)
					}
					ref.Headers[ant].Gain++
				}
				p.upload(t)
				p.uploadLongChanges(t, random)
				p.stage(t, "gains", c.units)
				ref.CheckGains()
				p.compare(t, "gains")
				if (ref.State.WrongChange != 0) != (wrong > 0) {
					t.Errorf("%d wrong changes: found that of ant %d", wrong, int(ref.State.WrongChange)-1)
				}
				ref.State.Stop, ref.State.WrongChange = model.Running, 0
			}
		})
	}
}

// shuffledParts divides records in random order into two parts.
func shuffledParts(random *rand.Rand, records []uint32) []model.Exported {
	shuffled := slices.Collect(model.Records(records))
	random.Shuffle(len(shuffled), func(a, b int) { shuffled[a], shuffled[b] = shuffled[b], shuffled[a] })
	middle := len(shuffled) / 3
	return []model.Exported{model.NewExported(slices.Concat(shuffled[:middle]...)), model.NewExported(slices.Concat(shuffled[middle:]...))}
}
