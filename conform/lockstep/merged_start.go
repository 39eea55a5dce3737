package lockstep

import (
	"math/rand/v2"
	"slices"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

// Start replaces the state before the first iteration by one of a run that has made a number of
// iterations, with trails of all strengths and of many ages. If shuffled, random segments of the
// tours are reversed: then ants make as many moves as they can, and submit changes of all lengths.
// It draws the same state each time.
func (c *Merged) Start(iteration uint32, shuffled bool) error {
	for _, ref := range c.References {
		DrawState(ref, iteration, shuffled)
	}
	return c.Upload()
}

// DrawState replaces the state of a colony; see Start.
func DrawState(ref *reference.Colony, iteration uint32, shuffled bool) {
	random := rand.New(rand.NewPCG(ref.Model.Seed, uint64(ref.Number)))
	tour := slices.Clone(ref.Tours[ref.State.Iteration&1])
	if shuffled && !ref.Model.HasPairs() { // a reversed segment of node pairs has edges that no tour has
		reverseSegments(ref, tour, random)
	}
	length := ref.Model.LengthOf(tour)
	ref.Adopt(tour, model.State{
		Iteration: iteration, Length: length, Best: length, BestIteration: iteration, Measured: length,
	})
	fillGarbage(ref.Tours[(iteration+1)&1])
}

// reverseSegments reverses random segments of a tour and keeps fixed edges. In colonies of even
// number hardly an edge remains: the queues of ants are full then, and most changes are long. In
// the others many edges remain, and there are changes of all lengths.
func reverseSegments(ref *reference.Colony, tour []uint32, random *rand.Rand) {
	m, segments := ref.Model, len(tour)/4
	if ref.Number%2 == 1 {
		segments = max(segments/8, 4)
	}
	for range segments {
		low, high := 1+random.IntN(len(tour)-2), 1+random.IntN(len(tour)-2)
		if low > high {
			low, high = high, low
		}
		if !m.Fixed.Has(tour[low-1], tour[low]) && !m.Fixed.Has(tour[high], tour[high+1]) {
			slices.Reverse(tour[low : high+1])
		}
	}
}

// fillGarbage makes a tour undefined.
func fillGarbage(tour []uint32) {
	for place := range tour {
		tour[place] = Garbage
	}
}
