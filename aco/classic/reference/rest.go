package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// attraction is τ^α·η^β of an edge as the quotient trail·2^exponent/distance. trail and distance
// have their highest bits set. η is 1/d; a distance of 0 counts as one half. The shader version is
// shaders/classic/rest.glsl.
type attraction struct {
	trail, distance uint32
	exponent        int32
}

func attractionOf(p *model.Problem, trail, distance uint32) attraction {
	t, tExponent := p.AlphaExponent.Power(trail)
	d, dExponent := p.BetaExponent.Power(max(1, 2*distance))
	return attraction{t, d, tExponent - dExponent}
}

// less reports whether a is less than b. It multiplies crosswise and never rounds, so the largest
// of many attractions does not depend on the order of the comparisons.
func (a attraction) less(b attraction) bool {
	left := uint64(a.trail) * uint64(b.distance) // both products are at least 2⁶²
	right := uint64(b.trail) * uint64(a.distance)
	switch shift := a.exponent - b.exponent; shift {
	case 0:
		return left < right
	case 1:
		return bits.Len64(left) == 63 && 2*left < right
	case -1:
		return bits.Len64(right) == 64 || left < 2*right
	default:
		return shift < 0
	}
}

// bestUnvisited returns the unvisited city whose edge has the largest τ^α·η^β. Ties go to the
// nearest city, then to the smallest number. An ant goes there when it has visited all candidates
// of its city (Dorigo and Gambardella 1997; ACOTSP 1.03 for MMAS).
func bestUnvisited(p *model.Problem, from uint32, visited []bool, trail func(to uint32) uint32) uint32 {
	var best attraction
	var distance uint32
	chosen := -1
	for to, isVisited := range visited {
		if isVisited {
			continue
		}
		d := p.Distance(from, uint32(to))
		a := attractionOf(p, trail(uint32(to)), d)
		if chosen < 0 || best.less(a) || !a.less(best) && d < distance {
			chosen, best, distance = to, a, d
		}
	}
	return uint32(chosen)
}

// nearestUnvisited returns the nearest unvisited city. Ties go to the smallest number. If all
// edges have the same trail, bestUnvisited returns the same city.
func nearestUnvisited(p *model.Problem, from uint32, visited []bool) uint32 {
	var least uint32
	chosen := -1
	for to, isVisited := range visited {
		if isVisited {
			continue
		}
		if d := p.Distance(from, uint32(to)); chosen < 0 || d < least {
			chosen, least = to, d
		}
	}
	return uint32(chosen)
}
