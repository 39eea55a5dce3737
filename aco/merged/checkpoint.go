package merged

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
)

const (
	// Algorithm is what checkpoints call merged ants.
	Algorithm = "merged"
	// Revision counts the changes to the tours that merged ants make of the same parameters: none goes on with a run of another revision.
	Revision = 1
)

// kept is what a checkpoint has of a run beside words.
type kept struct {
	Parameters model.Parameters `json:"parameters"`
	Rules      keptRules        `json:"rules"`
	Resumed    []int            `json:"resumed,omitempty"`    // the iterations after which the run was gone on with
	Repeats    *Schedule        `json:"repeats,omitempty"`    // of a run that is repeated
	First      model.StartKind  `json:"first_tour,omitempty"` // before the first iteration that of the user, if one was given
	Begun      *begun           `json:"begun,omitempty"`      // before the first iteration there is nothing else
}

// keptRules are a run's.
type keptRules struct {
	Iterations int           `json:"iterations,omitempty"`
	TimeLimit  time.Duration `json:"time_limit,omitempty"`
	Target     int64         `json:"target,omitempty"`
	Stall      int           `json:"stall,omitempty"`
	Idle       time.Duration `json:"idle,omitempty"`
	Open       bool          `json:"open,omitempty"`
}

// begun is how far a run has come.
type begun struct {
	Plan     *position                `json:"plan,omitempty"` // none of a run that is repeated: all its steps are in Rest
	Schedule Schedule                 `json:"schedule"`       // until now
	Rest     []Step                   `json:"rest,omitempty"` // what comes before the next step of the plan
	Joining  bool                     `json:"joining,omitempty"`
	Stop     classic.StopReason       `json:"stop,omitempty"` // why the run ended, but for the user's wish
	Good     uint64                   `json:"good_length"`
	Shortest uint64                   `json:"shortest_length"`
	Best     uint64                   `json:"best_length"` // of the tours that were checked
	Found    int                      `json:"found"`
	Trace    []classic.Improvement    `json:"trace"`
	Combined int                      `json:"combined"`
	Joined   time.Duration            `json:"joined"`
	Each     time.Duration            `json:"each"`
	From     int                      `json:"from"`
	Doubt    int                      `json:"doubt,omitempty"`
	Setup    time.Duration            `json:"setup"`
	Stages   map[string]time.Duration `json:"stages"`
	Rounds   map[string]float64       `json:"rounds"`
}

// keeps is what a file has of the options.
func (o Options) keeps(p model.Parameters) kept {
	k := kept{Parameters: p, Rules: o.rules(), Repeats: o.Schedule}
	if o.InitialTour != nil {
		k.First = model.StartInitial
	}
	if o.Resume != nil {
		k.Resumed = append(slices.Clone(o.Resume.kept.Resumed), o.Resume.Iteration())
	}
	return k
}

func (o Options) rules() keptRules {
	return keptRules{o.Iterations, o.TimeLimit, o.Target, o.Stall, o.Idle, o.open}
}

// headerOf is the header of a model's checkpoints, but for what changes.
func headerOf(instance *tsp.Instance, m *model.Model, o Options) checkpoint.Header {
	return checkpoint.Header{
		Program: o.Checkpoint.Program, Algorithm: Algorithm, Revision: Revision, Seed: m.Parameters.Seed,
		Instance: checkpoint.Instance{Name: instance.Name, Cities: instance.Dimension(), SHA256: instance.SHA256()},
	}
}

// come describes how far the run has come; nothing in it changes when it goes on.
func (r *run) come() *begun {
	b := &begun{
		Schedule: r.schedule, Rest: slices.Clone(r.rest), Joining: r.joining, Good: r.goodness, Shortest: r.shortest.length, Best: r.length,
		Found: r.found, Trace: slices.Clone(r.trace), Combined: r.combined, Joined: r.joined, Each: r.tempo.each, From: r.tempo.from, Doubt: r.doubt,
		Setup: r.setup, Stages: map[string]time.Duration{}, Rounds: map[string]float64{},
	}
	r.stages(b.Stages, b.Rounds)
	b.Schedule.Steps = slices.Clone(r.schedule.Steps)
	switch p := r.plan.(type) {
	case *plan:
		at := p.position
		b.Plan = &at
	case *replay:
		b.Rest = append(b.Rest, p.steps...)
	}
	if r.stop != classic.StopInterrupted {
		b.Stop = r.stop
	}
	return b
}

// writer returns what writes a checkpoint of the run as it is, while the run goes on. What devices have returned is checked first.
func (r *run) writer() func() error {
	memories, good, shortest := r.memories(), r.good, r.shortest.tour
	header, keeps := r.keeper.header, r.keeper.kept
	header.Iteration, header.Elapsed = r.given, time.Since(r.options.Started)
	keeps.First, keeps.Begun = r.model.StartKind, r.come()
	return func() (err error) {
		for c, of := range memories {
			if !holds(r.model, good, c, of) {
				return fmt.Errorf("iteration %d: colony %d has no tour, or one of another length: no checkpoint is written of that", header.Iteration, c+1)
			}
		}
		if header.Run, err = json.Marshal(keeps); err != nil {
			return err
		}
		return checkpoint.Write(r.options.Checkpoint.File, header, sections(r.model, good, shortest, memories))
	}
}

// memories returns those of all colonies.
func (r *run) memories() []memory {
	all := make([]memory, r.model.Colonies)
	r.each(func(s *site) error {
		own, err := s.memories()
		copy(all[s.first:], own)
		return err
	})
	return all
}
