package chained

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
)

// settings are the settings of steps: there are none that change.
type settings struct{}

// PushConstants implements engine.Settings.
func (settings) PushConstants() map[string]uint32 { return nil }

type (
	site = engine.Site[*colonies]
	step = engine.Step[settings]
)

// colonies are the colonies of the run on the processor. They implement engine.Colonies.
type colonies struct {
	engine.Host[settings]
	*population
}

func newColonies(p *population) *colonies {
	return &colonies{engine.NewHost([]engine.HostColony[settings]{p}, searchStage), p}
}

// Stages implements engine.Colonies.
func (c *colonies) Stages() (map[string]time.Duration, map[string]float64) { return c.Host.Stages() }

// Wait implements engine.Colonies.
func (c *colonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

// Truncate implements engine.Colonies. It also drops an incomplete iteration.
func (c *colonies) Truncate(iterations int) {
	c.Host.Truncate(iterations)
	if c.Committed() == c.Completed() {
		c.Restart()
		c.next = nil
	}
}

// run is a run of the method. It implements engine.Algorithm. Its colonies recombine their tours
// in iterations, so the engine knows no exchange.
type run struct {
	*engine.Run[settings, *colonies]
	options Options
	model   *model.Model

	last    solution // the best tour of all iterations
	foundAt int      // iteration of the last improvement
	cut     *Cut     // as Result.Cut
	partial bool     // as Result.Partial
	kicks   int      // as Result.LastKicks
	ended   bool     // it is resumed after a rule ended it
}

// newRun returns a new or a restored run.
func newRun(o Options, m *model.Model, instance *tsp.Instance, opened engine.Opened[*colonies]) (*run, error) {
	r := &run{options: o, model: m, last: solution{m.StartTour, m.StartLength}}
	config := engine.Config[settings, *colonies]{
		Rules: o.Rules, Options: o.Options, Watch: o.watch,
		Name: Algorithm, Algorithm: r, Instance: instance, Seed: m.Seed,
		Traits: engine.Traits{
			Divisible: true, Colonies: len(opened.Sites),
			CheckpointTime: time.Duration(m.Cities*(m.Colonies+2)) * checkpointTimePerCity,
		},
		First: r.tour(r.last), Opened: opened,
	}
	if o.Resume.HasProgress() {
		state, err := r.restore(opened.Sites)
		if err != nil {
			return nil, err
		}
		config.State, r.ended = state, state.Stop != ""
	}
	r.Run = engine.New(config)
	r.Budget().Expect(engine.Verifying, time.Duration(m.Cities)*finishTimePerCity)
	r.OfferTour(r.tour(r.last)) // a restored one may be shorter than the first tour
	return r, nil
}

const (
	// recombineTimePerCity is the expected time of the first recombination of all tours per city of
	// each. On two cores 31 tours of 4461 cities took 2 µs, and 23 tours of 3038 cities 7 µs; after
	// recombinations of pairs it is less. With less time the recombination is interrupted.
	recombineTimePerCity = 4 * time.Microsecond
	// finishTimePerCity is the time per city to verify the tour twice and to renumber it.
	finishTimePerCity = 60 * time.Nanosecond
	// checkpointTimePerCity is the time per city of each tour for a checkpoint, until one is
	// measured.
	checkpointTimePerCity = 20 * time.Nanosecond
)

// tour returns a verified tour for the engine.
func (r *run) tour(s solution) engine.Tour {
	return engine.Tour{Cities: func() tsp.Tour { return r.model.ToCaller(s.tour) }, Length: s.length}
}

// population returns the colonies' tours, nil if the run ended before they were ready.
func (r *run) population() *population {
	if len(r.Sites()) == 0 {
		return nil
	}
	return r.Sites()[0].Colonies.population
}

// mostIterations is more than any run makes. The end of the run truncates the step.
const mostIterations = 1 << 30

// Next implements engine.Algorithm. A run has one step.
func (r *run) Next(engine.Pace) (step, bool) {
	until := mostIterations
	if r.options.Iterations > 0 {
		until = r.options.Iterations
	}
	return step{Iterations: until - r.Scheduled()}, until > r.Scheduled()
}

// ApplyBatches implements engine.Algorithm.
func (r *run) ApplyBatches() engine.StopReason {
	p := r.population()
	if p == nil {
		return ""
	}
	r.Budget().Expect(engine.Recombining, p.expectedRecombineTime())
	r.AddToRecord(0, p.state.Iteration, p.iterationLength(), p.best.length)
	if at := p.state.Iteration; p.best.length < r.BestLength() {
		r.last, r.foundAt = p.best, at
		r.RecordImprovement(engine.Improvement{
			Iteration: at, Elapsed: r.Elapsed(), Length: int64(p.best.length), Recombined: p.recombined,
		})
	}
	switch target, stall := uint64(r.options.Target), r.options.Stall; {
	case target > 0 && r.last.length <= target:
		return engine.StopTarget
	case stall > 0 && p.state.Iteration-r.foundAt >= stall:
		return engine.StopStall
	case r.options.Settled && p.isSettled(r.foundAt):
		return engine.StopIdle
	}
	r.VerifyWhenDue()
	return ""
}

// Verify implements engine.Algorithm.
func (r *run) Verify() {
	if r.verified(r.last) {
		r.OfferTour(r.tour(r.last))
	}
}

// verified verifies a tour. A wrong one is a fault of the program and ends the run.
func (r *run) verified(s solution) bool {
	err := engine.CheckTour(r.model.Instance, 0, s.tour, s.length)
	if err != nil {
		r.Abort(err)
	}
	return err == nil
}

// LastRelevant implements engine.Algorithm.
func (r *run) LastRelevant() int { return 0 }

// Exchange implements engine.Algorithm. No step has an exchange.
func (r *run) Exchange(context.Context) engine.StopReason { return "" }

// Distribute implements engine.Algorithm.
func (r *run) Distribute(int, step) {}

// Finish implements engine.Algorithm. It recombines the tours of all colonies and kicks the best one
// in the time that is left. A run that ended before it had kicked any tour shortens the first one.
func (r *run) Finish(ctx, shortening context.Context) engine.StopReason {
	p := r.population()
	switch {
	case p == nil || r.Failure() != nil || r.StopReason() == engine.StopTarget:
	case p.state.Iteration == 0 && p.interrupted.tour != nil:
		r.partial = true
		r.improveLast(p.interrupted, false)
	case len(p.tours)-p.state.Fresh > 1 && p.state.Round > 0:
		r.recombineLast(ctx, p)
	}
	r.kickLast(ctx, p)
	if r.last.length == r.model.StartLength && r.Scheduled() == 0 && r.Failure() == nil && r.StopReason() != engine.StopTarget {
		r.shortenFirst(shortening)
	}
	if r.last.length < r.VerifiedLength() && !r.verified(r.last) {
		return ""
	}
	r.SetTour(r.tour(r.last))
	return ""
}

// recombineLast makes the recombination of all tours the run's tour. If the time ends first, it is
// what the complete rounds of the recombination have found.
func (r *run) recombineLast(ctx context.Context, p *population) {
	if repeated := r.options.Cut; repeated != nil {
		merged, err := p.mergeRounds(ctx, *repeated)
		switch r.cut = repeated; {
		case isInterrupt(err):
			r.cut = &Cut{}
		case err != nil:
			r.Abort(err)
		default:
			r.improveLast(merged, true)
		}
		return
	}
	merged, made, err := p.mergeAll(ctx)
	switch {
	case isInterrupt(err):
		r.cut = &made
	case err != nil:
		r.Abort(err)
		return
	}
	r.improveLast(merged, true)
}

// shortenFirst shortens the first tour by Or-opt, until the context ends. No number of iterations has
// its tour.
func (r *run) shortenFirst(ctx context.Context) {
	m, near := r.model, r.model.Near
	if near == nil { // the time was too short for a greedy tour
		var err error
		if near, _, err = neighbour.Nearest(ctx, m.Instance, m.Width); err != nil {
			return
		}
	}
	r.partial = true
	result, err := construct.OrOpt(ctx, m.Instance, engine.TourOf(r.last.tour), construct.OrOptOptions{Near: near})
	if err != nil && !isInterrupt(err) {
		r.Abort(err)
		return
	}
	r.improveLast(solution{engine.WordsOf(result.Tour), r.last.length - uint64(result.Gain)}, false)
}

// isInterrupt reports whether an error says that a context has ended.
func isInterrupt(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// improveLast makes a tour that was found after the last iteration the run's tour if it is shorter.
func (r *run) improveLast(found solution, recombined bool) {
	if found.tour != nil && found.length < r.last.length {
		r.last = found
		r.RecordImprovement(engine.Improvement{
			Iteration: r.Scheduled(), Elapsed: r.Elapsed(), Length: int64(found.length), Recombined: recombined,
		})
	}
}

// expectedRecombineTime returns the expected time of the last recombination.
func (p *population) expectedRecombineTime() time.Duration {
	switch {
	case len(p.tours)-p.state.Fresh <= 1:
		return 0
	case p.recombineTime == 0:
		return time.Duration(p.model.Cities*(len(p.tours)-p.state.Fresh)) * recombineTimePerCity
	}
	return p.recombineTime + p.recombineTime/2 // tours may differ more than the last time
}
