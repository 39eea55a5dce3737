package conform

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/variants"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Verdict is the outcome of a case.
type Verdict string

const (
	Equal       Verdict = "equal"         // device and reference agree in every word compared
	Differs     Verdict = "differs"       // device and reference disagree
	Refused     Verdict = "refused"       // the device or the solver does not support the case; nothing ran
	Failed      Verdict = "failed"        // the device or its driver returned an error
	Crashed     Verdict = "crashed"       // the driver ended its process
	Hung        Verdict = "hung"          // the process made no progress and was ended
	OutOfMemory Verdict = "out of memory" // the process took too much memory and was ended
)

// caseResult is the outcome of a case with its details. It is plain data, which a worker process
// sends as JSON.
type caseResult struct {
	Case    Case `json:"-"`
	Verdict Verdict
	Reduced string        // the smaller case that is bad as well: the other fields are of this one; "": it was not reduced
	Again   Verdict       // of a second run of a bad case, alone; "": there was none
	Stages  []stageResult // the stages compared, in order
	Passes  []passName
	// Iteration, counted from 1, and Stage say where the case differs or fails.
	Iteration  int
	Stage      string
	Difference *lockstep.Difference // nil unless a stage differs
	Dispatched []Dispatched         // of the stage, if it differs or fails
	Reason     string               // of a refusal
	Error      string               // of a failure
	Lost       bool                 // the device was lost or hangs
	Crash      *Crash               // nil unless the process ended
	AntsBest   int64                // length of the best tour of an ant, for whole runs
	TourSHA256 string               // of the device's tour, for whole runs
	AntsSHA256 string               // of what the ants found, for whole runs
	Reference  string               // hash of the reference's tour, for whole runs
	Took       time.Duration
}

// passName names a pass of a case.
type passName struct {
	Stage    string
	Module   string // name of the shader
	Pipeline string // the module with its constants
}

// passNames returns the names of passes on a device.
func passNames(info *vk.Info, passes []pipeline.Pass) []passName {
	var all []passName
	for _, p := range passes {
		all = append(all, passName{p.Stage, p.Shader.Name, variants.Name(p.Compiled(info))})
	}
	return all
}

// bad reports whether the case differs or fails.
func (r caseResult) bad() bool { return r.Verdict != Equal && r.Verdict != Refused }

// stageResult is the outcome of one comparison.
type stageResult struct {
	Stage   string
	Verdict Verdict
	Took    time.Duration // computing it on the device and in the reference, and comparing
	Device  time.Duration // of it, computing on the device
	Timed   bool          // Device is without compiling: pipelines may be compiled in the first iteration
}

// stageUpload names the comparison of the uploaded data, before the first stage.
const stageUpload = "upload"

// comparer runs cases on a device and in the reference.
type comparer struct {
	device   *vk.Device                   // may be only described, for an export
	rewrite  func(vk.PipelineSpec) []byte // of exported modules of a described device; nil: none
	verifier lockstep.Verifier
	notify   func(step) // is called before each stage; may be nil
}

// compare runs a case. The only error is the error of ctx; all others are in the result.
func (k *comparer) compare(ctx context.Context, c Case) (caseResult, error) {
	started := time.Now()
	r := caseResult{Case: c, Verdict: Equal}
	run := k.compareStages
	if c.Whole {
		run = k.compareTours
	}
	err := run(ctx, c, &r)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	r.Took = time.Since(started)
	switch {
	case err == nil:
	case refusal(err) != "":
		r.Verdict, r.Reason = Refused, refusal(err)
	default:
		r.Verdict, r.Error, r.Lost = Failed, err.Error(), pipeline.DeviceGone(err)
	}
	return r, nil
}

// refusal returns the reason of an error that says that a case cannot run, and "" for all other
// errors.
func refusal(err error) string {
	if refused, ok := errors.AsType[*option.Error](err); ok {
		return refused.Text()
	}
	if tooLarge, ok := errors.AsType[*pipeline.TooLargeError](err); ok {
		return tooLarge.Reason()
	}
	return ""
}

// compareStages compares all buffers after every stage and returns at the first difference.
func (k *comparer) compareStages(ctx context.Context, c Case, r *caseResult) error {
	started := time.Now()
	p, err := c.openPair(ctx, k.device)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.start(c); err != nil {
		return err
	}
	r.Passes = passNames(k.device.Info(), p.Passes())
	before := p.DeviceTime()
	compare := func(stage string, run func() (*lockstep.Difference, error)) (err error) {
		if k.notify != nil {
			k.notify(step{Iteration: r.Iteration, Stage: stage})
		}
		switch r.Difference, err = run(); {
		case err != nil:
			r.Stage, r.Verdict = stage, Failed
		case r.Difference != nil:
			r.Stage, r.Verdict = stage, Differs
		}
		if r.Verdict != Equal && stage != stageUpload {
			r.Dispatched = dispatched(k.device.Info(), p.Passes(), p.Ran(), r.Difference)
		}
		r.Stages = append(r.Stages, stageResult{
			stage, r.Verdict, time.Since(started), p.DeviceTime() - before, r.Iteration > 1 || c.Iterations == 1,
		})
		started, before = time.Now(), p.DeviceTime()
		return err
	}
	if err := compare(stageUpload, p.Compare); err != nil || r.Difference != nil {
		return err
	}
	for r.Iteration = 1; r.Iteration <= c.Iterations && !p.Stopped(); r.Iteration++ {
		if err := p.prepare(r.Iteration); err != nil {
			return err
		}
		for _, stage := range p.Stages() {
			err := compare(stage, func() (*lockstep.Difference, error) { return p.RunStage(ctx, stage) })
			if err != nil || r.Difference != nil {
				return err
			}
		}
	}
	r.Iteration = 0
	return nil
}

// compareTours compares the final tours of whole runs.
func (k *comparer) compareTours(ctx context.Context, c Case, r *caseResult) error {
	instance, err := c.Input.instance()
	if err != nil {
		return err
	}
	got, want, err := c.method().solve(ctx, k, c, instance)
	if err != nil {
		return err
	}
	r.TourSHA256, r.Reference, r.AntsBest = got.tourSHA256, want.tourSHA256, got.antsBest
	r.AntsSHA256 = got.antsSHA256
	if got != want {
		r.Verdict = Differs
	}
	return nil
}
