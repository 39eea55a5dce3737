package conform

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/internal/stages"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// Verdict is the outcome of a case.
type Verdict string

const (
	Equal   Verdict = "equal"   // device and reference agree in every word compared
	Differs Verdict = "differs" // device and reference disagree
	Refused Verdict = "refused" // the device or the solver does not support the case; nothing ran
	Failed  Verdict = "failed"  // the device or its driver returned an error
)

// caseResult is the outcome of a case with its details.
type caseResult struct {
	Case    Case
	Verdict Verdict
	Stages  []stageResult // the stages compared, in order
	Passes  []pipeline.Pass
	// Iteration, counted from 1, and Stage say where the case differs or fails.
	Iteration  int
	Stage      string
	Difference *stages.Difference // nil unless a stage differs
	Err        error              // nil unless Refused or Failed
	AntsBest   int64              // length of the best tour of an ant, for whole runs
	TourSHA256 string             // of the device's tour, for whole runs
	Reference  string             // hash of the reference's tour, for whole runs
	Took       time.Duration
}

// bad reports whether the case differs or fails.
func (r caseResult) bad() bool { return r.Verdict == Differs || r.Verdict == Failed }

// stageResult is the outcome of one comparison.
type stageResult struct {
	Stage   string
	Verdict Verdict
	Took    time.Duration // computing it on the device and in the reference, and comparing
	Device  time.Duration // of it, computing on the device
}

// stageUpload names the comparison of the uploaded data, before the first stage.
const stageUpload = "upload"

// comparer runs cases on a device and in the reference.
type comparer struct {
	device   *vk.Device
	verifier classic.Verifier
}

// compare runs a case. The only error is that of ctx; all others are in the result.
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
		r.Verdict, r.Err = Refused, err
	default:
		r.Verdict, r.Err = Failed, err
	}
	return r, nil
}

// refusal returns the reason of an error that says that a case cannot run, and "" for all other errors.
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

// compareStages compares all buffers after every stage and returns at the first difference.
func (k *comparer) compareStages(ctx context.Context, c Case, r *caseResult) error {
	started := time.Now()
	p, err := c.openPair(ctx, k.device)
	if err != nil {
		return err
	}
	defer p.Close()
	r.Passes = p.Passes()
	before := p.DeviceTime()
	compare := func(stage string, run func() (*stages.Difference, error)) (err error) {
		switch r.Difference, err = run(); {
		case err != nil:
			r.Stage, r.Verdict = stage, Failed
		case r.Difference != nil:
			r.Stage, r.Verdict = stage, Differs
		}
		r.Stages = append(r.Stages, stageResult{stage, r.Verdict, time.Since(started), p.DeviceTime() - before})
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
			err := compare(stage, func() (*stages.Difference, error) { return p.RunStage(ctx, stage) })
			if err != nil || r.Difference != nil {
				return err
			}
		}
	}
	r.Iteration = 0
	return nil
}
