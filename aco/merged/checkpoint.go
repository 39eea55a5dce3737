package merged

import (
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Algorithm is what checkpoints call merged ants.
const Algorithm = "merged"

// saved is Run of a checkpoint's header.
type saved struct {
	Parameters model.Parameters `json:"parameters"`
	Rules      savedRules       `json:"rules"`
	Resumed    []int            `json:"resumed,omitempty"`    // the iterations after which the run was resumed
	Repeats    *Schedule        `json:"repeats,omitempty"`    // the repeated schedule
	First      model.StartKind  `json:"first_tour,omitempty"` // before the first iteration: set if the user gave an initial tour
	Begun      *progress        `json:"begun,omitempty"`      // nil before the first iteration
}

// savedRules are the stop rules of a run.
type savedRules struct {
	Iterations int           `json:"iterations,omitempty"`
	TimeLimit  time.Duration `json:"time_limit,omitempty"`
	Target     int64         `json:"target,omitempty"`
	Stall      int           `json:"stall,omitempty"`
	Idle       time.Duration `json:"idle,omitempty"`
	Open       bool          `json:"open,omitempty"` // no rule was given; these are the defaults
}

// progress is the progress of a run.
type progress struct {
	Plan     *position                `json:"plan,omitempty"` // nil for a repeated schedule, whose steps are all in Queued
	Schedule Schedule                 `json:"schedule"`       // so far
	Queued   []Step                   `json:"rest,omitempty"` // steps before the next step of the plan
	Joining  bool                     `json:"joining,omitempty"`
	Stop     engine.StopReason        `json:"stop,omitempty"` // why the run ended, unless the user interrupted it
	Good     uint64                   `json:"good_length"`
	Shortest uint64                   `json:"shortest_length"`
	Best     uint64                   `json:"best_length"` // of the verified tours
	Found    int                      `json:"found"`
	Trace    []engine.Improvement     `json:"trace"`
	Combined int                      `json:"combined"`
	Joined   time.Duration            `json:"joined"`
	Each     time.Duration            `json:"each"` // time of an iteration
	From     int                      `json:"from"` // iterations of the warm-up
	Setup    time.Duration            `json:"setup"`
	Stages   map[string]time.Duration `json:"stages"`
	Rounds   map[string]float64       `json:"rounds"`
}

// saves returns the header's description of a run before its first iteration.
func (o Options) saves(p model.Parameters) saved {
	s := saved{Parameters: p, Rules: o.rules(), Repeats: o.Schedule, Resumed: o.Resume.resumed()}
	if o.InitialTour != nil {
		s.First = model.StartInitial
	}
	return s
}

func (o Options) rules() savedRules {
	return savedRules{o.Iterations, o.TimeLimit, o.Target, o.Stall, o.Idle, o.open}
}

// firstSnapshot returns the snapshot of a run before its first iteration: its parameters, and the initial tour if one was given.
func (r *run) firstSnapshot() engine.Snapshot {
	snapshot := engine.Snapshot{Run: r.options.saves(r.model.Parameters)}
	if r.options.InitialTour != nil {
		snapshot.Sections = append(snapshot.Sections, firstSection(r.options.InitialTour))
	}
	return snapshot
}

// progress returns a copy of the run's progress.
func (r *run) progress() *progress {
	stages, clock := r.Stages(), r.Clock()
	p := &progress{
		Schedule: r.schedule, Queued: stepsOf(r.Queued), Joining: r.ExchangeDue, Good: r.current.length, Shortest: r.shortest.length, Best: r.Length,
		Found: r.FoundAt, Trace: slices.Clone(r.Trace), Combined: r.recombinedAt, Joined: r.recombineTime, Each: clock.Each, From: clock.Warmup,
		Setup: r.Setup, Stages: stages.Times, Rounds: stages.Rounds,
	}
	p.Schedule.Steps = stepsOf(r.Steps)
	switch planner := r.plan.(type) {
	case *plan:
		at := planner.position
		p.Plan = &at
	case *replay:
		p.Queued = append(p.Queued, planner.steps...)
	}
	if r.Stop != engine.StopInterrupted {
		p.Stop = r.Stop
	}
	return p
}

// Snapshot implements engine.Algorithm. The tours of devices are checked before they are written.
func (r *run) Snapshot() (engine.Snapshot, error) {
	states := make([]carriedState, r.model.Colonies)
	r.Each(func(s *site) error {
		own, err := s.Colonies.carriedStates()
		copy(states[s.First:], own)
		return err
	})
	if r.Failure() != nil || r.AnyLost() {
		return engine.Snapshot{}, nil
	}
	run := r.options.saves(r.model.Parameters)
	run.First, run.Begun = r.model.StartKind, r.progress()
	current := r.current.tour
	return engine.Snapshot{
		Iteration: r.Scheduled, Run: run, Sections: sections(r.model, current, r.shortest.tour, states),
		Check: func() error {
			for c, state := range states {
				if !isConsistent(r.model, current, c, state) {
					return fmt.Errorf("the tour of colony %d is invalid or has another length", c+1)
				}
			}
			return nil
		},
	}, nil
}
