package merged

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// judge notes the rule that holds.
func (r *run) judge(ctx context.Context) {
	running := 0
	for _, s := range r.sites {
		for _, state := range s.states {
			switch {
			case s.lost != nil:
			case state.Stop == model.Faulty:
				r.recover()
				return
			case state.Stop == model.TargetReached:
				r.stop = classic.StopTarget
				return
			case state.Stop == model.Running:
				running++
			}
		}
	}
	limit := r.options.TimeLimit
	switch {
	case running == 0:
		r.stop = classic.StopStall
	case ctx.Err() != nil:
		r.stop = classic.StopInterrupted
	case limit > 0 && time.Since(r.options.Started)+r.reserve() >= limit:
		r.stop = classic.StopTimeLimit
	}
	if r.doubt > 0 && r.made() >= r.doubt {
		r.doubt = 0
	}
}

// ended names the rule that leaves no room for another step.
func (r *run) ended() classic.StopReason {
	if r.options.Iterations > 0 || r.options.Schedule != nil {
		return classic.StopIterations
	}
	return classic.StopTimeLimit
}
