package conform

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// method is the part of a case that depends on its algorithm: the default solver, or one of Ant
// System, MMAS and ACS.
type method interface {
	// jsonFields returns pointers to the fields of the case that its text has, in their order.
	jsonFields(c *Case) any
	// setDefaults sets the parameters whose default is not 0.
	setDefaults(c *Case)
	// passes returns the passes of an iteration on a device with these limits.
	passes(c Case, instance *tsp.Instance, limits pipeline.Limits) ([]pipeline.Pass, error)
	// plan returns an error if no device can run the case.
	plan(c Case, instance *tsp.Instance) error
	// open opens a device beside the reference.
	open(ctx context.Context, c Case, instance *tsp.Instance, device *vk.Device) (pair, error)
	// solve makes the whole run on the device and in the reference.
	solve(ctx context.Context, k *comparer, c Case, instance *tsp.Instance) (got, want wholeRun, err error)
}

// methodOf returns the method of an algorithm.
func methodOf(algorithm classicmodel.Algorithm) method {
	if algorithm == merged.Algorithm {
		return mergedMethod{}
	}
	return classicMethod{}
}

// pair computes a case on a device and in the reference, stage by stage.
type pair interface {
	start(c Case) error          // before the first iteration
	prepare(iteration int) error // before an iteration, counted from 1
	Passes() []pipeline.Pass
	Ran() []pipeline.Slice // by the last stage
	Stages() []string
	RunStage(ctx context.Context, stage string) (*lockstep.Difference, error)
	Compare() (*lockstep.Difference, error)
	Stopped() bool
	DeviceTime() time.Duration // of all stages so far
	StartCapture()
	StopCapture() (*lockstep.Capture, error)
	Close()
}

// wholeRun is the result of a whole run.
type wholeRun struct {
	tourSHA256 string
	antsSHA256 string // of what the ants found in all iterations
	antsBest   int64  // length of the best tour of an ant; 0: the algorithm has none
}

// classicMethod is Ant System, MMAS and ACS.
type classicMethod struct{}

func (classicMethod) jsonFields(c *Case) any {
	return &struct {
		*Common
		*classicmodel.Parameters
		*classic.KernelConfig
	}{&c.Common, &c.Parameters, &c.Kernel}
}

func (classicMethod) setDefaults(c *Case) {
	published := classicmodel.Published(c.Algorithm, classicmodel.SearchNone)
	c.Parameters.Alpha, c.Parameters.Beta, c.Parameters.Rho = published.Alpha, published.Beta, published.Rho
}

func (classicMethod) options(c Case) classic.Options {
	return classic.Options{
		Parameters: c.Parameters, Kernel: c.Kernel, Rules: engine.Rules{Iterations: c.Iterations},
		Options: engine.Options{Statistics: engine.Statistics{Every: c.Statistics}},
	}
}

func (classicMethod) passes(c Case, instance *tsp.Instance, limits pipeline.Limits) ([]pipeline.Pass, error) {
	p, err := classicmodel.NewUnprepared(instance, c.Parameters)
	if err != nil {
		return nil, err
	}
	p.StatisticsEvery = c.Statistics
	recording, err := classic.Recipe(p, classic.Options{Kernel: c.Kernel}, limits)
	return recording.Passes, err
}

func (m classicMethod) plan(c Case, instance *tsp.Instance) error {
	_, err := classic.PlansFor(instance, []*pipeline.Device{nil}, m.options(c))
	return err
}

func (m classicMethod) open(ctx context.Context, c Case, instance *tsp.Instance, device *vk.Device) (pair, error) {
	p, err := lockstep.OpenClassic(ctx, instance, device, m.options(c))
	if err != nil {
		return nil, err
	}
	p.Cuts = c.random(drawCuts)
	if c.Shuffled {
		p.Drawn = c.random(drawData)
	}
	return classicPair{p}, nil
}

func (m classicMethod) solve(
	ctx context.Context, k *comparer, c Case, instance *tsp.Instance,
) (got, want wholeRun, err error) {
	verdict, err := k.verifier.Solve(ctx, instance, k.device, m.options(c))
	if err != nil {
		return got, want, err
	}
	symmetric := instance.Symmetric()
	of := func(r *classic.Result) wholeRun { return wholeRun{r.Tour.SHA256(symmetric), r.AntsSHA256, r.AntsBest} }
	return of(verdict.Device), of(verdict.Reference), nil
}

type classicPair struct{ *lockstep.Classic }

func (p classicPair) start(c Case) error {
	if c.FirstIteration == 0 {
		return nil
	}
	return p.Start(c.FirstIteration)
}

func (classicPair) prepare(int) error { return nil }

// mergedMethod is the default solver.
type mergedMethod struct{}

func (mergedMethod) jsonFields(c *Case) any {
	type parameters model.Parameters // without UnmarshalJSON, which the outer structure would have too
	return &struct {
		*Common
		*parameters
	}{&c.Common, (*parameters)(&c.Merged)}
}

func (mergedMethod) setDefaults(*Case) {}

func (mergedMethod) options(c Case) merged.Options {
	return merged.Options{Parameters: c.Merged, Rules: engine.Rules{Iterations: c.Iterations}}
}

func (mergedMethod) passes(c Case, instance *tsp.Instance, limits pipeline.Limits) ([]pipeline.Pass, error) {
	return lockstep.MergedPasses(instance, c.Merged, c.Large, limits)
}

func (m mergedMethod) plan(c Case, instance *tsp.Instance) error {
	_, err := merged.PlansFor(instance, []*pipeline.Device{nil}, m.options(c))
	return err
}

func (mergedMethod) open(ctx context.Context, c Case, instance *tsp.Instance, device *vk.Device) (pair, error) {
	p, err := lockstep.OpenMerged(ctx, instance, device, c.Merged, c.Large)
	if err != nil {
		return nil, err
	}
	p.Cuts = c.random(drawCuts)
	return mergedPair{p, c.GivenAnts}, nil
}

func (m mergedMethod) solve(
	ctx context.Context, k *comparer, c Case, instance *tsp.Instance,
) (got, want wholeRun, err error) {
	var runs [2]wholeRun
	for i, device := range []*pipeline.Device{k.device, nil} {
		result, err := merged.Solve(ctx, instance, []*pipeline.Device{device}, m.options(c), nil)
		if err == nil {
			err = result.Failure
		}
		if err != nil {
			return got, want, err
		}
		runs[i] = wholeRun{tourSHA256: result.Tour.SHA256(instance.Symmetric()), antsSHA256: result.AntsSHA256}
	}
	return runs[0], runs[1], nil
}

type mergedPair struct {
	*lockstep.Merged
	givenAnts bool
}

func (p mergedPair) start(c Case) error {
	if c.FirstIteration == 0 && !c.Shuffled {
		return nil
	}
	return p.Start(c.FirstIteration, c.Shuffled)
}

// prepare switches from plain local search, in the first iteration, to kicks.
func (p mergedPair) prepare(iteration int) error {
	if iteration == 2 {
		if err := p.Set(p.Model.Kicks()); err != nil {
			return err
		}
	}
	if !p.givenAnts {
		return nil
	}
	for _, ref := range p.References {
		if err := lockstep.RunReference(ref, ants); err != nil {
			return err
		}
	}
	return p.Upload()
}

// ants is the first stage of an iteration.
const ants = "ant"

func (p mergedPair) Stages() []string {
	return slices.DeleteFunc(p.Merged.Stages(), func(stage string) bool { return p.givenAnts && stage == ants })
}
