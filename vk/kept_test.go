//go:build cgo

package vk

import (
	"context"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// A pipeline like one that was closed is not compiled and not checked again, and computes the
// same.
func TestKeptPipelines(t *testing.T) {
	compiled, checked := 0, 0
	d := openWith(t, DeviceOptions{
		Trace: func(call, _ string) {
			if call == "vkCreateComputePipelines" {
				compiled++
			}
		},
		Check: func(_ context.Context, _ *Device, pipelines []PipelineSpec) error {
			checked += len(pipelines)
			return nil
		},
	})
	increment := incrementSpec(t)
	b := newBuffer(t, d, "words", 64, DeviceLocal)
	upload(t, b, make([]uint32, 16))
	step := func(s PipelineSpec) (opened *Pipeline) {
		must.Do(t, d.CheckPipelines(t.Context(), []PipelineSpec{s}))
		opened = newPipeline(t, d, s)
		c := newCommands(t, d, 0)
		begin(t, c)
		c.Dispatch(bind(t, opened, b), nil, [3]uint32{1, 1, 1})
		run(t, c)
		c.Close()
		return opened
	}
	expect := func(wantCompiled, wantChecked int, after string) {
		t.Helper()
		if compiled != wantCompiled || checked != wantChecked {
			t.Errorf("%s: %d compiled, %d checked, want %d and %d", after, compiled, checked, wantCompiled, wantChecked)
		}
	}
	first := step(increment)
	second := step(increment)
	expect(2, 2, "an open pipeline is not shared")
	first.Close()
	second.Close()
	renamed := increment
	renamed.Name = "another name"
	step(renamed).Close()
	expect(2, 2, "the same shader")
	constant := increment
	constant.Constants = []Constant{{ID: 9, Value: 1}}
	step(constant).Close()
	expect(3, 3, "another constant")
	statistics := increment
	statistics.Statistics = true
	step(statistics).Close()
	if d.Info().ExecutableStatistics && compiled != 4 {
		t.Errorf("%d compiled: statistics need a pipeline of their own", compiled)
	}
	if got := download(t, b); slices.Min(got) != 5 || slices.Max(got) != 5 {
		t.Errorf("the shader has incremented to %v, want 5", got)
	}
}

// A device keeps a bounded number of pipelines, and drops those that were closed first.
func TestKeptPipelinesAreBounded(t *testing.T) {
	d := openDevice(t)
	s := incrementSpec(t)
	for i := range maxKept + 2 {
		s.Constants = []Constant{{ID: 9, Value: uint32(i)}}
		newPipeline(t, d, s).Close()
	}
	last := s.Key()
	s.Constants = []Constant{{ID: 9, Value: 1}}
	if n := len(d.kept.list); n != maxKept || !d.kept.has(last) || d.kept.has(s.Key()) {
		t.Errorf("%d are kept", n)
	}
	if h := d.Usage(); h != (Usage{}) {
		t.Errorf("%+v: pipelines that are kept are not open", h)
	}
}
