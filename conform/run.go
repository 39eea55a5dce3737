package conform

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk"
)

// Options say what a test does.
type Options struct {
	// Open opens the device, and again where it was lost. It is closed before Test returns, but for one that hangs.
	Open    func() (*vk.Device, error)
	Quick   bool   // a few cases of every algorithm
	Version string // of the program
}

// Progress is where a test stands.
type Progress struct {
	Case, Cases int // that are done, and all
	Problems    int // found so far
}

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
	work, err := plan(pipeline.LimitsOf(device.Info()), o.Quick)
	if err != nil {
		return nil, err
	}
	report := &Report{
		Schema: reportSchema, Version: o.Version, ShadersSHA256: modules, Device: *device.Info(), Quick: o.Quick, Cases: len(work),
	}
	k := newCollector(report)
	for i, one := range work {
		result, err := t.check(ctx, one.Case)
		if err != nil {
			break
		}
		k.add(one.name, result)
		tell(Progress{i + 1, len(work), len(report.Problems)})
		if report.Complete = i+1 == len(work); report.Complete {
			break
		}
		if err := t.recover(result.Err); err != nil {
			report.Problems = append(report.Problems, Problem{Verdict: Failed, Error: err.Error()})
			break
		}
	}
	report.Hung = t.hung
	report.Seconds = time.Since(started).Seconds()
	return report, nil
}

// test is one under way.
type test struct {
	Options
	checker
	lost int
	hung bool
}

// recover opens a device that an error was the end of again.
func (t *test) recover(err error) error {
	if !pipeline.DeviceGone(err) {
		return nil
	}
	if t.lost++; t.lost == mostLost {
		return fmt.Errorf("the device was lost %d times: the rest of the cases was left out", t.lost)
	}
	if errors.Is(err, vk.ErrHung) {
		t.device, t.hung = nil, true // to close it would wait for it
	}
	t.close()
	if t.device, err = t.Open(); err != nil {
		return fmt.Errorf("the device does not come back, and the rest of the cases was left out: %w", err)
	}
	return nil
}

// close closes the device; a handle that a lost device left open is not the test's subject.
func (t *test) close() {
	if t.device != nil {
		t.device.Close()
		t.device = nil
	}
}
