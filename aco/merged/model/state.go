package model

// State is what an iteration of a colony hands on to the next, and what the host reads of it. Twin: shaders/include/merged_state.glsl.
type State struct {
	Iteration     uint32 // complete iterations; the tour is in half Iteration & 1 of the colony's tours
	Stop          uint32 // not 0: a rule holds, and every stage is left at once
	Length        uint64 // of the tour, by the sum of what was gained
	Best          uint64 // of the best tour that was checked
	BestIteration uint32
	Faults        uint32 // of the check: places that hold no city of their own; FaultLength where the length is another
	Measured      uint64 // length of the tour at the last check, by its edges
	LongChanges   uint32 // long changes of this iteration
	LongAccepted  uint32 // of them
	Counts        Counts
}

// FaultLength is added to Faults where the measured length is not the one believed.
const FaultLength = 1 << 31

// Why a colony stopped.
const (
	Running       = 0
	TargetReached = 1
	Stalled       = 2
	Faulty        = 3 // the check failed
)

// Counts add up over all iterations, and wrap.
type Counts struct {
	Evaluations uint32 // cities from which ants looked for a move
	Moves       uint32 // that they made
	Undone      uint32 // ants that came back to the shared tour
	Full        uint32 // ants that ran out of pieces
	Submitted   uint32 // changes handed to the merge
	Accepted    uint32 // of them
	Losing      uint32 // accepted changes that made the tour longer
	Long        uint32 // long changes handed to the merge
}

// StateWords is the size of a State in words.
const StateWords = 24

// Words returns the state as the device has it, low words first.
func (s State) Words() []uint32 {
	c := s.Counts
	return []uint32{
		s.Iteration, s.Stop, uint32(s.Length), uint32(s.Length >> 32), uint32(s.Best), uint32(s.Best >> 32), s.BestIteration, s.Faults,
		uint32(s.Measured), uint32(s.Measured >> 32), s.LongChanges, s.LongAccepted,
		c.Evaluations, c.Moves, c.Undone, c.Full, c.Submitted, c.Accepted, c.Losing, c.Long,
		0, 0, 0, 0,
	}
}

// StateOf reads what Words wrote.
func StateOf(w []uint32) State {
	return State{
		w[0], w[1], uint64(w[2]) | uint64(w[3])<<32, uint64(w[4]) | uint64(w[5])<<32, w[6], w[7],
		uint64(w[8]) | uint64(w[9])<<32, w[10], w[11],
		Counts{w[12], w[13], w[14], w[15], w[16], w[17], w[18], w[19]},
	}
}
