package model

import (
	"math"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/option"
)

// Trail holds the parameters of the pheromone update in unsigned 32-bit fixed point. No trail is
// less than one unit.
//
// Evaporation keeps ⌊τ·Keep/2³²⌋ and at least one unit; an ant whose tour has length L then adds
// min(Cap, ⌊Quantity/L⌋) units to each edge of its tour (Dorigo, Maniezzo and Colorni 1996, Q/L,
// ant-cycle). A deposit rule multiplies this by a weight. Cap is the largest deposit that cannot
// overflow: all tours of an iteration may add it to one edge, times their weights, and the sum is
// at most 2³² − 1. So each deposit saturates, sums do not, and the order of addition does not
// matter.
type Trail struct {
	Initial  uint32 // initial trail: the deposits of all ants on the nearest-neighbour tour (Uchida et al. 2014, equation 6)
	Keep     uint32 // (1 − ρ)·2³², rounded down
	Cap      uint32 // the most an ant adds to an edge
	Quantity uint64 // Q, in units times length
}

const (
	// headroom is the ratio of the nearest-neighbour tour's length to the shortest length with an
	// unsaturated deposit. The nearest-neighbour tour is about a quarter longer than the optimum
	// on most instances.
	headroom = 2
	// minDeposit is the resolution of deposits: tours whose lengths differ by one part in 256
	// deposit different amounts.
	minDeposit = 256
	// maxAnts leaves each ant minDeposit units when all pheromone evaporates.
	maxAnts = math.MaxUint32 / (headroom * minDeposit)
)

// newTrail returns the values that do not depend on the instance. deposits is the greatest number of
// deposits on an edge in an iteration. It returns an error if there are too many for 32-bit trails.
func newTrail(deposits int, rho float64) (Trail, error) {
	keep := uint32(min(math.MaxUint32, float64((1-rho)*(1<<32))))
	kept, _ := bits.Mul32(math.MaxUint32, keep)
	t := Trail{Keep: keep, Cap: (math.MaxUint32 - max(1, kept)) / uint32(deposits)}
	deposit := t.Cap / headroom
	if deposit < minDeposit {
		remedy := "a larger rho"
		if deposits > 1 {
			remedy = "fewer ants or " + remedy
		}
		return Trail{}, option.Refuse(option.Rho,
			"%v: with 32-bit pheromone each ant can deposit only %d units, too few to distinguish tours; use %s",
			rho, deposit, remedy)
	}
	return t, nil
}

// scale sets the values that depend on the instance.
func (t *Trail) scale(deposits int, nearestNeighbourLength uint64) {
	length := max(1, nearestNeighbourLength)
	// Quantity stays below 2⁶³: the long division on the device needs a spare bit.
	deposit := min(uint64(t.Cap/headroom), math.MaxInt64/length)
	t.Quantity = deposit * length
	t.Initial = uint32(min(math.MaxUint32, uint64(deposits)*deposit))
}

// Amount returns the units that an ant with a tour of the given length adds to each of its edges.
func (t Trail) Amount(length uint64) uint32 {
	if length == 0 {
		return t.Cap
	}
	return uint32(min(uint64(t.Cap), t.Quantity/length))
}

const (
	// RecordWords is the number of words of a city's record with MemorySelective: SelectiveTrails
	// pairs of a city and the trail of the edge to it.
	RecordWords = 2 * SelectiveTrails
	// NoCity marks a pair without an edge.
	NoCity = math.MaxUint32
)

// NewRecords returns empty records of all cities.
func (p *Problem) NewRecords() []uint32 {
	records := make([]uint32, p.Cities*RecordWords)
	for i := 0; i < len(records); i += 2 {
		records[i], records[i+1] = NoCity, p.Trail.Initial
	}
	return records
}
