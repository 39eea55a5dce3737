package merged_test

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

// The gain of a change by its edges is the difference of the lengths of both tours. If ants have
// other gains, the last of them is named.
func TestCheckGains(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 17))
	for range 100 {
		m := randomModel(random, 8+random.IntN(8<<random.IntN(6)), 1<<random.IntN(12), 1+random.IntN(4<<random.IntN(5)), 1)
		c := reference.NewColony(m, 0)
		submitRandomChanges(random, c, true)
		dropLastPlaces(c)
		before := c.State
		if c.CheckGains(); c.State != before {
			t.Fatalf("%d cities: state %+v, want %+v: a right gain is refused", m.Cities, c.State, before)
		}
		want := uint32(0)
		for range 1 + random.IntN(3) {
			if ant := random.Uint32N(uint32(m.Ants)); c.Headers[ant].Class != model.ClassNone {
				c.Headers[ant].Gain += 1 << random.IntN(12)
				want = max(want, ant+1)
			}
		}
		if c.CheckGains(); c.State.WrongChange != want || (c.State.Stop == model.Faulty) != (want > 0) {
			t.Fatalf("%d cities: wrong change %d, stop %d, want %d", m.Cities, c.State.WrongChange, c.State.Stop, want)
		}
	}
}
