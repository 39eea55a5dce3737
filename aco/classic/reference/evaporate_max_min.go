package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// evaporateMaxMin multiplies trails by 1 − ρ, rounded down, and keeps them at least at the lower
// limit. If the schedule renews the trails, it raises them instead: to the upper limit, or half of
// the way to it (smoothing with δ = 0.5, Stützle and Hoos 2000).
func (c *Colony) evaporateMaxMin(trails []uint32) {
	s := c.State.MaxMin
	for i, trail := range trails {
		switch s.Renewal {
		case model.NoRenewal:
			kept, _ := bits.Mul32(trail, c.Problem.Trail.Keep)
			trails[i] = max(s.Min, kept)
		case model.SmoothTrails:
			trails[i] = trail + (s.Max-trail)/2
		case model.ReinitialiseTrails:
			trails[i] = s.Max
		}
	}
}
