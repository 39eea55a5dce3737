package conform

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// Options say what a test does.
type Options struct {
	// Open opens the device, and again where it was lost. It is closed before Test returns.
	Open    func() (*vk.Device, error)
	Quick   bool          // every shader on one input
	Stress  time.Duration // in place of the cases of a test those that are made up until so much time is over; 0: none
	Seed    uint64        // of what is made up
	Cases   []Case        // in place of all others; nil: none
	Version string        // of the program
}

// Progress is where a test stands.
type Progress struct {
	Case, Cases int // that are done, and all; 0: they are made up
	Problems    int // found so far
}

// mostReduced problems end a test of cases that are made up: they are enough to look at.
const mostReduced = 10

// mostLost is how often a device may be lost before the test gives up.
const mostLost = 3

// Test runs the cases of a device and tells after each. A case that differs, fails or is refused is in the report, and the test goes
// on, on the device opened again where it was lost. When ctx ends, the report has what there is. An error says that there is no report.
func Test(ctx context.Context, o Options, tell func(Progress)) (*Report, error) {
	started := time.Now()
	modules, err := shaders.SHA256()
	if err != nil {
		return nil, err
	}
	device, err := o.Open()
	if err != nil {
		return nil, err
	}
	t := &test{Options: o, checker: checker{device: device}}
	defer t.close()
	work, count, err := t.work()
	if err != nil {
		return nil, err
	}
	report := &Report{
		Schema: reportSchema, Version: o.Version, ShadersSHA256: modules, Device: *device.Info(), Quick: o.Quick, Cases: count,
	}
	if o.Stress > 0 {
		report.Stress = &Stress{o.Seed, o.Stress.Seconds()}
	}
	k := newCollector(report)
	if err = t.probes(ctx, report); err == nil {
		err = t.run(ctx, work, k, tell)
	}
	k.sortInputs(pipeline.LimitsOf(&report.Device))
	report.Complete = err == nil
	if closing := t.close(); err == nil {
		err = closing
	}
	if err != nil && ctx.Err() == nil {
		report.Problems = append(report.Problems, Problem{Verdict: Failed, Error: err.Error()})
	}
	report.Seconds = time.Since(started).Seconds()
	return report, nil
}

// test is one under way.
type test struct {
	Options
	checker
	lost int
}

// work are the cases and how many there are, 0 where nobody knows.
func (t *test) work() (iter.Seq[job], int, error) {
	switch {
	case t.Cases != nil:
		var jobs []job
		for _, c := range t.Cases {
			jobs = append(jobs, job{"repeated", c})
		}
		return slices.Values(jobs), len(jobs), nil
	case t.Stress > 0:
		return stress(t.Seed, t.Stress), 0, nil
	}
	jobs, err := plan(pipeline.LimitsOf(t.device.Info()), t.Quick)
	return slices.Values(jobs), len(jobs), err
}

// run adds what becomes of the cases. The error says why the rest of them is left out, or is the context's.
func (t *test) run(ctx context.Context, work iter.Seq[job], k *collector, tell func(Progress)) error {
	done, all := 0, k.report.Cases
	for one := range work {
		result, err := t.check(ctx, one.Case)
		if err != nil {
			return err
		}
		if t.Stress > 0 && result.bad() {
			result = t.reduce(ctx, result)
		}
		if err := k.add(one.name, result); err != nil {
			return err
		}
		done++
		k.report.Cases = max(all, done)
		tell(Progress{done, all, len(k.report.Problems)})
		if t.Stress > 0 && len(k.report.Problems) == mostReduced {
			return nil
		}
		if err := t.reopen(result.Err); err != nil {
			return err
		}
	}
	return nil
}

// reopen opens a device that an error was the end of again.
func (t *test) reopen(err error) error {
	if !pipeline.DeviceGone(err) {
		return nil
	}
	if t.lost++; t.lost == mostLost {
		return fmt.Errorf("the device was lost %d times, and what is left was left out", t.lost)
	}
	t.close() // what a lost device left open is not the test's subject
	if t.device, err = t.Open(); err != nil {
		return fmt.Errorf("the device does not come back, and what is left was left out: %w", err)
	}
	return nil
}

// close closes the device, if it is open. The error is what cases left open, or a message of the validation layer.
func (t *test) close() error {
	device := t.device
	t.device = nil
	return device.Close()
}
