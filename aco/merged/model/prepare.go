package model

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
)

// Prepare renumbers the cities, finds their candidates and the first tour: initial, in the caller's numbers, or if it is nil one by
// greedy matching. It works on all processors and stops when the context ends, and then the first tour is initial, or goes along the
// curve. An initial tour that is none of the instance is a
// *problem.Error.
func (m *Model) Prepare(ctx context.Context, initial tsp.Tour) error {
	if initial != nil {
		if err := initial.Validate(m.Cities); err != nil {
			return refuse("initial %v", err)
		}
	}
	m.Order = tsp.SpaceFilling(m.Instance)
	m.Instance = renumber(m.Instance, m.Order)
	if initial == nil {
		m.startFrom(m.FromCaller(m.Order), StartCurve)
	} else {
		m.startFrom(m.FromCaller(initial), StartInitial)
	}
	var err error
	if m.Candidates, err = candidates(ctx, m.Instance, m.Width); err != nil {
		return fmt.Errorf("candidates: %w", err)
	}
	m.Spread = m.spread()
	if initial != nil {
		return nil
	}
	tour, err := tsp.Greedy(ctx, m.Instance, m.Candidates)
	if err != nil {
		return fmt.Errorf("first tour: %w", err)
	}
	m.startFrom(words(tour), StartGreedy)
	return nil
}

// spread measures Spread; where all near cities are equally far away it is their distance.
func (m *Model) spread() float64 {
	const fourth = 3
	var near, far uint64
	for city := range m.Cities {
		list := m.Candidates[city*m.Width:][:m.Width]
		near += uint64(m.Distance(uint32(city), list[0]))
		far += uint64(m.Distance(uint32(city), list[min(fourth, m.Width-1)]))
	}
	if far <= near {
		far, near = near, 0
	}
	return float64(far-near) / float64(m.Cities)
}

// startFrom makes a tour the first one.
func (m *Model) startFrom(tour []uint32, first StartKind) {
	m.StartTour, m.StartKind, m.StartLength = tour, first, m.LengthOf(tour)
	m.ClaimShift = claimShift(m.StartLength, m.Cities)
}

// New outlines and prepares.
func New(ctx context.Context, instance *tsp.Instance, parameters Parameters) (*Model, error) {
	m, err := NewUnprepared(instance, parameters)
	if err != nil {
		return nil, err
	}
	return m, m.Prepare(ctx, nil)
}

// candidates takes the nearest in each quadrant as far as they leave room for as many that are the nearest of all.
func candidates(ctx context.Context, instance *tsp.Instance, width int) ([]uint32, error) {
	quadrant := perQuadrant
	if width < 8 || !inPlane(instance.Metric) {
		quadrant = 0
	}
	return tsp.Candidates(ctx, instance, width-4*quadrant, quadrant)
}

func words(tour tsp.Tour) []uint32 {
	words := make([]uint32, len(tour))
	for place, city := range tour {
		words[place] = uint32(city)
	}
	return words
}

// claimShift returns the shift by which 64 mean edges of a tour are still told from more in a ClaimKey.
func claimShift(length uint64, cities int) (shift uint32) {
	const edges, most = 64, 1<<15 + 1<<14 - 1 // as many steps lie above the middle of a key
	for edges*length/uint64(cities)>>shift > most {
		shift++
	}
	return shift
}
