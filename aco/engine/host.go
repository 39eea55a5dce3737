package engine

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// Stage is a stage of a colony's iteration in the reference.
type Stage struct {
	Name string
	Run  func(context.Context) error // returns the context's error if the context ends first
}

// HostColony is a colony of the reference.
type HostColony[S Settings] interface {
	// Prepare applies the settings of a step.
	Prepare(Step[S])
	// Stages returns the stages of an iteration, none if a stop rule holds in the colony.
	Stages() []Stage
}

// Host makes the iterations of colonies with the reference. It implements [Colonies] except for
// Wait.
type Host[S Settings] struct {
	queue[S]
	colonies      []HostColony[S]
	readOnlyStage string      // as in [Device]
	pending       []hostStage // the rest of the current iteration
	changed       bool        // the current iteration must be completed
	outOfTime     bool
	times         map[string]time.Duration
	rounds        map[string]float64
}

// hostStage is a stage of an iteration with the colonies that have not completed it.
type hostStage struct {
	name     string
	colonies []Stage
}

// NewHost returns colonies before their first iteration.
func NewHost[S Settings](colonies []HostColony[S], readOnlyStage string) Host[S] {
	return Host[S]{
		colonies: colonies, readOnlyStage: readOnlyStage,
		times: map[string]time.Duration{}, rounds: map[string]float64{},
	}
}

// Submit implements [Colonies].
func (h *Host[S]) Submit(deadline time.Time) error {
	h.outOfTime = !deadline.IsZero() && !time.Now().Before(deadline)
	return nil
}

// Busy implements [Colonies].
func (h *Host[S]) Busy() bool { return len(h.steps) > 0 && !h.outOfTime }

// OutOfTime implements [Colonies].
func (h *Host[S]) OutOfTime() bool { return h.outOfTime && len(h.steps) > 0 }

// Iterate makes one iteration of every colony. All colonies run a stage at once. If the context
// ends first, the next call continues with the colonies whose stage was interrupted.
func (h *Host[S]) Iterate(ctx context.Context) error {
	if h.pending == nil {
		h.pending = h.plan()
	}
	for len(h.pending) > 0 {
		h.changed = h.changed || h.pending[0].name != h.readOnlyStage
		if err := h.runStage(ctx, &h.pending[0]); err != nil {
			return err
		}
		if len(h.pending[0].colonies) > 0 {
			h.outOfTime = true
			return nil
		}
		h.pending = h.pending[1:]
	}
	h.pending, h.changed = nil, false
	h.complete(1)
	return nil
}

// runStage runs a stage in its colonies until the context ends. It removes the colonies that
// complete it.
func (h *Host[S]) runStage(ctx context.Context, stage *hostStage) error {
	started := time.Now()
	errs := make([]error, len(stage.colonies))
	parallel.Parts(len(errs), len(errs), func(i, _, _ int) { errs[i] = stage.colonies[i].Run(ctx) })
	h.times[stage.name] += time.Since(started)
	var interrupted []Stage
	for i, err := range errs {
		switch {
		case err == nil:
			h.rounds[stage.name] += 1 / float64(len(h.colonies))
		case ctx.Err() == nil:
			return err
		default:
			interrupted = append(interrupted, stage.colonies[i])
		}
	}
	stage.colonies = interrupted
	return nil
}

// plan lists the stages of an iteration.
func (h *Host[S]) plan() []hostStage {
	stages := []hostStage{}
	for _, colony := range h.colonies {
		colony.Prepare(h.steps[0])
		for i, stage := range colony.Stages() {
			if i == len(stages) {
				stages = append(stages, hostStage{name: stage.Name})
			}
			stages[i].colonies = append(stages[i].colonies, stage)
		}
	}
	return stages
}

// Committed implements [Colonies].
func (h *Host[S]) Committed() int {
	if h.changed {
		return h.before + 1
	}
	return h.before
}

// Restart drops the current iteration.
func (h *Host[S]) Restart() { h.pending, h.changed = nil, false }

// MoveTo sets the number of completed iterations.
func (h *Host[S]) MoveTo(iterations int) {
	h.Restart()
	h.before = iterations
}

// Stages implements [Colonies].
func (h *Host[S]) Stages() (times map[string]time.Duration, rounds map[string]float64) {
	return h.times, h.rounds
}

// Close implements [Colonies].
func (h *Host[S]) Close() {}
