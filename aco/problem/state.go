package problem

import "math"

// StopRules end a run at an iteration that does not depend on the device or on how iterations were batched. The zero value
// of a rule is no rule. The limit of iterations is the third such rule; whoever counts them keeps it.
type StopRules struct {
	Target uint64 // stop at a tour of this length or shorter
	Stall  uint32 // stop after so many iterations without improvement
}

// StopCode says which rule holds.
type StopCode uint32

const (
	Running StopCode = iota
	TargetReached
	Stalled
	// Waiting is not a rule: a colony waits for others on its device, which are fewer iterations on.
	Waiting
)

// State is what an iteration of a colony hands on to the next, besides the pheromone.
type State struct {
	Iteration     uint32 // complete iterations; the number of the one under way counts from 0
	Stop          StopCode
	BestLength    uint64 // best so far
	BestIteration uint32 // counted from 1; 0 is the nearest-neighbour tour
	BestAnt       uint32
	IterationAnt  uint32 // whose tour was the last iteration's shortest
	MaxMin        MaxMinState
}

// MaxMinState is what MMAS hands on besides.
type MaxMinState struct {
	RestartLength uint64 // best since the trails were last initialised
	RestartBest   uint32 // iteration, counted from 1, at which that was found
	Restart       uint32 // complete iterations when the trails were last initialised
	Max, Min      uint32 // the limits of the trails
	Amount        uint32 // that the iteration deposits on each edge of its tour
	Renewal       Renewal
	Branches      uint32 // of the convergence test: candidate edges that are well above the least trail
}

// Renewal says what the trails undergo besides evaporation and deposit.
type Renewal uint32

const (
	NoRenewal          Renewal = iota
	SmoothTrails               // raised toward the upper limit
	ReinitialiseTrails         // set to the upper limit
)

// NewState returns the state before the first iteration: the nearest-neighbour tour is the best so far.
func NewState(p *Problem, rules StopRules) State {
	s := State{BestLength: p.StartLength}
	if p.Algorithm == AlgorithmMMAS {
		s.MaxMin.RestartLength = math.MaxUint64 // none yet
		s.MaxMin.Max, s.MaxMin.Min = p.Limits.ForBest(p.StartLength)
	}
	s.Stop = rules.Apply(s)
	return s
}

// Apply returns the rule that holds in a state.
func (r StopRules) Apply(s State) StopCode {
	switch {
	case s.BestLength <= r.Target:
		return TargetReached
	case r.Stall > 0 && s.Iteration-s.BestIteration >= r.Stall:
		return Stalled
	}
	return Running
}

// StateWords is the number of 32-bit words of a state on a device. Its shader twin is shaders/include/state.glsl.
const StateWords = 16

// Words returns the state as a device holds it.
func (s State) Words() []uint32 {
	m := s.MaxMin
	return []uint32{
		s.Iteration, uint32(s.Stop), uint32(s.BestLength), uint32(s.BestLength >> 32), s.BestIteration, s.BestAnt,
		uint32(m.RestartLength), uint32(m.RestartLength >> 32), m.RestartBest, m.Restart, m.Max, m.Min, m.Amount, uint32(m.Renewal), m.Branches,
		s.IterationAnt,
	}
}

// StateOf reads a state from a device's words, StateWords of them.
func StateOf(words []uint32) State {
	return State{
		Iteration: words[0], Stop: StopCode(words[1]), BestLength: uint64(words[2]) | uint64(words[3])<<32,
		BestIteration: words[4], BestAnt: words[5], IterationAnt: words[15],
		MaxMin: MaxMinState{
			RestartLength: uint64(words[6]) | uint64(words[7])<<32, RestartBest: words[8], Restart: words[9],
			Max: words[10], Min: words[11], Amount: words[12], Renewal: Renewal(words[13]), Branches: words[14],
		},
	}
}
