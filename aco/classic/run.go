package classic

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// settings are the settings of steps: there are none that change.
type settings struct{}

// PushConstants implements engine.Settings.
func (settings) PushConstants() map[string]uint32 { return nil }

type (
	site = engine.Site[colonies]
	step = engine.Step[settings]
)

// run is a run of a classic algorithm. It implements engine.Algorithm. It exchanges tours between
// steps.
type run struct {
	*engine.Run[settings, colonies]
	options       Options
	problem       *model.Problem
	measure       func(tour []uint32) (uint64, error) // a tour's length, by package verify
	carried       []pipeline.Buffer
	exchangeEvery int // iterations between exchanges; 0: none
	nextExchange  int // iteration
	aligning      int // iteration up to which colonies that are ahead wait for others; 0: none waits
	caller        []byte
	rows          *engine.RowBuffer
	passed        int           // iteration after which the trails were last passed on
	timeBefore    time.Duration // device time before the run was resumed, of each device

	states       []colonyState // of all colonies, by number
	antsUnknown  bool          // the run was resumed from a file without the hashes of the colonies
	antsBest     uint64        // length of the shortest tour of an ant
	verifiedAnts uint64        // antsBest at the last verification
}

// newRun returns a new or a restored run.
func newRun(
	o Options, p *model.Problem, instance *tsp.Instance, opened engine.Opened[colonies],
	measure func([]uint32) (uint64, error),
) (*run, error) {
	r := &run{
		options: o, problem: p, measure: measure, carried: carriedBuffers(p), states: initialStates(p, o.StopRules()),
		antsBest: math.MaxUint64, verifiedAnts: math.MaxUint64, caller: o.callerState(),
		rows: engine.NewRowBuffer(o.Statistics),
	}
	if p.ExchangesTours() {
		r.exchangeEvery, r.nextExchange = p.ExchangeEvery, p.ExchangeEvery
	}
	config := engine.Config[settings, colonies]{
		Rules: o.Rules, Options: o.Options, Traits: engine.Traits{Divisible: true, Ants: p.Ants, Colonies: p.Colonies}, Watch: o.watch,
		Name: string(p.Algorithm), Algorithm: r, Instance: instance, Seed: p.Seed,
		First: engineTour(engine.WordsOf(p.Start), p.StartLength), Opened: opened,
	}
	if o.Resume.HasProgress() {
		state, err := r.restoredState()
		if err != nil {
			return nil, err
		}
		config.State = &state
		for _, took := range state.Stages.Times {
			r.timeBefore += took / time.Duration(max(1, len(opened.Sites)))
		}
	}
	r.Run = engine.New(config)
	for _, c := range r.states { // restored ones may be shorter than the initial tour
		r.OfferTour(engineTour(c.tour, c.state.BestLength))
	}
	return r, nil
}

// engineTour returns a verified tour for the engine.
func engineTour(tour []uint32, length uint64) engine.Tour {
	return engine.Tour{Cities: func() tsp.Tour { return engine.TourOf(tour) }, Length: length}
}

// verify returns an error if a tour is invalid or has another length.
func (r *run) verify(colony int, tour []uint32, length uint64) error {
	if measured, err := r.measure(tour); err != nil || measured != length {
		return &engine.WrongTour{Colony: colony, Reported: length, Verified: int64(measured), Err: err}
	}
	return nil
}

// stepIterations is more than any run makes in a step. The end of the run truncates the step.
const stepIterations = 1 << 30

// Next implements engine.Algorithm. A step lasts until the next exchange or the end of the run.
func (r *run) Next(engine.Pace) (step, bool) {
	made := r.Scheduled()
	until, exchange := made+stepIterations, false
	for _, boundary := range []int{r.aligning, r.nextExchange, r.nextTrails(made)} {
		if boundary > made && boundary < until {
			until, exchange = boundary, true
		}
	}
	if limit := r.options.Iterations; limit > 0 && limit <= until {
		until, exchange = limit, false
	}
	return step{Iterations: until - made, Exchange: exchange}, until > made
}

// ApplyBatches implements engine.Algorithm. A rule that ends all colonies ends the run.
func (r *run) ApplyBatches() engine.StopReason {
	for _, s := range r.Sites() {
		if batch := s.Colonies.batch(); s.Lost == nil && batch != nil {
			if err := r.check(s, batch); err != nil {
				r.Fail(s, err)
				continue
			}
			r.applyBatch(s, batch)
		}
	}
	r.VerifyWhenDue()
	r.flushRows()
	if r.leader().state.Stop == model.TargetReached { // at iteration 0, if the first tour is short enough
		return engine.StopTarget
	}
	for _, s := range r.Sites() {
		for _, c := range r.statesOf(s) {
			if s.Lost == nil && (c.state.Stop == model.Running || c.state.Stop == model.Waiting) {
				return ""
			}
		}
	}
	return engine.StopStall
}

// LastRelevant implements engine.Algorithm. Once a colony has reached the target, the others run
// to the same iteration, since they may reach it earlier.
func (r *run) LastRelevant() int { return r.targetAt() }

// check returns an error if a batch is impossible.
func (r *run) check(s *site, batch []batchResult) error {
	for i, result := range batch {
		if err := r.checkColony(r.statesOf(s)[i].state, result, s.Colonies.Completed()); err != nil {
			return fmt.Errorf("colony %d: %w: %w; the batch is dropped", s.First+i+1, err, pipeline.ErrWrongResult)
		}
	}
	return nil
}

// checkColony compares the new state of a colony with its previous state and with the lengths that
// it found since. completed is the number of complete iterations.
func (r *run) checkColony(previous model.State, result batchResult, completed int) error {
	state := result.state
	if previous.Stop == model.Waiting {
		if state != previous {
			return fmt.Errorf(
				"it reports iteration %d, but it waits at iteration %d", state.Iteration, previous.Iteration,
			)
		}
		return nil
	}
	// The device counts an iteration when its best tour is known, before its last stage. After a
	// rule holds, it counts no more.
	iteration := int(state.Iteration)
	missing := iteration < completed && state.Stop == model.Running
	if iteration != int(previous.Iteration)+len(result.lengths) || iteration > completed+1 || missing {
		return fmt.Errorf(
			"it reports iteration %d and %d lengths after iteration %d; the device completed %d iterations",
			iteration, len(result.lengths), previous.Iteration, completed)
	}
	best := previous
	for i, length := range result.lengths {
		if length < best.BestLength {
			best.BestLength, best.BestIteration = length, previous.Iteration+uint32(i)+1
		}
	}
	switch rules := r.options.StopRules(); {
	case state.BestLength != best.BestLength || state.BestIteration != best.BestIteration:
		return fmt.Errorf(
			"it reports a best length of %d at iteration %d, but the lengths of its iterations give %d at iteration %d",
			state.BestLength, state.BestIteration, best.BestLength, best.BestIteration)
	case state.Stop != rules.Apply(state):
		return fmt.Errorf(
			"it reports stop rule %d at iteration %d, but rule %d holds", state.Stop, state.Iteration,
			rules.Apply(state),
		)
	}
	return nil
}

// Finish implements engine.Algorithm.
func (r *run) Finish(_, _ context.Context) engine.StopReason {
	r.Verify()
	r.setFinalTour()
	r.rows.Flush(r.iterations())
	r.passLastTrails()
	return ""
}
