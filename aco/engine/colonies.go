package engine

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Colonies are those of a run that one site works for. One goroutine uses them at a time.
type Colonies interface {
	// Enqueue appends the iterations of a step to those that were given before.
	Enqueue(Step)
	// Submit submits as much of them as can be in flight. With a deadline it submits only what is expected to end by then.
	Submit(deadline time.Time) error
	// NeedsStep reports whether all iterations that were given are submitted and there is room for more.
	NeedsStep() bool
	// Busy reports whether iterations are in flight, or wait and are not late.
	Busy() bool
	// OutOfTime reports whether iterations wait for which the deadline leaves no time.
	OutOfTime() bool
	// Wait returns when some of the iterations in flight are complete, and notes what they brought. The context ends only
	// what is computed on the processor.
	Wait(context.Context) error
	// Completed returns how many iterations of the run are complete.
	Completed() int
	// Committed returns how many iterations of the run are complete or have to be completed. It does not count an iteration that can
	// be dropped because it has changed nothing yet.
	Committed() int
	// Truncate drops the iterations beyond a number, which is at least Begun.
	Truncate(iterations int)
	// Stages returns the time spent in each stage, and how often each stage was made, parts included.
	Stages() (took map[string]time.Duration, rounds map[string]float64)
	Close()
}

// Part is the range of a run's colonies that one site works for.
type Part struct{ First, Count int }

// Spread divides colonies over devices as evenly as possible. The first devices get one more.
func Spread(colonies, devices int) ([]Part, error) {
	if devices == 0 {
		return nil, problem.Errorf("no devices: give at least one, or the processor")
	}
	if colonies < devices {
		return nil, problem.Errorf("%d colonies on %d devices: every device needs a colony", colonies, devices)
	}
	parts, first := make([]Part, devices), 0
	for i := range parts {
		parts[i] = Part{first, colonies / devices}
		if i < colonies%devices {
			parts[i].Count++
		}
		first += parts[i].Count
	}
	return parts, nil
}
