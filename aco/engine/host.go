package engine

import (
	"context"
	"time"
)

// Stage is a stage of a colony's iteration in the sequential reference.
type Stage struct {
	Name string
	Run  func(context.Context) error // returns the context's error if the context ends first
}

// HostColony is a colony of the sequential reference.
type HostColony interface {
	// Prepare applies the settings of a step.
	Prepare(Step)
	// Stages returns the stages of an iteration, none if a stop rule holds in the colony.
	Stages() []Stage
}

// Host makes the iterations of colonies with the sequential reference. It implements [Colonies] except for Wait.
type Host struct {
	queue
	colonies      []HostColony
	readOnlyStage string // as in [Device]
	// pending is the rest of the current iteration: for each stage in order, the colonies in order.
	pending   []work
	changed   bool // the current iteration must be completed
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
func NewHost(colonies []HostColony, readOnlyStage string) Host {
	return Host{colonies: colonies, readOnlyStage: readOnlyStage, times: map[string]time.Duration{}, rounds: map[string]float64{}}
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

// Iterate makes one iteration of every colony. If the context ends first, the next call continues with the interrupted stage.
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
	for i, colony := range h.colonies {
		colony.Prepare(h.queue[0])
		stages[i] = colony.Stages()
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

// Restart drops the current iteration.
func (h *Host) Restart() { h.pending, h.changed = nil, false }

// MoveTo sets the number of completed iterations.
func (h *Host) MoveTo(iterations int) {
	h.Restart()
	h.completed = iterations
}

// Stages implements [Colonies].
func (h *Host) Stages() (times map[string]time.Duration, rounds map[string]float64) {
	return h.times, h.rounds
}

// Close implements [Colonies].
func (h *Host) Close() {}
