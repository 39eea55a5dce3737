package chained

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Options are the parameters and stop rules of a run.
type Options struct {
	engine.Rules
	engine.Options
	Parameters  Parameters
	InitialTour tsp.Tour    // the first tour, unless the greedy tour is shorter; then see InitialUse. nil: the greedy tour
	Resume      *Resumption // run to resume, with its parameters and its time so far; nil: none
	Cut         *Cut        // of the run to repeat, in as many iterations; nil: none, or it was complete

	LastKicks int // of the run to repeat, after its last recombination; 0: none
	// FirstLength is the length of the first tour of the run to repeat; 0: not known.
	FirstLength int64
	InitialUse  InitialUse // of the run to repeat, if FirstLength is known

	watch func(engine.Progress)
}

// defaultRules are the rules of a run for which none is given.
var defaultRules = engine.Rules{TimeLimit: engine.DefaultTimeLimit, Settled: true}

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	o.Options = o.Options.WithDefaults()
	if o.Rules.None() {
		o.Rules = defaultRules
	}
	return o
}

// validate returns an error for invalid options.
func (o Options) validate() error {
	if err := o.Rules.Validate(engine.MaxIterations); err != nil {
		return err
	}
	if err := o.Parameters.validate(); err != nil {
		return err
	}
	return o.Options.Validate()
}

// Result is the result of a run.
type Result struct {
	engine.Result
	Parameters Parameters // with defaults filled in
	// FirstTour is the kind of the first tour, FirstLength its length.
	FirstTour   model.StartKind
	FirstLength int64
	InitialUse  InitialUse // of an initial tour that is not the first tour
	// Cut is not nil if the end of the run left too little time to recombine its tours. A run of as
	// many iterations completes the recombination, and has another tour without Options.Cut.
	Cut *Cut
	// LastKicks is the number of kicks of the best tour in the time that was left at the end. A run of
	// as many iterations has another tour without Options.LastKicks.
	LastKicks int
	// Partial: the end of the run interrupted the first iteration. No number of iterations has its
	// tour.
	Partial bool
}

// Solve runs the method on an instance, on the processor. The tour depends on the parameters and
// on the number of iterations alone.
//
// When ctx ends, the run ends with its best tour and engine.StopInterrupted. If watch is not nil,
// one goroutine calls it after every iteration. Unusable options return an *option.Error.
func Solve(ctx context.Context, instance *tsp.Instance, options Options, watch func(engine.Progress)) (*Result, error) {
	o := options.WithDefaults()
	o.watch = watch
	m, err := newModel(instance, &o)
	if err != nil {
		return nil, err
	}
	limit := o.TimeLimit
	if o.Resume != nil {
		limit = 0 // a resumed run always continues to its end
	}
	setUp, cancel := o.WithinLimit(ctx, limit, m.Cities)
	first := &initial{}
	opened, err := engine.Open(setUp, setup{m, o, first}, engine.OpenOptions{
		Devices: []*pipeline.Device{nil}, Started: o.Started, Watch: watch,
	})
	cancel()
	if err == nil && o.Resume != nil {
		err = opened.Ended // the state of a run that is not restored is no result
	}
	if err != nil {
		return nil, err
	}
	if o.FirstLength > 0 && o.FirstLength != int64(m.StartLength) {
		opened.Close()
		return nil, option.Errorf("the run to repeat started from another tour: give its initial tour again")
	}
	o.InitialUse = first.use
	r, err := newRun(o, m, instance, opened)
	if err != nil {
		opened.Close()
		return nil, err
	}
	defer r.Close()
	if err := r.start(); err != nil {
		return nil, err
	}
	r.Loop(ctx)
	return r.result()
}

// newModel returns the unprepared model of a run, and completes the options.
func newModel(instance *tsp.Instance, o *Options) (*model.Model, error) {
	if from := o.Resume; from != nil {
		o.Parameters = from.Saved.Parameters
		if err := from.Continue(instance, &o.Options, &o.InitialTour); err != nil {
			return nil, err
		}
	}
	if err := o.validate(); err != nil {
		return nil, err
	}
	p := o.Parameters
	if o.Resume == nil {
		p = p.withDefaults(instance.Dimension(), instance.Metric == tsp.Pairs, o.Rules)
	}
	m, err := model.NewUnprepared(instance, p.model(instance.Dimension()))
	if err != nil {
		return nil, err
	}
	p.Colonies, p.Candidates, m.NoAscent = m.Parameters.Colonies, m.Parameters.Candidates, p.Near
	o.Parameters = p
	return m, nil
}

// MemoryFor returns the bytes that Solve takes of the host. It returns the errors of Solve.
func MemoryFor(instance *tsp.Instance, options Options) (uint64, error) {
	o := options.WithDefaults()
	m, err := newModel(instance, &o)
	if err != nil {
		return 0, err
	}
	return uint64(m.Cities) * (bytesPerCity + uint64(m.Colonies)*bytesPerTourCity), nil
}

const (
	// bytesPerCity: the model's and the problem's lists of a city.
	bytesPerCity = 250
	// bytesPerTourCity: tours and searches of a colony, by city.
	bytesPerTourCity = 100
)

// setup implements engine.Setup.
type setup struct {
	model   *model.Model
	options Options
	initial *initial // set by Prepare
}

// Divide implements engine.Setup.
func (s setup) Divide(devices int) ([]engine.ColonyRange, error) {
	if devices != 1 {
		return nil, option.Errorf("%d devices: the method runs on the processor alone", devices)
	}
	return engine.Spread(s.model.Colonies, devices)
}

// Join implements engine.Setup.
func (s setup) Join(started []*site, _ []engine.DeviceResult) []*site { return started }

// Plan implements engine.Setup. There is no recording: no device runs the method.
func (s setup) Plan(engine.ColonyRange, *pipeline.Device) (pipeline.Recording, error) {
	return pipeline.Recording{}, nil
}

// Prepare implements engine.Setup.
func (s setup) Prepare(ctx context.Context) error {
	s.model.OnFirstTours = func() {
		if s.options.watch != nil {
			s.options.watch(engine.Progress{
				Phase: engine.PhaseFirstTours, Elapsed: time.Since(s.options.Started),
			})
		}
	}
	if err := s.model.Prepare(ctx, s.options.InitialTour); err != nil {
		return err
	}
	return s.useInitial(ctx)
}

// Start implements engine.Setup.
func (s setup) Start(context.Context, engine.ColonyRange, *pipeline.Run, pipeline.Recording) (*colonies, error) {
	p := newPopulation(s.model)
	if s.options.Parameters.Shallow && !p.inParts() {
		p.problem.Shallow()
	}
	p.startFrom(s.initial)
	return newColonies(p), nil
}

// start restores the colonies of a resumed run and writes the first checkpoint.
func (r *run) start() error {
	if !r.options.Resume.HasProgress() {
		return r.SaveFirst(r.firstSnapshot())
	}
	return r.SaveNow()
}

// result returns the result of the run after the engine has verified the tour.
func (r *run) result() (*Result, error) {
	common, err := r.Result()
	if err != nil {
		return nil, err
	}
	common.Iterations = r.Scheduled()
	if p := r.population(); p != nil {
		colonies := colonyTours{p.tours, p.foundAt}
		if p.before != nil && common.Stop == engine.StopIdle { // the run ended as they started anew
			colonies = *p.before
		}
		for c, s := range colonies.tours {
			common.Colonies = append(common.Colonies, engine.ColonyResult{
				BestLength: int64(s.length), BestIteration: colonies.foundAt[c], Iterations: r.Scheduled(),
			})
		}
	}
	return &Result{
		Result: common, Parameters: r.options.Parameters, FirstTour: r.model.StartKind,
		FirstLength: int64(r.model.StartLength), InitialUse: r.options.InitialUse, Cut: r.cut, LastKicks: r.kicks, Partial: r.partial,
	}, nil
}
