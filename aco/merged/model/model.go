package model

import (
	"github.com/aco-vk/aco-vk/aco/fixed"
	"github.com/aco-vk/aco-vk/tsp"
)

// StartKind says where the start tour comes from.
type StartKind string

const (
	StartGreedy  StartKind = "greedy"
	StartInitial StartKind = "initial"             // given by the caller
	StartCurve   StartKind = "space_filling_curve" // there was no time for a greedy tour
)

// Model is an instance prepared for merged ants.
type Model struct {
	Instance *tsp.Instance // with its cities renumbered along a space-filling curve
	// MatrixCities: devices read distances from a matrix, not from coordinates, up to this many
	// cities if a distance takes many operations.
	MatrixCities int
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
	NearWidth    int      // near cities per city
	Near         []uint32 // the nearest cities and those of each sector; first tours have edges between them
	StartTour    []uint32 // the tour that colonies start from, unless they have one of NoisyTours
	StartKind    StartKind
	StartLength  uint64     // of StartTour
	NoisyTours   [][]uint32 // of all colonies but the first, if these are a population; see Diversify
	Spread       float64    // mean difference between the distances of a city to its fourth and to its nearest city
	ClaimShift   uint32     // of ClaimKey
	Period       uint32     // iterations between checks
	Target       uint64     // stop at a tour of at most this length; 0: no target
	Stall        uint32     // stop after this many iterations without a better tour; 0: never
	// FirstColony is the number of the first colony of this model. Colonies are numbered across
	// all devices of a run.
	FirstColony int
	// OnFirstTours, if not nil, is called by Prepare when it has the candidates and begins to
	// compute first tours.
	OnFirstTours func()
	// Large makes devices use the shaders for large instances, which read candidates in parts,
	// whatever the number of cities.
	Large bool
}

// Distance returns the distance between two cities, numbered as in the model.
func (m *Model) Distance(a, b uint32) int64 { return m.Instance.Distance(int(a), int(b)) }

// HasFixed reports whether edges are fixed: every tour has them, and no change removes them.
func (m *Model) HasFixed() bool { return len(m.Instance.Fixed) > 0 }
