package problem

import (
	"math"

	"github.com/aco-vk/aco-vk/tsp"
)

// Problem is an instance made ready for ants, but for its two matrices, which whoever needs them fills row by row.
type Problem struct {
	Cities    int
	Symmetric bool
	Parameters
	AlphaHalves       uint32 // α in halves
	BetaHalves        uint32 // β in halves
	Trail             Trail
	Limits            TrailLimits // of MMAS
	ACS               ACSRates    // of ACS
	Start             tsp.Tour    // the nearest-neighbour tour from city 0: the best of iteration 0
	StartLength       uint64
	PlanarCoordinates // of distances that a device computes

	// FirstColony is the number of the first colony here: those of a run are numbered over all its devices.
	FirstColony int
}

const (
	// MinCities is the smallest instance with a tour to choose.
	MinCities = 3
	// maxDistance keeps the sum over any tour below 2⁶³ and is what an explicit weight can hold.
	maxDistance = math.MaxInt32
)

// NewUnprepared checks an instance's size and the parameters, and fills in what follows from them alone: enough to plan memory.
// What cannot be used is an *Error.
func NewUnprepared(instance *tsp.Instance, parameters Parameters) (*Problem, error) {
	n := instance.Dimension()
	if n < MinCities {
		return nil, Errorf("%d cities: with fewer than %d there is only one tour", n, MinCities)
	}
	parameters.choose(n)
	if err := parameters.validate(); err != nil {
		return nil, err
	}
	if err := parameters.validateSearch(instance.Symmetric()); err != nil {
		return nil, err
	}
	trail, err := newTrail(parameters.depositors(), parameters.Rho)
	if err != nil {
		return nil, err
	}
	return &Problem{
		Cities: n, Symmetric: instance.Symmetric(), Parameters: parameters,
		AlphaHalves: halves(parameters.Alpha), BetaHalves: halves(parameters.Beta), Trail: trail, PlanarCoordinates: NewPlanarCoordinates(instance),
		Limits: newTrailLimits(n, parameters.HasLocalSearch()), ACS: newACSRates(parameters),
	}, nil
}

// Prepare finds the nearest-neighbour tour and, from its length, the units of the pheromone.
func (p *Problem) Prepare() {
	p.Start = tsp.NearestNeighbour(p.instance, 0)
	p.StartLength = p.Length(p.Start)
	if p.Algorithm == AlgorithmACS {
		p.Trail = p.ACS.trail(p.Cities, p.StartLength)
		return
	}
	p.Trail.scale(p.depositors(), p.StartLength)
	if p.Algorithm == AlgorithmMMAS {
		p.Limits.scale(p.Rho, p.StartLength)
		p.Trail.Initial, _ = p.Limits.ForBest(p.StartLength) // trails start at the upper limit
	}
}

// New outlines and prepares.
func New(instance *tsp.Instance, parameters Parameters) (*Problem, error) {
	p, err := NewUnprepared(instance, parameters)
	if err != nil {
		return nil, err
	}
	p.Prepare()
	return p, nil
}

// Row fills one city's distances to all cities, below 2³¹, and its heuristic values: η^β scaled to 1..2³²−1, 0 for the
// city itself.
func (p *Problem) Row(city int, distances, heuristic []uint32) error {
	for j := range distances {
		d := int64(0)
		if j != city {
			d = p.instance.Distance(city, j)
		}
		if d < 0 || d > maxDistance {
			return Errorf("the distance from city %d to city %d is %d: ants work on distances from 0 to %d; scale the instance down",
				city+1, j+1, d, maxDistance)
		}
		distances[j] = uint32(d)
	}
	heuristicRow(heuristic, distances, city, p.BetaHalves)
	return nil
}

// CheckDistances refuses an instance with a distance outside 0..2³¹−1 without looking at each of them, for whoever asks for single
// ones. The bounds of the coordinates see to it, and an explicit matrix is read once; it is also held to be symmetric if it says
// so. The reason is an *Error.
func (p *Problem) CheckDistances() error {
	if err := p.instance.Validate(); err != nil {
		return Errorf("distances: %v", err)
	}
	return nil
}

// Length returns a tour's length in the instance's own metric.
func (p *Problem) Length(tour tsp.Tour) uint64 { return uint64(tour.Length(p.instance)) }
