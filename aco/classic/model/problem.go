package model

import (
	"context"
	"fmt"
	"math"

	"github.com/aco-vk/aco-vk/aco/distance"
	"github.com/aco-vk/aco-vk/aco/fixed"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

// Problem is an instance prepared for ants. Its distance and heuristic matrices are not stored:
// Rows computes them row by row.
type Problem struct {
	Cities    int
	Symmetric bool
	Parameters
	AlphaExponent Exponent // α
	BetaExponent  Exponent // β
	Trail         Trail
	Limits        TrailLimits // of MMAS
	ACS           ACSRates    // of ACS
	Fixed         fixed.Edges
	Initial       tsp.Tour // the caller's first tour; nil: none, or Prepare found it longer than the nearest-neighbour tour
	Start         tsp.Tour // the first best tour: Initial, or the nearest-neighbour tour from city 0 with the fixed edges
	StartLength   uint64
	Plane         distance.Planar // for distances that a device computes

	instance *tsp.Instance

	// FirstColony is the number of the first colony of this problem. Colonies are numbered across
	// all devices of a run.
	FirstColony int

	// StepByStep: on the processor, ants of ACS that are not synchronous make each step one after
	// the other, as in the sequential ACS. Otherwise one makes its whole tour after the other.
	StepByStep bool

	// StatisticsEvery is the number of iterations from one row of Statistics to the next; 0: there
	// are none.
	StatisticsEvery int
}

const (
	// MinCities is the fewest cities that ants order. One city and two have only one tour.
	MinCities = 3
	// maxDistance is the largest explicit weight. It keeps the length of any tour below 2⁶³.
	maxDistance = math.MaxInt32
)

// NewUnprepared returns a problem without start tour and without the units that depend on its
// length: enough to plan memory. Call Prepare before use. If the instance or a parameter cannot be
// used, the error is an *Error.
func NewUnprepared(instance *tsp.Instance, parameters Parameters) (*Problem, error) {
	n := instance.Dimension()
	if n < MinCities {
		return nil, option.Errorf("%d cities: ants need %d or more", n, MinCities)
	}
	edges, err := fixedEdges(instance)
	if err != nil {
		return nil, err
	}
	parameters.choose(n)
	if err := parameters.validate(); err != nil {
		return nil, err
	}
	if err := parameters.validateSearch(instance.Symmetric()); err != nil {
		return nil, err
	}
	trail, err := newTrail(parameters.deposits(n), parameters.Rho)
	if err != nil {
		return nil, err
	}
	return &Problem{
		instance: instance, Cities: n, Symmetric: instance.Symmetric(), Parameters: parameters, Fixed: edges,
		AlphaExponent: ExponentOf(parameters.Alpha), BetaExponent: ExponentOf(parameters.Beta), Trail: trail,
		Plane:  distance.NewPlanar(instance),
		Limits: newTrailLimits(parameters, n), ACS: newACSRates(parameters),
	}, nil
}

// Prepare computes the nearest-neighbour tour, replaces it by Initial unless that is longer, and
// computes from its length the units of the pheromone. A run that ends at once needs this tour,
// too: it is computed even if the context has ended. The error is the context's.
func (p *Problem) Prepare(ctx context.Context) error {
	tour, err := construct.NearestNeighbour(context.WithoutCancel(ctx), p.instance, 0)
	if err != nil {
		return fmt.Errorf("first tour: %w", err)
	}
	p.Start = fixed.Insert(p.Fixed, tour)
	p.StartLength = p.Length(p.Start)
	p.useInitial()
	if p.Algorithm == AlgorithmACS {
		p.Trail = p.ACS.trail(p.Cities, p.StartLength)
		return ctx.Err()
	}
	p.Trail.scale(p.deposits(p.Cities), p.StartLength)
	if p.Rule != "" {
		p.Trail.Initial = p.initialTrail(p.Trail.Quantity / max(1, p.StartLength))
	}
	if p.Algorithm == AlgorithmMMAS {
		p.Limits.scale(p.Rho, p.StartLength)
		p.Trail.Initial, _ = p.Limits.ForBest(p.StartLength) // trails start at the upper limit (Stützle and Hoos 2000)
	}
	return ctx.Err()
}

// useInitial starts from the initial tour if there is one that is not longer than the
// nearest-neighbour tour. So no first tour makes a run worse, and no best tour is longer than the
// units of the pheromone allow.
func (p *Problem) useInitial() {
	if p.Initial == nil {
		return
	}
	if length := p.Length(p.Initial); length <= p.StartLength {
		p.Start, p.StartLength = p.Initial, length
	} else {
		p.Initial = nil
	}
}

// New returns a prepared problem.
func New(ctx context.Context, instance *tsp.Instance, parameters Parameters) (*Problem, error) {
	p, err := NewUnprepared(instance, parameters)
	if err != nil {
		return nil, err
	}
	return p, p.Prepare(ctx)
}

// Row fills one city's distances to all cities, below 2³¹, and its heuristic values: η^β scaled to
// 1..2³²−1, 0 for the city itself.
func (p *Problem) Row(city int, distances, heuristic []uint32) error {
	for j := range distances {
		d := int64(0)
		if j != city {
			d = p.instance.Distance(city, j)
		}
		if d < 0 || d > maxDistance {
			return option.Errorf(
				"the distance from %s to %s is %d: distances must be 0 to %d; scale the instance down",
				p.instance.CityText(int32(city)), p.instance.CityText(int32(j)), d, maxDistance)
		}
		distances[j] = uint32(d)
	}
	heuristicRow(heuristic, distances, city, p.BetaExponent)
	return nil
}

// CheckDistances returns an *Error if a distance may lie outside 0 to 2³¹−1. Call it before
// Distance. It checks the bounds of the coordinates, or reads an explicit matrix once and checks
// that it is symmetric if it claims to be.
func (p *Problem) CheckDistances() error {
	if err := p.instance.Validate(); err != nil {
		return option.Errorf("distances: %v", err)
	}
	return nil
}

// Length returns a tour's length in the instance's own metric.
func (p *Problem) Length(tour tsp.Tour) uint64 { return uint64(tour.Length(p.instance)) }

// CoordinateWords returns the number of words of the coordinates.
func (p *Problem) CoordinateWords() int { return p.Plane.CoordinateWordsOf(p.Cities) }

// fixedEdges returns the fixed edges of an instance. If the instance is asymmetric or has node
// pairs, or a city has two fixed edges, the error is an *option.Error.
func fixedEdges(instance *tsp.Instance) (fixed.Edges, error) {
	switch {
	case len(instance.Fixed) == 0:
		return nil, nil
	case instance.Metric == tsp.Pairs:
		return nil,
			option.Errorf(
				"node pairs: Ant System, MAX-MIN Ant System and Ant Colony System take the asymmetric matrix itself")
	case !instance.Symmetric():
		return nil, option.Errorf("%d fixed edges of an asymmetric instance: contract the paths of fixed edges first",
			len(instance.Fixed))
	}
	return fixed.Of(instance)
}

// HasFixed reports whether edges are fixed: every tour has them, and no move removes them.
func (p *Problem) HasFixed() bool { return p.Fixed != nil }
