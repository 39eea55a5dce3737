package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/aco/philox"
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
	// Bounds the memory of tours under construction.
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
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

// AddInitial makes a colony start from a tour in the caller's numbers that is longer than the start
// tour: it takes the place of the longest of NoisyTours, unless it is longer. Recombination then
// takes over what is good in it. A renewal replaces it.
func (m *Model) AddInitial(initial tsp.Tour) {
	tour := m.FromCaller(initial)
	longest, length := -1, m.LengthOf(tour)
	for i, other := range m.NoisyTours {
		if l := m.LengthOf(other); l > length {
			longest, length = i, l
		}
	}
	if longest >= 0 {
		m.NoisyTours[longest], m.HasInitial = tour, true
	}
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

// noise is the noise of one tour. Its arithmetic gives the same bits on all processors: each
// product is rounded on its own.
type noise struct {
	seed      uint64
	renewal   uint32
	colony    uint32
	amplitude float64 // standard deviation
}

// Streams of random words: ants have the third counter word of 0 and 1.
const (
	movesStream   = 2
	lengthsStream = 3
)

// normal returns a number of nearly normal distribution, with mean 0 and the standard deviation of
// the noise: the scaled sum of four uniform numbers of 16 bits.
func (n noise) normal(a, b uint32) float64 {
	const mean, one = 2 * 0xffff, 0x10000
	sum := int(a&0xffff) + int(a>>16) + int(b&0xffff) + int(b>>16)
	// The variance of the sum is 4/12.
	return n.amplitude * (float64(sum-mean) / one) * math.Sqrt(3)
}

// length returns the noisy length of an edge from a smaller to a larger city. Noise is in
// proportion to the length.
func (n noise) length(a, b uint32, length int64) int64 {
	words := philox.Block([4]uint32{a, b, lengthsStream, n.renewal}, philox.Key(n.seed, n.colony))
	return min(max(0, length+int64(float64(length)*n.normal(words[0], words[1]))), math.MaxUint32)
}

// moved returns the instance with its cities moved within its bounds. The unit of the noise is the
// distance of a city to its fourth near city, the last one that is not chosen by its direction. So
// the noise is small within clusters and large between lone cities.
func (m *Model) moved(by noise) *tsp.Instance {
	moved := *m.Instance
	key := philox.Key(by.seed, by.colony)
	units := make([]float64, m.Cities)
	for city := range units {
		units[city] = m.reach(city)
	}
	for axis, values := range []*[]float64{&moved.X, &moved.Y, &moved.Z} {
		if *values == nil {
			continue
		}
		low, high := slices.Min(*values), slices.Max(*values)
		*values = slices.Clone(*values)
		for city, at := range *values {
			words := philox.Block([4]uint32{by.renewal, uint32(city), movesStream, uint32(axis)}, key)
			step := float64(units[city] * by.normal(words[0], words[1]))
			(*values)[city] = min(max(at+step, low), high)
		}
	}
	return &moved
}

// reach returns the distance of a city to its fourth near city in units of the coordinates.
func (m *Model) reach(city int) float64 {
	const fourth = 3
	in, other := m.Instance, m.Near[city*m.NearWidth+min(fourth, m.NearWidth-1)]
	x, y, z := in.X[other]-in.X[city], math.Abs(in.Y[other]-in.Y[city]), 0.0
	if in.Metric.Geometry() == tsp.Globe {
		y = min(y, 360-y) // degrees of longitude
	}
	if in.Z != nil {
		z = in.Z[other] - in.Z[city]
	}
	return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z))
}
