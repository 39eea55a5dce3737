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

// Twin is a colony of the sequential reference.
type Twin interface {
	// Prepare sets what a step asks for.
	Prepare(Step)
	// Stages are those of an iteration, none where a rule has ended the colony.
	Stages() []Stage
}

// Host makes the iterations of colonies with the sequential reference. It implements [Colonies] but for Wait.
type Host struct {
	queue
	twins []Twin
	pure  string // as in [Device]
	// partial is what the iteration under way has left to make: of each stage, in their order, the colonies from the first on.
	partial []work
	changed bool // the iteration under way has to be completed
	made    int
	late    bool
	times   map[string]time.Duration
	rounds  map[string]float64
}

// work is a stage of one colony.
type work struct {
	stage Stage
	twin  int
}

// NewHost returns colonies before their first iteration.
func NewHost(twins []Twin, pure string) Host {
	return Host{twins: twins, pure: pure, times: map[string]time.Duration{}, rounds: map[string]float64{}}
}

// Fill implements [Colonies].
func (h *Host) Fill(deadline time.Time) error {
	h.late = !deadline.IsZero() && !time.Now().Before(deadline)
	return nil
}

// Wants implements [Colonies].
func (h *Host) Wants() bool { return len(h.queue) == 0 }

// Busy implements [Colonies].
func (h *Host) Busy() bool { return len(h.queue) > 0 && !h.late }

// Late implements [Colonies].
func (h *Host) Late() bool { return h.late && len(h.queue) > 0 }

// Iterate makes one iteration of every colony. Where the context ends first, the iteration goes on at the next call, with the stage
// that was interrupted.
func (h *Host) Iterate(ctx context.Context) error {
	if h.partial == nil {
		h.partial = h.plan()
	}
	for len(h.partial) > 0 {
		next := h.partial[0]
		h.changed = h.changed || next.stage.Name != h.pure
		started := time.Now()
		err := next.stage.Run(ctx)
		h.times[next.stage.Name] += time.Since(started)
		if err != nil && ctx.Err() != nil {
			h.late = true
			return nil
		}
		if err != nil {
			return err
		}
		h.rounds[next.stage.Name] += 1 / float64(len(h.twins))
		h.partial = h.partial[1:]
	}
	h.partial, h.changed = nil, false
	h.done(1)
	h.made++
	return nil
}

// plan lists the work of an iteration, stage by stage.
func (h *Host) plan() []work {
	stages := make([][]Stage, len(h.twins))
	most := 0
	for i, twin := range h.twins {
		twin.Prepare(h.queue[0])
		stages[i] = twin.Stages()
		most = max(most, len(stages[i]))
	}
	list := []work{}
	for at := range most {
		for i := range h.twins {
			if at < len(stages[i]) {
				list = append(list, work{stages[i][at], i})
			}
		}
	}
	return list
}

// Made implements [Colonies].
func (h *Host) Made() int { return h.made }

// Begun implements [Colonies].
func (h *Host) Begun() int {
	if h.changed {
		return h.made + 1
	}
	return h.made
}

// Cut implements [Colonies].
func (h *Host) Cut(iterations int) { h.keep(iterations - h.made) }

// Restart drops an iteration that has begun and was not completed.
func (h *Host) Restart() { h.partial, h.changed = nil, false }

// MoveTo continues after a number of iterations of the run.
func (h *Host) MoveTo(iterations int) {
	h.Restart()
	h.made = iterations
}

// Stages implements [Colonies].
func (h *Host) Stages() (took map[string]time.Duration, rounds map[string]float64) {
	return h.times, h.rounds
}

// Close implements [Colonies].
func (h *Host) Close() {}
