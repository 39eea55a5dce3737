package merged

import (
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Algorithm is what checkpoints call merged ants.
const Algorithm = "merged"

// saved is the field Run of a checkpoint's header. The file keeps the names of its first
// version.
type saved struct {
	Parameters model.Parameters `json:"parameters"`
	Rules      savedRules       `json:"rules"`
	// ResumedAt has the iterations after which the run was resumed.
	ResumedAt []int     `json:"resumed,omitempty"`
	Replayed  *Schedule `json:"repeats,omitempty"` // the schedule that the run repeats
	// StartKind: empty before the first iteration, unless the user gave an initial tour.
	StartKind model.StartKind `json:"first_tour,omitempty"`
	// HasInitial: a colony started from an initial tour that is not the first tour.
	HasInitial bool      `json:"has_initial,omitempty"`
	Progress   *progress `json:"begun,omitempty"` // nil before the first iteration
}

// savedRules are the stop rules of a run.
type savedRules struct {
	engine.Rules
	AreDefaults bool `json:"open,omitempty"` // the user gave no rule
}

// progress is the progress of a run.
type progress struct {
	// Plan: nil if a schedule is repeated; its remaining steps are in Queued.
	Plan        *planState `json:"plan,omitempty"`
	Schedule    Schedule   `json:"schedule"`       // completed steps
	Queued      []Step     `json:"rest,omitempty"` // steps that remain before the plan continues
	ExchangeDue bool       `json:"joining,omitempty"`
	// DistributeDue: the result of the last recombination is not distributed yet. Checkpoints of earlier
	// versions lack it.
	DistributeDue bool `json:"joined_due,omitempty"`
	// Stop: why the run ended, unless the user interrupted it.
	Stop engine.StopReason `json:"stop,omitempty"`
	// CurrentLength is the length of the tour from which all colonies continue.
	CurrentLength uint64               `json:"good_length"`
	BestLength    uint64               `json:"best_length"` // of the verified tours
	FoundAt       int                  `json:"found"`       // iteration of the best tour
	Trace         []engine.Improvement `json:"trace"`
	// RecombinedAt is the number of iterations before the last recombination.
	RecombinedAt     int                      `json:"combined"`
	RecombineTime    time.Duration            `json:"joined"` // duration of that recombination
	IterationTime    time.Duration            `json:"each"`
	WarmupIterations int                      `json:"from"`
	SetupTime        time.Duration            `json:"setup"`
	StageTimes       map[string]time.Duration `json:"stages"`
	StageRounds      map[string]float64       `json:"rounds"`
}

// saves returns the saved data of a run before its first iteration.
func (o Options) saves(p model.Parameters) saved {
	s := saved{Parameters: p, Rules: o.rules(), Replayed: o.Schedule, ResumedAt: o.Resumed}
	if o.InitialTour != nil {
		s.StartKind = model.StartInitial
	}
	return s
}

func (o Options) rules() savedRules { return savedRules{o.Rules, o.rulesAreDefault} }

// firstSnapshot returns the snapshot of a run before its first iteration: its parameters, and the
// initial tour if one was given.
func (r *run) firstSnapshot() engine.Snapshot {
	snapshot := engine.Snapshot{Run: r.options.saves(r.model.Parameters)}
	if r.options.InitialTour != nil {
		snapshot.Sections = append(snapshot.Sections, engine.FirstSection(r.options.InitialTour))
	}
	return snapshot
}

// progress returns a copy of the run's progress.
func (r *run) progress() *progress {
	state := r.State()
	p := &progress{
		Schedule: r.schedule, Queued: stepsOf(state.Queued), ExchangeDue: state.ExchangeDue, DistributeDue: state.DistributeDue,
		CurrentLength: r.current.length, BestLength: state.Length, FoundAt: r.foundAt,
		Trace: state.Trace, RecombinedAt: r.recombinedAt, RecombineTime: r.recombineTime,
		IterationTime: state.Timing.Each, WarmupIterations: state.Timing.Warmup,
		SetupTime: state.Setup, StageTimes: state.Stages.Times, StageRounds: state.Stages.Rounds,
	}
	p.Schedule.Steps = stepsOf(state.Steps)
	switch planner := r.plan.(type) {
	case *plan:
		at := planner.planState
		p.Plan = &at
	case *replay:
		p.Queued = append(p.Queued, planner.steps...)
	}
	if state.Stop != engine.StopInterrupted {
		p.Stop = state.Stop
	}
	return p
}

// carriedStates returns copies of the carried states of all colonies, except on lost
// sites.
func (r *run) carriedStates() []carriedState {
	states := make([]carriedState, r.model.Colonies)
	r.Each(func(s *site) error {
		own, err := s.Colonies.carriedStates()
		copy(states[s.First:], own)
		return err
	})
	return states
}

// Snapshot implements engine.Algorithm. The tours of devices are checked before they are written.
func (r *run) Snapshot() (engine.Snapshot, error) {
	states := r.carriedStates()
	if r.Failure() != nil || r.AnyLost() {
		return engine.Snapshot{}, nil
	}
	run := r.options.saves(r.model.Parameters)
	run.StartKind, run.HasInitial, run.Progress = r.model.StartKind, r.model.HasInitial, r.progress()
	current := r.current.tour
	return engine.Snapshot{
		Iteration: r.Scheduled(), Run: run, Sections: sections(r.model, current, states),
		Check: func() error {
			for c, state := range states {
				if !isConsistent(r.model, state) {
					return fmt.Errorf("the tour of colony %d is invalid or has another length", c+1)
				}
			}
			return nil
		},
	}, nil
}

// sections returns the sections of a checkpoint: the initial tour, in the caller's numbering; the
// current tour, in the model's numbering; and the carried states of the colonies, one after the
// other.
func sections(m *model.Model, current []uint32, states []carriedState) []checkpoint.Section {
	var words, tours, bests [][]uint32
	for _, c := range states {
		words, tours = append(words, c.state.Words()), append(tours, c.tour)
		bests = append(bests, c.best)
	}
	list := []checkpoint.Section{
		engine.FirstSection(m.ToCaller(m.StartTour)), checkpoint.NewSection("good", current), row("states", words),
		row("tours", tours), row("best_tours", bests),
	}
	return list
}

// row returns a section of parts of equal size.
func row(name string, parts [][]uint32) checkpoint.Section {
	each := uint64(len(parts[0]))
	return checkpoint.Section{Name: name, Words: each * uint64(len(parts)), Read: func(offset uint64, into []uint32) error {
		for len(into) > 0 {
			copied := copy(into, parts[offset/each][offset%each:])
			offset, into = offset+uint64(copied), into[copied:]
		}
		return nil
	}}
}

// loaded has the data of the sections of a checkpoint.
type loaded struct {
	current []uint32
	states  []carriedState
}

// load reads the sections of a checkpoint and checks its tours and states.
func load(from *Resumption, m *model.Model) (l loaded, err error) {
	n, places, colonies := uint64(m.Cities), uint64(m.Cities), uint64(m.Colonies)
	read := func(name string, words uint64) (all []uint32) {
		if err == nil {
			all, err = from.File.Words(name, words)
		}
		return all
	}
	l.current = read("good", n)
	states := read("states", colonies*model.StateWords)
	tours, bests := read("tours", colonies*places), read("best_tours", colonies*places)
	if err != nil {
		return l, err
	}
	saved := from.Saved.Progress
	if !isTour(m, l.current, saved.CurrentLength) {
		return l, from.File.Damaged("its best tour is invalid or has another length")
	}
	for c := range colonies {
		own := carriedState{
			model.StateOf(states[c*model.StateWords:][:model.StateWords]), tours[c*places:][:places],
			bests[c*places:][:places],
		}
		if !isConsistent(m, own) || !isPossible(own.state, from.File.Header.Iteration) {
			return l, from.File.Damaged("the tours or the state of colony %d are invalid", c+1)
		}
		l.states = append(l.states, own)
	}
	return l, nil
}

// isConsistent reports whether the tours of a colony are valid and as long as its state says.
func isConsistent(m *model.Model, c carriedState) bool {
	return isTour(m, c.tour, c.state.Length) && isTour(m, c.best, c.state.Best)
}

// isTour reports whether tour visits all cities and has this length.
func isTour(m *model.Model, tour []uint32, length uint64) bool {
	return m.IsTour(tour) && m.LengthOf(tour) == length
}
