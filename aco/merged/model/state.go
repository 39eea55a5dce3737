package model

import "github.com/aco-vk/aco-vk/shaders/glsl"

// State is the state of a colony between two iterations, as the host reads it. The shaders have it
// in shaders/merged/state.glsl.
type State struct {
	// Iteration is the number of complete iterations. The tour is in half Iteration & 1 of the colony's tours.
	Iteration     uint32
	Stop          uint32 // not 0: a stop rule holds, and every stage returns at once
	Length        uint64 // of the tour, by the sum of gains
	Best          uint64 // of the best tour that was checked
	BestIteration uint32
	// Faults: found by the last check: positions whose city is also at another one, plus
	// FaultLength if the length differs.
	Faults       uint32
	Measured     uint64 // length of the tour at the last check, by its edges
	LongChanges  uint32 // long changes of this iteration
	LongAccepted uint32 // of them
	// WrongChange is 1 + the number of an ant of a group whose change has a wrong gain; 0 if there
	// is none.
	WrongChange uint32
	Counts      Counts
}

// FaultLength is added to Faults if the measured length differs from Length.
const FaultLength = glsl.MergedFaultLength

// Why a colony stopped.
const (
	Running       = 0
	TargetReached = glsl.MergedTargetReached
	Stalled       = glsl.MergedStalled
	Faulty        = glsl.MergedFaulty // the check failed, or there is a wrong change
)

// Counts are sums over all iterations, modulo 2³².
type Counts struct {
	Evaluations uint32 // cities from which ants searched for a move
	Moves       uint32 // moves made
	Undone      uint32 // ants that returned to the shared tour
	Full        uint32 // ants that ran out of pieces
	Submitted   uint32 // changes submitted
	Accepted    uint32 // of them
	Losing      uint32 // accepted changes that made the tour longer
	Long        uint32 // long changes submitted
}

// Add adds other counts, modulo 2³².
func (c *Counts) Add(other Counts) {
	c.Evaluations += other.Evaluations
	c.Moves += other.Moves
	c.Undone += other.Undone
	c.Full += other.Full
	c.Submitted += other.Submitted
	c.Accepted += other.Accepted
	c.Losing += other.Losing
	c.Long += other.Long
}

// StateWords is the size of a State in words.
const StateWords = glsl.MergedStateWords

// Words returns the state as the device has it.
func (s State) Words() []uint32 {
	c, w := s.Counts, make([]uint32, StateWords)
	w[glsl.MergedStateIteration], w[glsl.MergedStateStop] = s.Iteration, s.Stop
	glsl.PutUint64(w[glsl.MergedStateTourLength:], s.Length)
	glsl.PutUint64(w[glsl.MergedStateBest:], s.Best)
	w[glsl.MergedStateBestIteration], w[glsl.MergedStateFaults] = s.BestIteration, s.Faults
	glsl.PutUint64(w[glsl.MergedStateMeasured:], s.Measured)
	w[glsl.MergedStateLongChanges], w[glsl.MergedStateLongAccepted] = s.LongChanges, s.LongAccepted
	w[glsl.MergedStateWrongChange] = s.WrongChange
	w[glsl.MergedStateEvaluations], w[glsl.MergedStateMoves] = c.Evaluations, c.Moves
	w[glsl.MergedStateUndone], w[glsl.MergedStateFull] = c.Undone, c.Full
	w[glsl.MergedStateSubmitted], w[glsl.MergedStateAccepted] = c.Submitted, c.Accepted
	w[glsl.MergedStateLosing], w[glsl.MergedStateLongSubmitted] = c.Losing, c.Long
	return w
}

// StateOf reads what Words wrote.
func StateOf(w []uint32) State {
	return State{
		Iteration: w[glsl.MergedStateIteration], Stop: w[glsl.MergedStateStop],
		Length: glsl.Uint64(w[glsl.MergedStateTourLength:]), Best: glsl.Uint64(w[glsl.MergedStateBest:]),
		BestIteration: w[glsl.MergedStateBestIteration], Faults: w[glsl.MergedStateFaults],
		Measured:    glsl.Uint64(w[glsl.MergedStateMeasured:]),
		LongChanges: w[glsl.MergedStateLongChanges], LongAccepted: w[glsl.MergedStateLongAccepted],
		WrongChange: w[glsl.MergedStateWrongChange],
		Counts: Counts{
			Evaluations: w[glsl.MergedStateEvaluations], Moves: w[glsl.MergedStateMoves],
			Undone: w[glsl.MergedStateUndone], Full: w[glsl.MergedStateFull],
			Submitted: w[glsl.MergedStateSubmitted], Accepted: w[glsl.MergedStateAccepted],
			Losing: w[glsl.MergedStateLosing], Long: w[glsl.MergedStateLongSubmitted],
		},
	}
}
