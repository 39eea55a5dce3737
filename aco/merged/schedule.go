package merged

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// Schedule has the steps of a run. With the same instance, parameters and initial tour, every
// device replays the run and finds the same tour.
type Schedule struct {
	FirstTour string `json:"first_tour_sha256"` // firstTourSHA256 of the model
	Target    int64  `json:"target,omitempty"`  // 0: none
	Stall     int    `json:"stall,omitempty"`   // 0: none
	// OrOpt is true if Or-opt shortens the tour at the end.
	OrOpt bool `json:"or_opt,omitempty"`
	// OrOptNear is true if Or-opt looks up near cities alone, at first or, with more than
	// maxWholeOrOpt cities, altogether.
	OrOptNear bool `json:"or_opt_near,omitempty"`
	// OrOptMoves is the number of its moves if a time limit or an interrupt ended it. 0 means that
	// it ran until no move shortened the tour.
	OrOptMoves int `json:"or_opt_moves,omitempty"`
	// EdgeAssembly is true if edge assembly crossover takes part in recombinations.
	EdgeAssembly bool `json:"edge_assembly,omitempty"`
	// These have one value each: true, mergeCities and pairCities. Runs of version 0.9 had others, and
	// are refused.
	EffortByAnts bool `json:"effort_by_ants,omitempty"`
	MergeCities  int  `json:"merge_cities,omitempty"`
	PairCities   int  `json:"pair_cities,omitempty"`
	// Meetings is the number of other tours that the tour of each colony meets at an exchange, before
	// edge assembly recombines the results. 0: the tours of all colonies are recombined as they are.
	// At the same time the tours of each pair are recombined.
	Meetings int `json:"meetings,omitempty"`
	// DistinctPlaces is the number of places of the caller's instance if coincident ones are a
	// single city here; 0: each place is a city. The caller sets it.
	DistinctPlaces int    `json:"distinct_places,omitempty"`
	NotReplayable  string `json:"spoilt,omitempty"` // why the run cannot be replayed; empty: it can
	Steps          []Step `json:"steps"`
}

// checkVersion refuses the schedule of an earlier version, which recombined tours in another way.
func (s *Schedule) checkVersion() error {
	if s.EffortByAnts && s.MergeCities == mergeCities && s.PairCities == pairCities {
		return nil
	}
	return option.Errorf("the run recombined tours as version 0.9 did: continue or repeat it with that version, or start a new run")
}

// Step is a number of iterations with the same settings.
type Step struct {
	Iterations int `json:"iterations"` // of each colony
	model.Settings
	// Renew is true if all colonies but the first start anew before the step, from noisy tours.
	Renew bool `json:"renew,omitempty"`
	// Together is true if all colonies of a population continue from the tour of the exchange before
	// the step.
	Together bool `json:"together,omitempty"`
	// Exchange is true if the tours of all colonies are combined after the step. The colonies
	// continue from the resulting tour or, if they started from different tours, from
	// recombinations in pairs.
	Exchange bool `json:"join,omitempty"`
	// Rounds is the number of rounds of the recombination if a time limit ended it. 0 means that
	// it ran until it found no improvement.
	Rounds int `json:"join_rounds,omitempty"`
	// Cut is true if a time limit ended the recombination before its first round was complete. It
	// then has the shortest of the tours.
	Cut bool `json:"join_cut,omitempty"`
	// Arrived lists the tours of other runs that took part in the recombination, as PeerTour.ID.
	Arrived []string `json:"arrived,omitempty"`
}

const (
	// maxSteps bounds the steps of a schedule from a file.
	maxSteps = 1 << 20
	// maxIterations keeps the iterations of a run in 32 bits.
	maxIterations = math.MaxInt32
)

// validate returns an error for a schedule that cannot be replayed.
func (s *Schedule) validate() error {
	if s.NotReplayable != "" {
		return option.Errorf("schedule: the run cannot be replayed: %q", s.NotReplayable)
	}
	if err := s.checkVersion(); err != nil {
		return err
	}
	if s.OrOptMoves < 0 {
		return option.Errorf("schedule: Or-opt made %d moves; no run has such a number", s.OrOptMoves)
	}
	if s.Meetings < 0 {
		return option.Errorf("schedule: %d meetings; no run has such a number", s.Meetings)
	}
	if s.Meetings > 0 && !s.EdgeAssembly {
		return option.Errorf("schedule: %d meetings without edge assembly; no run has these", s.Meetings)
	}
	if len(s.Steps) > maxSteps {
		return option.Errorf("schedule: %d steps; there are up to %d", len(s.Steps), maxSteps)
	}
	iterations := 0
	for i, step := range s.Steps {
		possible := step.Iterations >= 1 && step.Iterations <= maxIterations-iterations && step.Rounds >= 0
		if !possible || !step.Settings.IsPossible() {
			return option.Errorf("schedule: step %d has %d iterations, kicks of %d cities at %d scales; "+
				"no run has such a step", i+1, step.Iterations, step.Kick, step.Scales)
		}
		if len(step.Arrived) > maxArrived || len(step.Arrived) > 0 && !step.Exchange {
			return option.Errorf(
				"schedule: step %d has %d tours of other runs; no run has such a step", i+1, len(step.Arrived),
			)
		}
		iterations += step.Iterations
	}
	return nil
}

// engineStep is a step of the engine.
type engineStep = engine.Step[model.Settings]

// engine returns the engine's step.
func (s Step) engine() engineStep {
	return engineStep{
		Iterations: s.Iterations, Settings: s.Settings, Renew: s.Renew, Together: s.Together, Exchange: s.Exchange,
		Exchanged: engine.Exchanged{Rounds: s.Rounds, Cut: s.Cut, Arrived: s.Arrived}, Warmup: s.Kick == 0,
	}
}

// stepsOf returns the steps of a schedule for the engine's steps.
func stepsOf(steps []engineStep) []Step {
	list := make([]Step, len(steps))
	for i, step := range steps {
		list[i] = Step{
			step.Iterations, step.Settings, step.Renew, step.Together, step.Exchange, step.Rounds, step.Cut, step.Arrived,
		}
	}
	return list
}

// engineSteps is the inverse of stepsOf.
func engineSteps(steps []Step) []engineStep {
	list := make([]engineStep, len(steps))
	for i, step := range steps {
		list[i] = step.engine()
	}
	return list
}

// planner returns the next step of a run. ok is false at the end.
type planner interface {
	next(now engine.Pace) (step Step, ok bool)
	more() bool // whether next may return another step
}

// replay repeats the steps of a schedule.
type replay struct{ steps []Step }

func (r *replay) more() bool { return len(r.steps) > 0 }

func (r *replay) next(engine.Pace) (Step, bool) {
	if len(r.steps) == 0 {
		return Step{}, false
	}
	step := r.steps[0]
	r.steps = r.steps[1:]
	return step, true
}
