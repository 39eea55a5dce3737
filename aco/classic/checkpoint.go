package classic

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// saved is the field Run of a checkpoint's header.
type saved struct {
	Parameters model.Parameters `json:"parameters"`
	engine.Rules
	Caller      json.RawMessage `json:"caller,omitempty"`
	Resumed     []int           `json:"resumed,omitempty"`      // the iterations after which the run was resumed
	InitialTour bool            `json:"initial_tour,omitempty"` // the file has the section initialSection
	Progress    *savedProgress  `json:"made,omitempty"`         // nil before the first iteration
}

// initialSection is the section with the initial tour that the caller gave.
const initialSection = "initial_tour"

// savedProgress is the progress of a run, without its colonies.
type savedProgress struct {
	NextExchange int                  `json:"next_exchange,omitempty"` // iteration; 0: there is none
	Setup        time.Duration        `json:"setup"`
	AntsBest     uint64               `json:"ants_best"`
	Trace        []engine.Improvement `json:"trace"`
	Found        []time.Duration      `json:"found"` // when each colony found its best tour
	// Ants has a hash of each colony. It is nil in files of versions without it.
	Ants   []engine.AntsHash        `json:"ants,omitempty"`
	Stages map[string]time.Duration `json:"stages"`
	Rounds map[string]float64       `json:"rounds"`
}

// firstSnapshot returns the snapshot of a run before its first iteration: its parameters, and the
// initial tour if one was given.
func (r *run) firstSnapshot() engine.Snapshot {
	o := r.options
	s := saved{
		Parameters: r.problem.Parameters, Rules: o.Rules, Caller: r.caller, Resumed: o.Resumed,
		InitialTour: o.InitialTour != nil,
	}
	snapshot := engine.Snapshot{Run: s}
	if s.InitialTour {
		snapshot.Sections = append(
			snapshot.Sections, checkpoint.NewSection(initialSection, engine.WordsOf(o.InitialTour)),
		)
	}
	return snapshot
}

// Snapshot implements engine.Algorithm.
func (r *run) Snapshot() (engine.Snapshot, error) {
	r.Verify()
	for _, s := range r.Sites() {
		if s.Lost == nil {
			r.Fail(s, r.finishStopped(s))
		}
	}
	if r.Failure() != nil || r.AnyLost() {
		return engine.Snapshot{}, nil
	}
	state := r.State()
	progress := savedProgress{
		NextExchange: r.nextExchange, Setup: state.Setup, AntsBest: r.antsBest, Trace: state.Trace,
		Stages: state.Stages.Times, Rounds: state.Stages.Rounds,
	}
	var states, tours []uint32
	for _, c := range r.states {
		if c.state.Stop == model.Waiting {
			c.state.Stop = model.Running // no rule has ended it
		}
		states, tours = append(states, c.state.Words()...), append(tours, c.tour...)
		progress.Found = append(progress.Found, c.found)
		progress.Ants = append(progress.Ants, c.ants)
	}
	if r.antsUnknown {
		progress.Ants = nil
	}
	snapshot := r.firstSnapshot()
	run := snapshot.Run.(saved)
	run.Progress = &progress
	snapshot.Iteration, snapshot.Run = r.iterations(), run
	snapshot.Sections = append(
		snapshot.Sections, checkpoint.NewSection("state", states), checkpoint.NewSection("best_tour", tours),
	)
	for _, b := range r.carried {
		words := make([]uint32, b.Words*uint64(len(r.states)))
		r.Each(func(s *site) error {
			return s.Colonies.read(b.Name, 0, words[uint64(s.First)*b.Words:][:uint64(s.Count)*b.Words])
		})
		snapshot.Sections = append(snapshot.Sections, checkpoint.NewSection(b.Name, words))
	}
	return snapshot, nil
}

// finishStopped completes the last iteration of the colonies that a rule has ended: it runs the
// stages after best, which update the trails. Then the colonies can continue under another rule.
// The other colonies wait.
func (r *run) finishStopped(s *site) error {
	before := slices.Clone(r.statesOf(s))
	unfinished := false
	for i := range before {
		c := &r.statesOf(s)[i]
		ended := c.state.Stop != model.Running && c.state.Stop != model.Waiting
		c.state.Stop = model.Waiting
		if ended && c.finished < c.state.Iteration {
			c.state.Stop, unfinished = model.Running, true
		}
	}
	if !unfinished {
		copy(r.statesOf(s), before)
		return nil
	}
	err := s.Colonies.adopt(r.statesOf(s))
	if err == nil {
		err = s.Colonies.finishIteration()
	}
	if err != nil {
		copy(r.statesOf(s), before)
		return err
	}
	r.applyBatch(s, s.Colonies.batch())
	for i := range before {
		c := &r.statesOf(s)[i]
		if c.state.Stop == model.Running {
			c.finished = c.state.Iteration
		}
		c.state.Stop = before[i].state.Stop
	}
	return s.Colonies.adopt(r.statesOf(s))
}

// carriedBuffers returns the buffers whose contents an iteration takes from the previous one,
// except states and best tours, with their words per colony. An iteration writes all other buffers
// before it reads them, or the host makes them from the trails (derived_trails.go).
func carriedBuffers(p *model.Problem) []pipeline.Buffer {
	n := uint64(p.Cities)
	list := []pipeline.Buffer{{Name: "pheromone", Words: trailWords(p)}}
	switch {
	case p.Algorithm == model.AlgorithmMMAS || p.Rule != "":
		list = append(list, pipeline.Buffer{Name: "restart_tour", Words: n})
	case p.Memory == model.MemorySelective:
		list = append(list, pipeline.Buffer{Name: "tails", Words: n})
	}
	return list
}
