package reference

import (
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// attraction is τ^α·η^β of an edge as a quotient: trail·2^exponent/distance, each with its highest bit set. η is 1/d, of cities
// in the same place as if they were one half apart. The shader version is shaders/include/rest.glsl.
type attraction struct {
	trail, distance uint32
	exponent        int32
}

func attractionOf(p *problem.Problem, trail, distance uint32) attraction {
	t, tExponent := power(trail, p.AlphaHalves)
	d, dExponent := power(max(1, 2*distance), p.BetaHalves)
	return attraction{t, d, tExponent - dExponent}
}

// less compares by cross multiplication, which rounds nothing: so which of many is the largest does not depend on the order in
// which they are compared.
func (a attraction) less(b attraction) bool {
	left := uint64(a.trail) * uint64(b.distance) // from 2⁶² on, both of them
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

// bestOfRest returns the unvisited city whose edge has the largest τ^α·η^β, of equal ones the nearest, of equally near ones the
// smallest: where an ant goes that has visited all candidates of its city (Dorigo and Gambardella
// 1997; ACOTSP 1.03 for MMAS).
func bestOfRest(p *problem.Problem, from uint32, visited []bool, trail func(to uint32) uint32) uint32 {
	var best attraction
	var distance uint32
	chosen := -1
	for to, gone := range visited {
		if gone {
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

// nearestOfRest returns the nearest unvisited city, of equally near ones the smallest: what bestOfRest returns where all of
// them have the same trail.
func nearestOfRest(p *problem.Problem, from uint32, visited []bool) uint32 {
	var least uint32
	chosen := -1
	for to, gone := range visited {
		if gone {
			continue
		}
		if d := p.Distance(from, uint32(to)); chosen < 0 || d < least {
			chosen, least = to, d
		}
	}
	return uint32(chosen)
}
