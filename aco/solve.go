package aco

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Result is what a run found and why it ended.
type Result struct {
	Tour       tsp.Tour
	Length     int64 // recomputed from the tour by code apart from the solver's
	AntsBest   int64 // the shortest tour that an ant made; 0 when none was completed
	Iterations int
	Stop       StopReason
	Parameters problem.Parameters // with the number of ants that ran
	Form       Form               // that ran; zero on the processor, where the reference has none, and before the first iteration
	// HeuristicSHA256 identifies the one table that floating point had a part in.
	HeuristicSHA256 string
	Setup           time.Duration // from Started to the first iteration
	Wall            time.Duration // from Started to the end
	Stages          map[string]time.Duration
	// Rounds is how often each stage was made in that time, parts of it included. On a device the last iteration may lack
	// what follows its best tour, and begun ones count by their parts.
	Rounds map[string]float64
	Trace  []Improvement
}

// Improvement is a new best tour. Iteration 0 is the nearest-neighbour tour.
type Improvement struct {
	Iteration int
	Elapsed   time.Duration
	Length    int64
}

// Progress is where a run stands.
type Progress struct {
	Iteration int
	Elapsed   time.Duration
	Best      int64
}

// Solve runs Ant System on an instance, on a device, or on the processor when device is nil. watch, if not nil, is told
// of progress after every batch of iterations. When ctx ends, the run does too, with what it has and StopInterrupted.
// Parameters and distances that cannot be used are a *problem.Error, an instance too large for the device a
// *pipeline.TooLarge.
func Solve(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, options Options, watch func(Progress)) (*Result, error) {
	o := options.WithDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	p, err := problem.Outline(instance, o.Parameters)
	if err != nil {
		return nil, err
	}
	setUp, cancel := untilLimit(ctx, o)
	c, form, err := open(setUp, p, device, o)
	ended := setUp.Err()
	cancel()
	r := &run{options: o, watch: watch, best: p.Start, length: p.StartLength, antsBest: math.MaxUint64}
	r.setup = time.Since(o.Started)
	r.improved(0)
	switch {
	case err == nil:
		defer c.close()
		err = r.loop(ctx, c, problem.NewState(p, o.rules()).Stop)
	case ended != nil && errors.Is(err, ended):
		// The run ended before its first iteration: the nearest-neighbour tour is what there is.
		c, err = nil, nil
		r.stop = r.reason(ctx)
	}
	if err != nil {
		return nil, err
	}
	result, err := r.result(instance, p)
	if err == nil && c != nil {
		result.Stages, result.Rounds = c.stageTimes(), c.stageRounds()
		result.HeuristicSHA256, result.Form = c.heuristicSHA256(), form
	}
	return result, err
}

// untilLimit returns a context that also ends with the time limit.
func untilLimit(ctx context.Context, o Options) (context.Context, context.CancelFunc) {
	if o.TimeLimit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, o.Started.Add(o.TimeLimit))
}

// run is the state of Solve's loop.
type run struct {
	options  Options
	watch    func(Progress)
	best     tsp.Tour
	length   uint64
	antsBest uint64
	// iteration is the number of complete ones; held says which rule of theirs has ended the run.
	iteration int
	held      problem.Stop
	stop      StopReason
	setup     time.Duration
	trace     []Improvement
}

func (r *run) improved(iteration int) {
	r.trace = append(r.trace, Improvement{iteration, time.Since(r.options.Started), int64(r.length)})
}

// loop advances the colony until a rule holds.
func (r *run) loop(ctx context.Context, c colonies, held problem.Stop) error {
	r.held = held
	for {
		if r.stop = r.reason(ctx); r.stop != "" {
			return nil
		}
		left := math.MaxInt
		if r.options.Iterations > 0 {
			left = r.options.Iterations - r.iteration
		}
		b, err := c.advance(ctx, left, r.deadline())
		if err != nil {
			return fmt.Errorf("iteration %d: %w", r.iteration+1, err)
		}
		if b.outOf && ctx.Err() == nil {
			r.stop = r.clockReason()
			return nil
		}
		if !b.outOf {
			r.take(b)
		}
	}
}

// reason returns the rule that holds, "" while none does.
func (r *run) reason(ctx context.Context) StopReason {
	switch {
	case r.held == problem.TargetReached:
		return StopTarget
	case r.held == problem.Stalled:
		return StopStall
	case r.options.Iterations > 0 && r.iteration >= r.options.Iterations:
		return StopIterations
	case ctx.Err() != nil:
		return StopInterrupted
	case !r.deadline().IsZero() && !time.Now().Before(r.deadline()):
		return r.clockReason()
	}
	return ""
}

// deadline is when the clock ends the run; zero when it does not.
func (r *run) deadline() time.Time {
	limit, idle := r.timeLimit(), r.idleLimit()
	if limit.IsZero() || (!idle.IsZero() && idle.Before(limit)) {
		return idle
	}
	return limit
}

func (r *run) timeLimit() time.Time {
	if r.options.TimeLimit == 0 {
		return time.Time{}
	}
	return r.options.Started.Add(r.options.TimeLimit)
}

func (r *run) idleLimit() time.Time {
	if r.options.Idle == 0 {
		return time.Time{}
	}
	return r.options.Started.Add(r.trace[len(r.trace)-1].Elapsed + r.options.Idle)
}

func (r *run) clockReason() StopReason {
	if limit := r.timeLimit(); !limit.IsZero() && !limit.After(r.deadline()) {
		return StopTimeLimit
	}
	return StopIdle
}

// result checks the tour and its length before anything is said of them.
func (r *run) result(instance *tsp.Instance, p *problem.Problem) (*Result, error) {
	length, err := verify.Tour(instance, r.best)
	if err != nil {
		return nil, fmt.Errorf("the device returned no tour: %w; the result is dropped, the device or its driver computes wrongly", err)
	}
	if uint64(length) != r.length {
		return nil, fmt.Errorf("the device returned a tour of length %d as one of %d; the result is dropped, the device or its driver computes wrongly", length, r.length)
	}
	result := &Result{
		Tour: r.best, Length: length, Iterations: r.iteration, Stop: r.stop, Parameters: p.Parameters,
		Setup: r.setup, Wall: time.Since(r.options.Started), Trace: r.trace,
	}
	if r.antsBest != math.MaxUint64 {
		result.AntsBest = int64(r.antsBest)
	}
	return result, nil
}
