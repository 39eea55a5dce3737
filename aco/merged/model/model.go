package model

import "github.com/aco-vk/aco-vk/tsp"

// StartKind says what the tour is that colonies start from.
type StartKind string

const (
	StartGreedy  StartKind = "greedy"
	StartInitial StartKind = "initial"             // the user's
	StartCurve   StartKind = "space_filling_curve" // there was no time for another
)

// Model is an instance made ready for merged ants.
type Model struct {
	Instance    *tsp.Instance // with its cities renumbered along a space-filling curve
	Order       []int32       // the caller's number of each city
	Parameters  Parameters    // of the run
	Cities      int
	Colonies    int // that work at once, each on a tour of its own or, where there are windows, on its part of one tour
	Windows     int // of the tour, one a colony; 1 or 0: each colony has a whole tour
	Ants        int // of a colony in an iteration
	Seed        uint64
	Width       int // candidates of a city, which t3 is taken from
	SecondWidth int // of them, the nearest ones, which t5 is taken from
	Candidates  []uint32
	StartTour   []uint32 // the tour that colonies start from
	StartKind   StartKind
	StartLength uint64  // of StartTour
	Spread      float64 // how much farther away its fourth candidate is than its nearest, on average of all cities: what choices differ by
	ClaimShift  uint32  // of ClaimKey
	Period      uint32  // iterations between checks
	Target      uint64  // stop at a tour of this length or shorter; 0: no target
	Stall       uint32  // stop after so many iterations without a better tour; 0: never
	// FirstColony is the number of the first colony here: those of a run are numbered over all its devices.
	FirstColony int
}

// Distance returns the distance of two cities by their own numbers.
func (m *Model) Distance(a, b uint32) int64 { return m.Instance.Distance(int(a), int(b)) }
