package model

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/fixed"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/tsp"
)

// StartKind says where the start tour comes from.
type StartKind string

const (
	StartGreedy  StartKind = "greedy"
	StartInitial StartKind = "initial"             // given by the caller
	StartCurve   StartKind = "space_filling_curve" // there was no time for a greedy tour
	StartNearest StartKind = "nearest_neighbour"   // nor was there for that of a matrix
)

// Model is an instance prepared for merged ants.
type Model struct {
	Instance *tsp.Instance           // with its cities renumbered along a space-filling curve
	distance func(a, b uint32) int64 // of Instance, faster; nil before Prepare
	// MatrixCities: devices read distances from a matrix, not from coordinates, up to this many
	// cities if a distance takes many operations.
	MatrixCities int
	NoAscent     bool    // before Prepare: the candidates are near cities whatever the instance is
	Order        []int32 // by city: its number in the caller's instance
	Fixed        fixed.Edges
	Parameters   Parameters // of the run
	Cities       int
	Colonies     int // each works on its own tour
	Ants         int // per colony and iteration
	Seed         uint64
	Width        int // candidates per city, for the first new edge of a move
	SecondWidth  int // the first of them are candidates for the second new edge
	Candidates   []uint32
	NearWidth    int // near cities per city
	// Near has the nearest cities, over all and by sector. First tours have edges between them.
	Near        []uint32
	StartTour   []uint32 // the tour that colonies start from, unless they have one of NoisyTours
	StartKind   StartKind
	StartLength uint64 // of StartTour
	// NoisyTours has the first tours of all colonies but the first, if they are a population; see
	// Diversify.
	NoisyTours [][]uint32
	// HasInitial: a tour of the caller took the place of one of them; see AddInitial.
	HasInitial bool
	// Spread is the mean difference between the distances of a city to its fourth and to its nearest
	// city.
	Spread     float64
	ClaimShift uint32 // of ClaimKey
	Period     uint32 // iterations between checks
	Target     uint64 // stop at a tour of at most this length; 0: no target
	Stall      uint32 // stop after this many iterations without a better tour; 0: never
	// FirstColony is the number of the first colony of this model. Colonies are numbered across
	// all devices of a run.
	FirstColony int
	// OnFirstTours, if not nil, is called by Prepare when it has the candidates and begins to
	// compute first tours.
	OnFirstTours func()
	// End, if not nil, returns when Prepare has to end. It is called when there is a start tour that
	// needs no search, which remains if the time is too short.
	End func() time.Time
	// Prepared is true after a Prepare that no context has ended early.
	Prepared bool
	// Large makes devices use the shaders for large instances, which read candidates in parts,
	// whatever the number of cities.
	Large bool
}

// Distance returns the distance between two cities, numbered as in the model.
func (m *Model) Distance(a, b uint32) int64 {
	if m.distance != nil {
		return m.distance(a, b)
	}
	return m.Instance.Distance(int(a), int(b))
}

// Neighbors returns the candidates and the fixed edges for [recombine.AssembleEdges].
func (m *Model) Neighbors() recombine.Neighbors {
	return recombine.Neighbors{Cities: m.Candidates, Width: m.Width, Fixed: m.Fixed.Has}
}

// HasFixed reports whether edges are fixed: every tour has them, and no change removes them.
func (m *Model) HasFixed() bool { return len(m.Instance.Fixed) > 0 }

// NewUnprepared returns a model with the sizes that follow from the instance and the parameters:
// enough to plan memory and to create pipelines. Call Prepare before use; until then Instance is
// the caller's. If the instance or a parameter cannot be used, the error is an *option.Error.
func NewUnprepared(instance *tsp.Instance, parameters Parameters) (*Model, error) {
	if err := check(instance); err != nil {
		return nil, err
	}
	n := instance.Dimension()
	parameters.choose(n, mostCandidates(instance))
	if err := parameters.validate(); err != nil {
		return nil, err
	}
	if uint64(parameters.Colonies)*uint64(n) > MaxCities {
		return nil, option.Errorf("colonies %d with %d cities: all tours together have at most %d cities", parameters.Colonies, n, MaxCities).
			With(option.AtMost(option.Colonies, MaxCities/n))
	}
	return &Model{
		Instance: instance, Parameters: parameters, Cities: n, Colonies: parameters.Colonies, Ants: parameters.Ants,
		MatrixCities: matrixCities, Seed: parameters.Seed, Width: parameters.Candidates,
		SecondWidth: min(secondWidth, parameters.Candidates), Period: period,
	}, nil
}

// HasPairs reports whether cities are nodes of pairs that stand for the cities of an asymmetric
// matrix.
func (m *Model) HasPairs() bool { return m.Instance.Metric == tsp.Pairs }

// MatrixRows returns the number of rows of the distance matrix, if distances are read from one.
func (m *Model) MatrixRows() int { return matrixRows(m.Instance) }

func matrixRows(instance *tsp.Instance) int {
	if instance.Metric == tsp.Pairs {
		return instance.Dimension() / 2
	}
	return instance.Dimension()
}

// mostCandidates returns the number of cities that can be candidates of a city. The nodes of a
// pair are joined already.
func mostCandidates(instance *tsp.Instance) int { return matrixRows(instance) - 1 }
