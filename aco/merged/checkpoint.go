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

// saved is what the header of a checkpoint has of a run.
type saved struct {
	Parameters model.Parameters `json:"parameters"`
	Rules      savedRules       `json:"rules"`
	Resumed    []int            `json:"resumed,omitempty"`    // the iterations after which the run was resumed
	Repeats    *Schedule        `json:"repeats,omitempty"`    // of a run that is repeated
	First      model.StartKind  `json:"first_tour,omitempty"` // before the first iteration that of the user, if one was given
	Begun      *progress        `json:"begun,omitempty"`      // nil before the first iteration
}

// savedRules are a run's.
type savedRules struct {
	Iterations int           `json:"iterations,omitempty"`
	TimeLimit  time.Duration `json:"time_limit,omitempty"`
	Target     int64         `json:"target,omitempty"`
	Stall      int           `json:"stall,omitempty"`
	Idle       time.Duration `json:"idle,omitempty"`
	Open       bool          `json:"open,omitempty"` // they are those of a run without any
}

// progress is how far a run has come.
type progress struct {
	Plan     *position                `json:"plan,omitempty"` // nil for a run that is repeated: all its steps are in Queued
	Schedule Schedule                 `json:"schedule"`       // until now
	Queued   []Step                   `json:"rest,omitempty"` // what comes before the next step of the plan
	Joining  bool                     `json:"joining,omitempty"`
	Stop     engine.StopReason        `json:"stop,omitempty"` // why the run ended, unless the user interrupted it
	Good     uint64                   `json:"good_length"`
	Shortest uint64                   `json:"shortest_length"`
	Best     uint64                   `json:"best_length"` // of the tours that were checked
	Found    int                      `json:"found"`
	Trace    []engine.Improvement     `json:"trace"`
	Combined int                      `json:"combined"`
	Joined   time.Duration            `json:"joined"`
	Each     time.Duration            `json:"each"`            // that an iteration takes
	From     int                      `json:"from"`            // the iterations of the warm-up
	Doubt    int                      `json:"doubt,omitempty"` // of files of earlier versions; not used
	Setup    time.Duration            `json:"setup"`
	Stages   map[string]time.Duration `json:"stages"`
	Rounds   map[string]float64       `json:"rounds"`
}

// saves returns what a file has of the options.
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

// firstSnapshot is a run before its first iteration: its parameters, and its first tour if it was given one, say all.
func (r *run) firstSnapshot() engine.Snapshot {
	snapshot := engine.Snapshot{Run: r.options.saves(r.model.Parameters)}
	if r.options.InitialTour != nil {
		snapshot.Sections = append(snapshot.Sections, firstSection(r.options.InitialTour))
	}
	return snapshot
}

// progress describes how far the run has come. Nothing in it changes when the run goes on.
func (r *run) progress() *progress {
	stages, clock := r.Stages(), r.Clock()
	p := &progress{
		Schedule: r.schedule, Queued: stepsOf(r.Queued), Joining: r.ExchangeDue, Good: r.goodness, Shortest: r.shortest.length, Best: r.Length,
		Found: r.FoundAt, Trace: slices.Clone(r.Trace), Combined: r.combined, Joined: r.joined, Each: clock.Each, From: clock.Warmup,
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

// Snapshot implements engine.Algorithm. What devices return is checked before it is written.
func (r *run) Snapshot() (engine.Snapshot, error) {
	memories := make([]memory, r.model.Colonies)
	r.Each(func(s *site) error {
		own, err := s.Colonies.memories()
		copy(memories[s.First:], own)
		return err
	})
	if r.Failure() != nil || r.AnyLost() {
		return engine.Snapshot{}, nil
	}
	run := r.options.saves(r.model.Parameters)
	run.First, run.Begun = r.model.StartKind, r.progress()
	good := r.good
	return engine.Snapshot{
		Iteration: r.Scheduled, Run: run, Sections: sections(r.model, good, r.shortest.tour, memories),
		Check: func() error {
			for c, of := range memories {
				if !holds(r.model, good, c, of) {
					return fmt.Errorf("colony %d has no tour, or one of another length", c+1)
				}
			}
			return nil
		},
	}, nil
}
