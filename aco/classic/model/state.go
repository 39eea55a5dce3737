package model

import (
	"math"

	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// StopRules are the stop rules that a device applies after each iteration. They end a colony at
// the same iteration on every device, however iterations are batched. The zero value of a rule is
// no rule. The limits of iterations and of time are rules of the host (engine.Rules).
type StopRules struct {
	Target uint64 // stop at a tour of this length or shorter
	Stall  uint32 // stop after so many iterations without improvement
}

// StopCode says which rule holds.
type StopCode uint32

const (
	Running       StopCode = 0
	TargetReached StopCode = glsl.TargetReached
	Stalled       StopCode = glsl.Stalled
	// Waiting is not a rule: the colony is ahead of others on its device and waits for them.
	Waiting StopCode = 3
)

// State is the data that an iteration of a colony passes to the next one, besides the pheromone.
type State struct {
	Iteration     uint32 // number of complete iterations; the current iteration has this number, counted from 0
	Stop          StopCode
	BestLength    uint64 // best so far
	BestIteration uint32 // counted from 1; 0 is the nearest-neighbour tour
	BestAnt       uint32
	IterationAnt  uint32 // ant with the shortest tour of the last iteration
	MaxMin        MaxMinState
}

// MaxMinState is the part of the state for MMAS. Ant System with a rule has RestartLength, the best
// length of an ant. Best-Worst Ant System has also Restart, Renewal and Amount, the strength of its
// mutations.
type MaxMinState struct {
	RestartLength uint64 // best since the trails were last initialised
	RestartBest   uint32 // iteration, counted from 1, at which that was found
	Restart       uint32 // complete iterations when the trails were last initialised
	Max, Min      uint32 // the limits of the trails
	Amount        uint32 // deposit of the iteration on each edge of its tour
	Renewal       Renewal
	Branches      uint32 // of the convergence test: candidate edges that are well above the least trail
}

// Renewal is a change of all trails in addition to evaporation and deposit.
type Renewal uint32

const (
	NoRenewal          Renewal = 0
	SmoothTrails       Renewal = glsl.SmoothTrails       // raised toward the upper limit
	ReinitialiseTrails Renewal = glsl.ReinitialiseTrails // set to the upper limit
)

// RenewalEvent returns the change of the trails that RenewalRule makes.
func (p Parameters) RenewalEvent() Renewal {
	switch p.Renewal {
	case RenewalSmooth:
		return SmoothTrails
	case RenewalRestart:
		return ReinitialiseTrails
	}
	return NoRenewal
}

// NewState returns the state before the first iteration: the start tour is the best so far. In
// MMAS and with a deposit rule the caller's first tour is reinforced like a tour of an ant.
func NewState(p *Problem, rules StopRules) State {
	s := State{BestLength: p.StartLength}
	if p.Algorithm == AlgorithmMMAS || p.Rule != "" {
		s.MaxMin.RestartLength = math.MaxUint64 // none yet
		if p.Initial != nil {
			s.MaxMin.RestartLength = p.StartLength
		}
	}
	if p.Algorithm == AlgorithmMMAS {
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

// StateWords is the number of 32-bit words of a state on a device.
const StateWords = glsl.StateWords

// Words returns the state as a device holds it (shaders/classic/state.glsl).
func (s State) Words() []uint32 {
	m, w := s.MaxMin, make([]uint32, StateWords)
	w[glsl.StateIteration], w[glsl.StateStop] = s.Iteration, uint32(s.Stop)
	w[glsl.StateBestIteration], w[glsl.StateBestAnt], w[glsl.StateIterationAnt] = s.BestIteration, s.BestAnt, s.IterationAnt
	w[glsl.StateRestartBest], w[glsl.StateRestart] = m.RestartBest, m.Restart
	w[glsl.StateTrailMax], w[glsl.StateTrailMin], w[glsl.StateAmount] = m.Max, m.Min, m.Amount
	w[glsl.StateRenewal], w[glsl.StateBranches] = uint32(m.Renewal), m.Branches
	glsl.PutUint64(w[glsl.StateBestLength:], s.BestLength)
	glsl.PutUint64(w[glsl.StateRestartLength:], m.RestartLength)
	return w
}

// StateOf reads a state from a device's words, StateWords of them.
func StateOf(w []uint32) State {
	return State{
		Iteration: w[glsl.StateIteration], Stop: StopCode(w[glsl.StateStop]),
		BestLength:    glsl.Uint64(w[glsl.StateBestLength:]),
		BestIteration: w[glsl.StateBestIteration], BestAnt: w[glsl.StateBestAnt],
		IterationAnt: w[glsl.StateIterationAnt],
		MaxMin: MaxMinState{
			RestartLength: glsl.Uint64(w[glsl.StateRestartLength:]), RestartBest: w[glsl.StateRestartBest],
			Restart: w[glsl.StateRestart],
			Max:     w[glsl.StateTrailMax], Min: w[glsl.StateTrailMin], Amount: w[glsl.StateAmount],
			Renewal: Renewal(w[glsl.StateRenewal]), Branches: w[glsl.StateBranches],
		},
	}
}
