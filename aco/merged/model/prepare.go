package model

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/aco-vk/aco-vk/aco/fixed"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

// collectFrom is the number of cities from which garbage is collected before the greedy tour. The
// search for candidates leaves 50 bytes for each city, and on its own the collector waits until
// the memory has doubled. It takes a millisecond, because the lists have no pointers.
const collectFrom = 1 << 20

// Prepare renumbers the cities and computes their candidates, the start tour and the noisy tours.
// The start tour is initial, in the caller's numbers, or a greedy tour if initial is nil or longer
// than the greedy tour: a bad tour is no better a start than none. It uses all processors. If ctx
// or End ends it early, the start tour is initial or the space-filling curve, of a matrix the
// nearest-neighbour tour, and the error is the error of a context. If initial is not a tour of the
// instance, the error is an *option.Error.
func (m *Model) Prepare(ctx context.Context, initial tsp.Tour) error {
	if initial != nil {
		if err := initial.Validate(m.Cities); err != nil {
			return option.Errorf("initial %v", err)
		}
	}
	// even a run that ends at once needs a tour
	order, err := construct.SpaceFilling(context.WithoutCancel(ctx), m.Instance)
	if err != nil {
		return fmt.Errorf("space-filling curve: %w", err)
	}
	m.Order = order
	m.Instance = renumber(m.Instance, m.Order)
	m.distance = m.Instance.DistanceFunc()
	if m.Fixed, err = fixed.Of(m.Instance); err != nil {
		return err
	}
	if initial == nil {
		curve := make([]uint32, m.Cities) // cities are numbered along it
		for city := range curve {
			curve[city] = uint32(city)
		}
		m.startFrom(fixed.Insert(m.Fixed, curve), StartCurve)
	} else {
		m.startFrom(m.FromCaller(initial), StartInitial)
	}
	if !m.Fixed.InTour(m.StartTour) {
		return option.Errorf("initial tour: it does not have all fixed edges of the instance")
	}
	err = m.search(ctx, initial)
	m.Prepared = err == nil
	if err != nil && m.StartKind == StartCurve && m.Instance.Weights != nil {
		m.startNearest()
	}
	return err
}

// nearestTime bounds the nearest-neighbour tour of a matrix that has no time for a greedy tour. It
// takes 20 ms for 4000 cities, less than to check that the matrix is symmetric.
const nearestTime = 100 * time.Millisecond

// startNearest makes the nearest-neighbour tour the start tour if it is found in nearestTime. A matrix
// has no curve, so that the tour before has the cities in the order of their numbers.
func (m *Model) startNearest() {
	ctx, cancel := timed.Until(context.Background(), time.Now().Add(nearestTime))
	defer cancel()
	tour, err := construct.NearestNeighbour(ctx, m.Instance, 0)
	if err != nil {
		return
	}
	if nearest := fixed.Insert(m.Fixed, words(tour)); m.LengthOf(nearest) < m.StartLength {
		m.startFrom(nearest, StartNearest)
	}
}

// search computes the candidates and the tours, until ctx or End ends it.
func (m *Model) search(ctx context.Context, initial tsp.Tour) (err error) {
	if m.End != nil {
		var cancel context.CancelFunc
		ctx, cancel = timed.Until(ctx, m.End())
		defer cancel()
	}
	if err = m.findCandidates(ctx); err != nil {
		return fmt.Errorf("candidates: %w", err)
	}
	m.Spread = m.spread()
	if m.OnFirstTours != nil {
		m.OnFirstTours()
	}
	if m.Cities >= collectFrom {
		runtime.GC()
	}
	tour, err := construct.Greedy(ctx, m.Instance, m.Near)
	if err != nil {
		return fmt.Errorf("first tour: %w", err)
	}
	if greedy := words(tour); initial == nil || m.LengthOf(greedy) < m.StartLength {
		m.startFrom(greedy, StartGreedy)
	}
	return m.Diversify(ctx, 0)
}

// StartFrom sets the start tour of a prepared model to a tour in the caller's numbers, however
// long it is.
func (m *Model) StartFrom(initial tsp.Tour) { m.startFrom(m.FromCaller(initial), StartInitial) }

// spread computes Spread. If all near cities are equally far away, it is their distance.
func (m *Model) spread() float64 {
	const fourth = 3
	near := sumOf(m.Cities, func(city int) uint64 { return uint64(m.Distance(uint32(city), m.Near[city*m.NearWidth])) })
	far := sumOf(m.Cities, func(city int) uint64 {
		return uint64(m.Distance(uint32(city), m.Near[city*m.NearWidth+min(fourth, m.NearWidth-1)]))
	})
	if far <= near {
		far, near = near, 0
	}
	return float64(far-near) / float64(m.Cities)
}

// startFrom sets the start tour.
func (m *Model) startFrom(tour []uint32, first StartKind) {
	m.StartTour, m.StartKind, m.StartLength = tour, first, m.LengthOf(tour)
	m.ClaimShift = claimShift(m.StartLength, m.Cities)
}

// New returns a prepared model with a greedy start tour.
func New(ctx context.Context, instance *tsp.Instance, parameters Parameters) (*Model, error) {
	m, err := NewUnprepared(instance, parameters)
	if err != nil {
		return nil, err
	}
	return m, m.Prepare(ctx, nil)
}

func words(tour tsp.Tour) []uint32 {
	words := make([]uint32, len(tour))
	parallel.Parts(len(tour), runtime.GOMAXPROCS(0), func(_, from, to int) {
		for position := from; position < to; position++ {
			words[position] = uint32(tour[position])
		}
	})
	return words
}

// claimShift returns the smallest shift with which gains of up to 64 mean edges do not saturate in
// a ClaimKey.
func claimShift(length uint64, cities int) (shift uint32) {
	const edges, most = 64, 1<<15 + 1<<14 - 1 // steps above the middle of a key
	for edges*length/uint64(cities)>>shift > most {
		shift++
	}
	return shift
}
