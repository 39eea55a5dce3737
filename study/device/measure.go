package device

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/host"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// DefaultTiming is how long each figure is timed.
const DefaultTiming = 500 * time.Millisecond

// Options say what is measured.
type Options struct {
	// Open opens the device with a folder for its pipeline cache; "" stands for the user's. It is
	// called once for each subject.
	Open    func(cacheDir string) (*aco.Device, error)
	Timing  time.Duration // how long each figure is timed, but at least three times; 0: DefaultTiming
	Version string        // of the program
}

// ErrDiffers is returned if a result is wrong.
var ErrDiffers = errors.New("results are wrong: the device, its driver or a shader is faulty")

// meter measures a device.
type meter struct {
	Options
	ctx      context.Context
	device   *pipeline.Device
	limits   pipeline.Limits
	report   *Report
	progress func(Figure)
}

// subjects are measured in this order.
var subjects = []struct {
	subject Subject
	measure func(*meter) error
}{
	{Memory, (*meter).memory},
	{Atomics, (*meter).atomics},
	{Subgroups, (*meter).subgroups},
	{Latency, (*meter).latency},
	{Pipelines, (*meter).pipelines},
	{Solver, (*meter).solver},
}

// Measure measures a device. started gets the report before the first figure, progress gets each
// figure. If the context is done, the report has the figures so far, and the error is ctx.Err(). A
// wrong result is ErrDiffers; its figure has no value.
func Measure(ctx context.Context, o Options, started func(*Report), progress func(Figure)) (*Report, error) {
	if o.Timing == 0 {
		o.Timing = DefaultTiming
	}
	m := &meter{Options: o, ctx: ctx, progress: progress, report: &Report{
		Schema: reportSchema, Version: o.Version, Date: time.Now().UTC().Truncate(time.Second), Host: host.This(),
		ShadersSHA256: shaders.SHA256,
	}}
	for i, s := range subjects {
		err := m.with("", func(device *aco.Device) error {
			m.device, m.limits = vkdevice.Of(device), pipeline.LimitsOf(vkdevice.Of(device).Info())
			if i == 0 {
				m.report.Device = papers.Describe(m.device)
				started(m.report)
			}
			return s.measure(m)
		})
		if err != nil {
			return m.report, fmt.Errorf("measure %s: %w", s.subject, err)
		}
	}
	m.report.Complete = true
	return m.report, nil
}

// with calls work with a device that is opened for it.
func (m *meter) with(cacheDir string, work func(*aco.Device) error) (err error) {
	device, err := m.Open(cacheDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, device.Close()) }()
	return work(device)
}

// add adds a figure to the report.
func (m *meter) add(f Figure) {
	m.report.Figures = append(m.report.Figures, f)
	m.progress(f)
}

// wrong adds a figure without a value, and returns ErrDiffers.
func (m *meter) wrong(f Figure, reason string) error {
	f.Value, f.Remark = 0, "wrong result: "+reason
	m.add(f)
	return ErrDiffers
}

// minRuns is the least number of timed runs of a kernel.
const minRuns = 3

// group is the number of invocations of a work-group: enough for several subgroups of any device.
const group = 256

// kernel is a pass that is measured.
type kernel struct {
	figure  Figure
	buffers []pipeline.Buffer
	values  map[string]uint32
	pass    pipeline.Pass
	work    float64                       // bytes or operations of a run, in the figure's unit times seconds
	upload  func(run *pipeline.Run) error // before the first run
	wrong   func(words []uint32) string   // describes the first wrong word of the last buffer after one run; "": none
}

// groupSize returns the largest power of two that is at most the number of invocations of a
// work-group.
func (m *meter) groupSize() uint32 { return 1 << (bits.Len32(min(group, m.limits.GroupSize)) - 1) }

// time verifies a kernel, runs it for the time of a figure and adds the figure of its fastest run.
func (m *meter) time(k kernel) error {
	run, err := pipeline.Start(m.ctx, m.device, pipeline.Recording{Buffers: k.buffers, Values: k.values,
		Passes: []pipeline.Pass{k.pass}})
	if err != nil {
		return err
	}
	defer run.Close()
	if err := k.upload(run); err != nil {
		return err
	}
	if _, err := m.runOnce(run, k.pass.Units); err != nil {
		return err
	}
	words, err := run.Download(k.buffers[len(k.buffers)-1].Name)
	if err != nil {
		return err
	}
	if reason := k.wrong(words); reason != "" {
		return m.wrong(k.figure, reason)
	}
	fastest, total := time.Duration(math.MaxInt64), time.Duration(0)
	for runs := 0; runs < minRuns || total < m.Timing; runs++ {
		took, err := m.runOnce(run, k.pass.Units)
		if err != nil {
			return err
		}
		fastest, total = min(fastest, took), total+max(took, time.Microsecond)
	}
	k.figure.Value = k.work / fastest.Seconds()
	m.add(k.figure)
	return nil
}

// runOnce runs all units of a kernel and returns their time on the device.
func (m *meter) runOnce(run *pipeline.Run, units uint32) (time.Duration, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	if err := run.Submit([]pipeline.Slice{{Count: units}}); err != nil {
		return 0, err
	}
	done, err := run.Wait()
	if err != nil {
		return 0, err
	}
	return max(done.DeviceTime(), time.Nanosecond), nil
}
