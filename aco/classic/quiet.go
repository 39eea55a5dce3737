package classic

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// errPartway is the error of reading what an iteration hands on before it is at its end.
var errPartway = errors.New("an iteration is under way")

// quiet brings a site to the end of the iterations that it has begun. Once the run has ended, that takes no longer than the options have
// patience.
func (r *run) quiet(ctx context.Context, s *site) {
	var deadline time.Time
	for s.lost == nil && s.begun() > 0 {
		if deadline.IsZero() && r.ended(ctx) {
			deadline = time.Now().Add(r.options.patience())
		}
		b, err := s.advance(ctx, s.begun(), deadline)
		if err == nil {
			err = r.doubt(s, b)
		}
		if !r.brought(s, b, err) || b.outOf {
			return
		}
	}
}

// ended says whether a rule, the clock or an interrupt has ended the run.
func (r *run) ended(ctx context.Context) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.stop != "" || r.clock(ctx, r.deadline()) != ""
}

// brought takes in a batch that no rule is asked about, and says whether there is one.
func (r *run) brought(s *site, b batch, err error) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.failed(s, err) {
		return false
	}
	s.whole += b.whole
	r.take(s, b)
	return true
}

// complete makes what a rule has left out of the iteration at which it ended colonies, once for each: what becomes of the trails after the
// best tour is known. So they can go on under another rule.
func (r *run) complete(s *site) error {
	was := slices.Clone(r.standingsOf(s))
	some := false
	for i := range was {
		now := &r.standingsOf(s)[i]
		ended := now.state.Stop != problem.Running && now.state.Stop != problem.Waiting
		if now.state.Stop = problem.Waiting; ended && now.complete < now.state.Iteration {
			now.state.Stop, some = problem.Running, true
		}
	}
	if !some {
		copy(r.standingsOf(s), was)
		return nil
	}
	err := s.adopt(r.standingsOf(s))
	if err == nil {
		var b batch
		if b, err = s.rest(); err == nil {
			r.take(s, b)
		}
	}
	if err != nil {
		copy(r.standingsOf(s), was)
		return err
	}
	for i := range was {
		now := &r.standingsOf(s)[i]
		if now.state.Stop == problem.Running {
			now.complete = now.state.Iteration
		}
		now.state.Stop = was[i].state.Stop
	}
	return s.adopt(r.standingsOf(s))
}
