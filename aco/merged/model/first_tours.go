package model

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

// IsPopulation reports whether colonies start from different tours and are recombined in pairs.
func (m *Model) IsPopulation() bool {
	return m.Parameters.Noise > 0 && m.Parameters.Colonies > 1
}

// FirstTour returns the tour that a colony of this number starts from, and its length.
func (m *Model) FirstTour(colony int) (tour []uint32, length uint64) {
	if colony == 0 || m.NoisyTours == nil {
		return m.StartTour, m.StartLength
	}
	tour = m.NoisyTours[colony-1]
	return tour, m.LengthOf(tour)
}

// Diversify computes NoisyTours: greedy tours with noise. The noise grows with the number of the
// colony up to Parameters.Noise, because some instances need a tour of another structure, and
// others one near the greedy tour. Each renewal gives other tours; 0 is the start of a run.
// Diversify does nothing if the colonies are no population.
func (m *Model) Diversify(ctx context.Context, renewal uint32) error {
	if !m.IsPopulation() {
		return nil
	}
	others := m.Parameters.Colonies - 1
	tours, errs := make([][]uint32, others), make([]error, others)
	free := make(chan struct{}, runtime.GOMAXPROCS(0)) // bounds the memory of tours under construction
	var group sync.WaitGroup
	for i := range others {
		free <- struct{}{}
		group.Go(func() {
			tours[i], errs[i] = m.noisyTour(ctx, noise{m.Seed, renewal, uint32(i + 1), m.Parameters.Noise * float64(i+1) / float64(others)})
			<-free
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("first tours: %w", err)
	}
	m.NoisyTours = tours
	return nil
}

// noisyTour returns a greedy tour of moved cities or, if there are no coordinates, of noisy
// lengths.
func (m *Model) noisyTour(ctx context.Context, of noise) (list []uint32, err error) {
	var tour tsp.Tour
	if m.Instance.Weights != nil {
		tour, err = construct.GreedyBy(ctx, m.Instance, m.Near, of.length)
	} else {
		tour, err = construct.Greedy(ctx, m.moved(of), m.Near)
	}
	return words(tour), err
}
