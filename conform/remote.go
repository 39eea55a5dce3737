package conform

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/internal/memory"
	"github.com/aco-vk/aco-vk/internal/probe"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// remote runs cases in a worker process. It starts a new one for the next task if the process has
// ended.
type remote struct {
	options Options
	limits  child.Limits
	process *child.Process // nil if none runs
	ready   bool
	last    taskSteps // of the task that runs
}

const (
	// Package vk finds a hung submission after vk.HangTimeout, or ten times as long on a software
	// device. These are longer, so that its error, which says more, comes first.
	silence         = 5 * vk.HangTimeout
	softwareSilence = 15 * vk.HangTimeout
	// minMemory is more than any case of a test takes. A leak exceeds it.
	minMemory = 4 << 30
)

// startRemote starts a worker process.
func startRemote(o Options) (*remote, error) {
	r := &remote{options: o, limits: child.Limits{Silence: o.Silence, Memory: o.Memory}}
	if o.Silence == 0 {
		r.limits.Silence = silence
		if o.Device.IsSoftware() {
			r.limits.Silence = softwareSilence
		}
	}
	if available := memory.Available(); o.Memory == 0 && available > 0 {
		r.limits.Memory = max(available/4*3/uint64(max(1, o.Workers)), minMemory)
	}
	return r, r.start()
}

func (r *remote) start() (err error) {
	r.ready = false
	r.process, err = child.Start(r.options.Command(), r.limits)
	return err
}

func (r *remote) info() vk.Info { return r.options.Device }

// waitUntilReady waits until the process has opened the device. It starts a process if none runs.
func (r *remote) waitUntilReady(ctx context.Context) error {
	if r.process == nil {
		if err := r.start(); err != nil {
			return err
		}
	}
	if r.ready {
		return nil
	}
	r.last = taskSteps{}
	m, end, err := r.receive(ctx)
	switch {
	case err != nil:
		return err
	case end != nil:
		return &crashError{end.verdict(), "opening the device: " + end.text(nil), end.crash(nil)}
	case m.Error != "":
		r.discard()
		return errors.New(m.Error)
	}
	r.ready = true
	return nil
}

// receive returns the next message that is not a step. If the process ends, it returns how
// instead. The only error is the error of ctx.
func (r *remote) receive(ctx context.Context) (m message, end *ended, err error) {
	m, err = child.ReceiveMessage(ctx, r.process, func(m message) bool {
		if m.Step != nil {
			r.last.add(*m.Step)
		}
		return m.Step == nil && m != (message{})
	})
	switch {
	case errors.Is(err, child.ErrEnded):
		end := r.process.Wait()
		r.process = nil
		return m, r.ended(end), nil
	case err != nil:
		r.discard()
	}
	return m, nil, err
}

// ended returns the end of the process with what it did last.
func (r *remote) ended(end child.End) *ended { return &ended{end, r.limits, r.last} }

// discard ends the process.
func (r *remote) discard() {
	r.process.Kill()
	r.process.Wait()
	r.process = nil
}

// ask runs a task. If the process ends before its result, ask returns how it ended.
func (r *remote) ask(ctx context.Context, t task) (m message, end *ended, err error) {
	if err := r.waitUntilReady(ctx); err != nil {
		return m, nil, err
	}
	r.last = taskSteps{}
	if err := r.process.SendMessage(t); err != nil {
		return m, nil, err
	}
	limit := r.options.CaseTimeout
	if limit == 0 {
		return r.receive(ctx)
	}
	limited, stop := context.WithTimeout(ctx, limit)
	defer stop()
	if m, end, err = r.receive(limited); err != nil && ctx.Err() == nil {
		r.last.limit = limit
		return m, r.ended(child.End{Cause: child.Hung}), nil
	}
	return m, end, err
}

func (r *remote) compare(ctx context.Context, c Case) (caseResult, error) {
	started := time.Now()
	m, end, err := r.ask(ctx, task{Case: c.String()})
	if err != nil {
		p := problemOf(err)
		return caseResult{Case: c, Verdict: p.Verdict, Error: p.Error, Crash: p.Crash}, fmt.Errorf(
			"the remaining cases did not run: %w", err,
		)
	}
	if end == nil {
		m.Case.Case = c
		return *m.Case, nil
	}
	passes, err := c.passes(pipeline.LimitsOf(&r.options.Device))
	if err != nil {
		passes = nil // the case crashed before the device could refuse it
	}
	names := passNames(&r.options.Device, passes)
	stage, suspects := r.last.pipelines(names)
	result := caseResult{
		Case: c, Verdict: end.verdict(), Iteration: r.last.iteration, Stage: stage, Error: end.text(suspects),
		Crash: end.crash(suspects), Passes: names, Took: time.Since(started),
	}
	if stage != "" {
		result.Stages = []stageResult{{Stage: stage, Verdict: result.Verdict, Took: result.Took}}
	}
	return result, nil
}

func (r *remote) probe(ctx context.Context, p probe.Probe) (probeResult, error) {
	started := time.Now()
	m, end, err := r.ask(ctx, task{Probe: p.Name})
	if err != nil {
		return probeResult{}, err
	}
	if end == nil {
		return *m.Probe, nil
	}
	return probeResult{newProbe(p, string(end.verdict()), end.text(nil), time.Since(started)), end.Cause == child.Hung}, nil
}

func (r *remote) export(ctx context.Context, c Case, to exportTo) ([]string, error) {
	m, end, err := r.ask(ctx, task{Case: c.String(), Export: &to})
	switch {
	case err != nil:
		return nil, err
	case end != nil:
		return nil, fmt.Errorf("export case: %s; with sizes of subgroups a case is exported without a run", end.text(nil))
	case m.Export.Error != "":
		return m.Export.Folders, errors.New(m.Export.Error)
	}
	return m.Export.Folders, nil
}

// reopen ends the process, so that the next task starts another one.
func (r *remote) reopen() error {
	if r.process != nil {
		r.discard()
	}
	return nil
}

// close lets the process close the device and waits for it.
func (r *remote) close() error {
	if r.process == nil {
		return nil
	}
	ready := r.ready
	r.process.CloseInput()
	m, end, _ := r.receive(context.Background())
	if end != nil && ready {
		return fmt.Errorf("closing the device: %s", end.text(nil))
	}
	if end != nil {
		return nil
	}
	closed := r.process.Wait()
	r.process = nil
	if m.Closed != nil && *m.Closed != "" {
		return errors.New(*m.Closed)
	}
	if closed.Cause != child.Exited {
		return fmt.Errorf("closing Vulkan: %s: %s", closed.Status, strings.Join(closed.Output, "; "))
	}
	return nil
}
