package engine

import (
	"context"
	"time"
)

// Stage is a stage of a colony's iteration in the sequential reference.
type Stage struct {
	Name string
	Run  func(context.Context) error // the context's error where it ended before the stage did
}

// HostColony is a colony of the sequential reference.
type HostColony interface {
	// Prepare sets what a step asks for.
	Prepare(Step)
	// Stages are those of an iteration, none where a rule has ended the colony.
	Stages() []Stage
}

// Host makes the iterations of colonies with the sequential reference. It implements [Colonies] but for Wait.
type Host struct {
	queue
	colonies      []HostColony
	readOnlyStage string // as in [Device]
	// pending is what the iteration under way has left to make: of each stage, in their order, the colonies from the first on.
	pending   []work
	changed   bool // the iteration under way has to be completed
	completed int
	outOfTime bool
	times     map[string]time.Duration
	rounds    map[string]float64
}

// work is a stage of one colony.
type work struct {
	stage  Stage
	colony int
}

// NewHost returns colonies before their first iteration.
func NewHost(twins []HostColony, pure string) Host {
	return Host{colonies: twins, readOnlyStage: pure, times: map[string]time.Duration{}, rounds: map[string]float64{}}
}

// Submit implements [Colonies].
func (h *Host) Submit(deadline time.Time) error {
	h.outOfTime = !deadline.IsZero() && !time.Now().Before(deadline)
	return nil
}

// NeedsStep implements [Colonies].
func (h *Host) NeedsStep() bool { return len(h.queue) == 0 }

// Busy implements [Colonies].
func (h *Host) Busy() bool { return len(h.queue) > 0 && !h.outOfTime }

// OutOfTime implements [Colonies].
func (h *Host) OutOfTime() bool { return h.outOfTime && len(h.queue) > 0 }

// Iterate makes one iteration of every colony. Where the context ends first, the iteration goes on at the next call, with the stage
// that was interrupted.
func (h *Host) Iterate(ctx context.Context) error {
	if h.pending == nil {
		h.pending = h.plan()
	}
	for len(h.pending) > 0 {
		next := h.pending[0]
		h.changed = h.changed || next.stage.Name != h.readOnlyStage
		started := time.Now()
		err := next.stage.Run(ctx)
		h.times[next.stage.Name] += time.Since(started)
		if err != nil && ctx.Err() != nil {
			h.outOfTime = true
			return nil
		}
		if err != nil {
			return err
		}
		h.rounds[next.stage.Name] += 1 / float64(len(h.colonies))
		h.pending = h.pending[1:]
	}
	h.pending, h.changed = nil, false
	h.complete(1)
	h.completed++
	return nil
}

// plan lists the work of an iteration, stage by stage.
func (h *Host) plan() []work {
	stages := make([][]Stage, len(h.colonies))
	most := 0
	for i, twin := range h.colonies {
		twin.Prepare(h.queue[0])
		stages[i] = twin.Stages()
		most = max(most, len(stages[i]))
	}
	list := []work{}
	for at := range most {
		for i := range h.colonies {
			if at < len(stages[i]) {
				list = append(list, work{stages[i][at], i})
			}
		}
	}
	return list
}

// Completed implements [Colonies].
func (h *Host) Completed() int { return h.completed }

// Committed implements [Colonies].
func (h *Host) Committed() int {
	if h.changed {
		return h.completed + 1
	}
	return h.completed
}

// Truncate implements [Colonies].
func (h *Host) Truncate(iterations int) { h.truncate(iterations - h.completed) }

// Restart drops an iteration that has begun and was not completed.
func (h *Host) Restart() { h.pending, h.changed = nil, false }

// MoveTo continues after a number of iterations of the run.
func (h *Host) MoveTo(iterations int) {
	h.Restart()
	h.completed = iterations
}

// Stages implements [Colonies].
func (h *Host) Stages() (took map[string]time.Duration, rounds map[string]float64) {
	return h.times, h.rounds
}

// Close implements [Colonies].
func (h *Host) Close() {}
