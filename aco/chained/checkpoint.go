package chained

import (
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// Algorithm is what checkpoints call the method.
const Algorithm = "chained"

// saved is the field Run of a checkpoint's header.
type saved struct {
	Parameters Parameters   `json:"parameters"`
	Rules      engine.Rules `json:"rules"`
	// ResumedAt has the iterations after which the run was resumed.
	ResumedAt []int `json:"resumed,omitempty"`
	// Cut and LastKicks are those of the run that this one repeats.
	Cut       *Cut `json:"cut,omitempty"`
	LastKicks int  `json:"last_kicks,omitempty"`
	// StartKind: empty before the first iteration, unless the user gave an initial tour.
	StartKind model.StartKind `json:"first_tour,omitempty"`
	// InitialUse is set from the beginning on.
	InitialUse InitialUse `json:"initial_use,omitempty"`
	Progress   *progress  `json:"progress,omitempty"` // nil before the first iteration
}

// progress is the progress of a run.
type progress struct {
	State         state                    `json:"state"`
	FoundAt       int                      `json:"found"`        // iteration of the best tour
	Found         []int                    `json:"colony_found"` // by colony
	Stop          engine.StopReason        `json:"stop,omitempty"`
	Trace         []engine.Improvement     `json:"trace"`
	IterationTime time.Duration            `json:"each"`
	RecombineTime time.Duration            `json:"recombined"`
	SetupTime     time.Duration            `json:"setup"`
	StageTimes    map[string]time.Duration `json:"stages"`
	StageRounds   map[string]float64       `json:"rounds"`
}

// firstSnapshot returns the snapshot of a run before its first iteration: its parameters, and the
// initial tour if one was given.
func (r *run) firstSnapshot() engine.Snapshot {
	run := r.options.saves()
	snapshot := engine.Snapshot{}
	if initial := r.options.InitialTour; initial != nil {
		run.StartKind = model.StartInitial
		snapshot.Sections = append(snapshot.Sections, engine.FirstSection(initial))
	}
	snapshot.Run = run
	return snapshot
}

func (o Options) saves() saved {
	return saved{Parameters: o.Parameters, Rules: o.Rules, ResumedAt: o.Resumed, Cut: o.Cut, LastKicks: o.LastKicks,
		InitialUse: o.InitialUse}
}

// Snapshot implements engine.Algorithm.
func (r *run) Snapshot() (engine.Snapshot, error) {
	p, now := r.population(), r.State()
	run := r.options.saves()
	run.StartKind, run.Progress = r.model.StartKind, &progress{
		State: p.state, FoundAt: r.foundAt, Found: p.foundAt, Trace: now.Trace, IterationTime: now.Timing.Each,
		RecombineTime: p.recombineTime, SetupTime: now.Setup,
		StageTimes: now.Stages.Times, StageRounds: now.Stages.Rounds,
	}
	if now.Stop != engine.StopInterrupted {
		run.Progress.Stop = now.Stop
	}
	content := p.content // later iterations have other tours
	sections := []checkpoint.Section{
		engine.FirstSection(r.model.ToCaller(r.model.StartTour)), checkpoint.NewSection("best", content.best.tour),
	}
	for c, s := range content.tours {
		sections = append(sections, checkpoint.NewSection(tourSection(c), s.tour))
	}
	return engine.Snapshot{Iteration: r.Scheduled(), Run: run, Sections: sections}, nil
}

// tourSection returns the name of the section with the tour of a colony.
func tourSection(colony int) string { return fmt.Sprintf("tour%d", colony+1) }
