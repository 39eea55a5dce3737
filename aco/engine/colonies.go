package engine

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
)

// Colonies are the colonies of one site. They have a queue of iterations to make. One goroutine uses them at a time.
type Colonies interface {
	// Enqueue appends the iterations of a step to the queue.
	Enqueue(Step)
	// Submit submits queued iterations, as many as can be in flight. With a deadline it submits only what is expected to end by then.
	Submit(deadline time.Time) error
	// NeedsStep reports whether the queue is empty and more iterations could be submitted.
	NeedsStep() bool
	// Busy reports whether iterations are in flight, or are queued and have time before the deadline.
	Busy() bool
	// OutOfTime reports whether iterations are queued that cannot end before the deadline.
	OutOfTime() bool
	// Wait returns when some of the iterations in flight are complete, and records their results. The end of the context interrupts only
	// the processor.
	Wait(context.Context) error
	// Completed returns how many iterations of the run are complete.
	Completed() int
	// Committed returns how many iterations are complete or must be completed. It does not count an iteration that can be dropped because
	// it has changed nothing yet.
	Committed() int
	// Truncate drops the queued iterations after a number, which is at least Committed.
	Truncate(iterations int)
	// Stages returns the time spent in each stage, and how often each stage ran. Parts of a stage count as fractions.
	Stages() (times map[string]time.Duration, rounds map[string]float64)
	Close()
}

// Part is the range of a run's colonies on one site.
type Part struct{ First, Count int }

// Spread divides colonies over devices as evenly as possible. The first devices get one more.
func Spread(colonies, devices int) ([]Part, error) {
	if devices == 0 {
		return nil, option.Errorf("no devices: give at least one, or the processor")
	}
	if colonies < devices {
		return nil, option.Errorf("%d colonies on %d devices: every device needs a colony", colonies, devices)
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
