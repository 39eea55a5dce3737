package classic

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// run is the state of Solve's loop. While sites are at work, each in a goroutine of its own, what is below the lock is used
// under it.
type run struct {
	options  Options
	watch    func(Progress)
	measure  func(tour []uint32) (uint64, error) // a tour's length, by code apart from the solver's
	topology problem.Topology
	every    int // iterations between exchanges; 0: none
	sites    []*site
	setup    time.Duration
	until    int // the iteration of the next exchange; math.MaxInt where there is none
	keeper

	lock      sync.Mutex
	standings []standing // of all colonies, by number
	length    uint64     // the shortest tour so far
	antsBest  uint64
	trace     []Improvement
	stop      StopReason // the rule that ends the run
	err       error      // what ends it without a result
}

func newRun(o Options, p *problem.Problem, sites []*site, measure func([]uint32) (uint64, error), watch func(Progress)) *run {
	r := &run{
		options: o, watch: watch, measure: measure, topology: p.Topology, sites: sites, setup: time.Since(o.Started),
		standings: startsOf(p, o.rules()), length: p.StartLength, antsBest: math.MaxUint64,
	}
	r.until = math.MaxInt
	if p.ExchangesTours() {
		r.every, r.until = p.ExchangeEvery, p.ExchangeEvery
	}
	r.trace = []Improvement{{Elapsed: r.setup, Length: int64(r.length)}}
	return r
}

// loop lets the sites work until a rule holds. Where colonies exchange tours, all come to the iteration for it first; where a checkpoint is
// due, all come to the end of an iteration.
func (r *run) loop(ctx context.Context) error {
	for met := false; ; {
		if r.conclude(ctx); r.stop != "" {
			return nil
		}
		if met && r.every > 0 {
			r.exchange()
			r.until += r.every
		}
		r.together(func(s *site) { r.work(ctx, s) })
		if r.err != nil {
			return r.err
		}
		if met = !r.pausing; r.pausing {
			r.keep(ctx)
		}
	}
}

// together has all sites do something at once.
func (r *run) together(do func(*site)) {
	var working sync.WaitGroup
	for _, s := range r.sites {
		working.Go(func() { do(s) })
	}
	working.Wait()
}

// work advances a site's colonies up to the next exchange, until a checkpoint is due, or until the run ends for them.
func (r *run) work(ctx context.Context, s *site) {
	for {
		iterations, deadline := r.room(ctx, s)
		if iterations == 0 && r.rouse(s) {
			continue
		}
		if iterations == 0 {
			return
		}
		b, err := s.advance(ctx, iterations, deadline)
		if err == nil {
			err = r.doubt(s, b)
		}
		if !r.took(ctx, s, b, err, deadline) {
			return
		}
	}
}

// room returns how many iterations a site may make, 0 if it is done, and until when.
func (r *run) room(ctx context.Context, s *site) (iterations int, deadline time.Time) {
	r.lock.Lock()
	defer r.lock.Unlock()
	limit := r.limit()
	if r.pausing || r.stop != "" || r.err != nil || s.lost != nil || r.made(s) >= limit || !r.running(s) {
		return 0, deadline
	}
	deadline = r.deadline()
	if r.stop = r.clock(ctx, deadline); r.stop != "" {
		return 0, deadline
	}
	until := min(r.until, limit)
	if s.until > 0 {
		until = min(until, s.until)
	}
	return max(0, until-s.whole), deadline
}

// took takes in what an advance brought and says whether the site goes on.
func (r *run) took(ctx context.Context, s *site, b batch, err error, deadline time.Time) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.failed(s, err) {
		return false
	}
	s.whole += b.whole
	r.take(s, b)
	r.pausing = r.pausing || r.due()
	if !b.outOf || ctx.Err() != nil || !r.deadline().Equal(deadline) {
		return true
	}
	// The others may still have room before a time limit. Nobody has improved for long enough where that is the rule.
	s.out = r.clockReason(deadline)
	if s.out == StopIdle {
		r.stop = StopIdle
	}
	return false
}

// conclude notes the rule that holds while no site is at work. A rule of iterations comes before the clock's.
func (r *run) conclude(ctx context.Context) {
	working, running, out := false, false, StopReason("")
	for _, s := range r.sites {
		if s.lost != nil {
			continue
		}
		running = running || r.running(s)
		working = working || r.running(s) && r.made(s) < r.limit()
		if s.out != "" {
			out = s.out
		}
	}
	switch {
	case r.leader().state.Stop == problem.TargetReached:
		r.stop = StopTarget
	case !running:
		r.stop = StopStall
	case !working:
		r.stop = StopIterations
	case r.stop == "" && out != "":
		r.stop = out
	case r.stop == "":
		r.stop = r.clock(ctx, r.deadline())
	}
}

// running says whether no rule has ended all colonies of a site.
func (r *run) running(s *site) bool {
	for _, c := range r.standingsOf(s) {
		if c.state.Stop == problem.Running || c.state.Stop == problem.Waiting {
			return true
		}
	}
	return false
}

// made returns the iterations that every running colony of a site has made, or the most of any where none is running.
func (r *run) made(s *site) int {
	least, most := math.MaxInt, 0
	for _, c := range r.standingsOf(s) {
		most = max(most, int(c.state.Iteration))
		if c.state.Stop == problem.Running {
			least = min(least, int(c.state.Iteration))
		}
	}
	return min(least, most)
}

// limit returns the last iteration that counts: once a colony has reached the target, only an earlier one, or a shorter tour of
// the same, comes before it.
func (r *run) limit() int {
	limit := math.MaxInt
	if r.options.Iterations > 0 {
		limit = r.options.Iterations
	}
	if reached := r.targetAt(); reached > 0 {
		limit = min(limit, reached)
	}
	return limit
}
