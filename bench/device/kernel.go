package device

import (
	"math"
	"math/bits"
	"time"

	"github.com/aco-vk/aco-vk/pipeline"
)

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

// groupSize returns the largest power of two that is at most the number of invocations of a work-group.
func (m *meter) groupSize() uint32 { return 1 << (bits.Len32(min(group, m.limits.GroupSize)) - 1) }

// time verifies a kernel, runs it for the time of a figure and adds the figure of its fastest run.
func (m *meter) time(k kernel) error {
	run, err := pipeline.Start(m.ctx, m.device, pipeline.Recording{Buffers: k.buffers, Values: k.values, Passes: []pipeline.Pass{k.pass}})
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
