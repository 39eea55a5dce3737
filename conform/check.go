package conform

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// Verdict is what became of a case.
type Verdict string

const (
	Equal   Verdict = "equal"   // to the reference, in every word that it has
	Differs Verdict = "differs" // from it
	Refused Verdict = "refused" // before anything ran, for a reason
	Failed  Verdict = "failed"  // the device or its driver did not do what it was asked
)

// caseResult is a case with what became of it.
type caseResult struct {
	Case    Case
	Verdict Verdict
	Stages  []stageResult // that were compared, in their order
	Passes  []pipeline.Pass
	// Iteration, from 1 on, and Stage are where it differs or fails.
	Iteration  int
	Stage      string
	Difference *classic.Difference // of Differs, but for whole runs
	Err        error               // of Refused and Failed
	AntsBest   int64               // of the device's whole run
	TourSHA256 string              // of its tour
	Reference  string              // the same of the reference
	Took       time.Duration
}

// stageResult is a stage that was compared, uploads before the first one among them.
type stageResult struct {
	Stage   string
	Verdict Verdict
	Took    time.Duration // on both sides, with the comparison
}

// stageUpload stands for what is brought to the device before the first stage.
const stageUpload = "upload"

// checker runs cases on a device.
type checker struct {
	device   *vk.Device
	verifier classic.Verifier
}

// check runs a case. The error is the context's.
func (k *checker) check(ctx context.Context, c Case) (caseResult, error) {
	started := time.Now()
	r := caseResult{Case: c, Verdict: Equal}
	work := k.stages
	if c.Whole {
		work = k.whole
	}
	err := work(ctx, c, &r)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	r.Took = time.Since(started)
	switch {
	case err == nil:
	case refusal(err) != "":
		r.Verdict, r.Err = Refused, err
	default:
		r.Verdict, r.Err = Failed, err
	}
	return r, nil
}

// refusal is why a case cannot be, "" where an error is another.
func refusal(err error) string {
	var (
		refused  *problem.Error
		tooLarge *pipeline.TooLargeError
	)
	switch {
	case errors.As(err, &refused):
		return refused.Reason
	case errors.As(err, &tooLarge):
		return tooLarge.Reason()
	}
	return ""
}

// stages compares after every stage, until something differs.
func (k *checker) stages(ctx context.Context, c Case, r *caseResult) error {
	started := time.Now()
	p, err := c.open(ctx, k.device)
	if err != nil {
		return err
	}
	defer p.Close()
	r.Passes = p.Passes()
	compare := func(stage string, work func() (*classic.Difference, error)) (err error) {
		switch r.Difference, err = work(); {
		case err != nil:
			r.Stage, r.Verdict = stage, Failed
		case r.Difference != nil:
			r.Stage, r.Verdict = stage, Differs
		}
		r.Stages = append(r.Stages, stageResult{stage, r.Verdict, time.Since(started)})
		started = time.Now()
		return err
	}
	if err := compare(stageUpload, p.Compare); err != nil || r.Difference != nil {
		return err
	}
	for r.Iteration = 1; r.Iteration <= c.Iterations && !p.Stopped(); r.Iteration++ {
		if err := p.begin(r.Iteration - 1); err != nil {
			return err
		}
		for _, stage := range p.Stages() {
			err := compare(stage, func() (*classic.Difference, error) { return p.RunStage(ctx, stage) })
			if err != nil || r.Difference != nil {
				return err
			}
		}
	}
	r.Iteration = 0
	return nil
}
