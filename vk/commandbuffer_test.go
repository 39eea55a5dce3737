//go:build cgo

package vk

import (
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/google/go-cmp/cmp"
)

// Each dispatch reads words that other work-groups of the previous dispatch wrote.
func TestBarriersOrderDispatches(t *testing.T) {
	d := openDevice(t)
	const groups, n = 64, 64 * 64
	a, b := newBuffer(t, d, "a", 4*n, DeviceLocal), newBuffer(t, d, "b", 4*n, DeviceLocal)
	upload(t, a, counting(n))
	p := newPipeline(t, d, PipelineSpec{Name: "reverse", SPIRV: shader(t, "reverse"), Bindings: 2})
	there, back := bind(t, p, a, b), bind(t, p, b, a)
	c := newCommands(t, d, 0)
	begin(t, c)
	for range 25 { // an odd number of turns, so that the words end up reversed in b
		c.Dispatch(there, nil, [3]uint32{groups, 1, 1})
		c.Barrier([]*Buffer{a, b}, Compute, Compute)
		c.Dispatch(back, nil, [3]uint32{groups, 1, 1})
		c.Barrier([]*Buffer{a, b}, Compute, Compute)
	}
	c.Dispatch(there, nil, [3]uint32{groups, 1, 1})
	run(t, c)
	if diff := cmp.Diff(counting(n), download(t, a)); diff != "" {
		t.Errorf("after 50 reversals: (-want +got)\n%s", diff)
	}
	want := counting(n)
	slices.Reverse(want)
	if diff := cmp.Diff(want, download(t, b)); diff != "" {
		t.Errorf("after 51 reversals: (-want +got)\n%s", diff)
	}
}

func TestRecordingsReplay(t *testing.T) {
	d := openDevice(t)
	words, seen := newBuffer(t, d, "words", 64*4, DeviceLocal), newBuffer(t, d, "seen", 64*4, HostRead)
	must.Do(t, d.Fill(words, 10))
	p := newPipeline(t, d, incrementSpec(t))
	set := bind(t, p, words)
	c := newCommands(t, d, 0)
	value := uint32(10)
	for range 3 { // recordings
		begin(t, c)
		c.Dispatch(set, nil, [3]uint32{1, 1, 1})
		c.Barrier([]*Buffer{words}, Compute, Transfer)
		c.Copy(words, seen, 0, 0, words.Bytes())
		c.Barrier([]*Buffer{seen}, Transfer, Host)
		must.Do(t, c.End())
		for range 4 { // submissions
			replay(t, c)
			value++
			got := view.Words(seen.Mapped())
			if slices.Min(got) != value || slices.Max(got) != value {
				t.Fatalf("words of %d to %d, want %d", slices.Min(got), slices.Max(got), value)
			}
		}
	}
}

func TestRecordingErrorsComeFromEnd(t *testing.T) {
	d := openDevice(t)
	a, b := newBuffer(t, d, "a", 64*4, DeviceLocal), newBuffer(t, d, "b", 64*4, DeviceLocal)
	gone := newBuffer(t, d, "gone", 64*4, DeviceLocal)
	p := newPipeline(t, d, PipelineSpec{Name: "scale", SPIRV: shader(t, "scale"), Bindings: 2, PushBytes: 8,
		Constants: []Constant{{ID: 0, Value: 64}}})
	set, closed, dying := bind(t, p, a, b), bind(t, p, a, b), bind(t, p, a, gone)
	closed.Close()
	closed.Close()
	gone.Close()
	push, one := []uint32{64, 0}, [3]uint32{1, 1, 1}
	most := d.Info().MaxWorkgroupCount
	for _, c := range []struct {
		record func(c *CommandBuffer)
		want   []string
	}{
		{func(c *CommandBuffer) { c.Dispatch(nil, push, one) }, []string{"binding set is closed"}},
		{func(c *CommandBuffer) { c.Dispatch(closed, push, one) }, []string{"binding set is closed"}},
		{func(c *CommandBuffer) { c.Dispatch(dying, push, one) }, []string{`"scale"`, `"gone" is closed`}},
		{func(c *CommandBuffer) { c.Dispatch(set, nil, one) }, []string{`"scale"`, "0 bytes of push constants"}},
		{func(c *CommandBuffer) { c.Dispatch(set, push[:1], one) }, []string{"4 bytes of push constants"}},
		{func(c *CommandBuffer) { c.Dispatch(set, push, [3]uint32{1, 0, 1}) }, []string{"work-groups", "dimension 1"}},
		{func(c *CommandBuffer) { c.Dispatch(set, push, [3]uint32{1<<32 - 1, 1, 1<<32 - 1}) }, oversized(most)},
		{func(c *CommandBuffer) { c.Copy(a, b, 0, 1, 64*4) }, []string{`"b"`}},
		{func(c *CommandBuffer) { c.Copy(a, nil, 0, 0, 4) }, []string{"nil"}},
		{func(c *CommandBuffer) { c.Copy(a, b, 0, 0, 0) }, []string{"0 bytes"}},
		{func(c *CommandBuffer) { c.Copy(a, a, 0, 4, 8) }, []string{"overlapping"}},
		{func(c *CommandBuffer) { c.Barrier([]*Buffer{a, gone}, Compute, Host) }, []string{`"gone" is closed`}},
		{func(c *CommandBuffer) { c.Barrier([]*Buffer{a}, Compute, 9) }, []string{"scope 9"}},
		{func(c *CommandBuffer) { c.Barrier(nil, -1, Host) }, []string{"scope -1"}},
		{func(c *CommandBuffer) { c.Timestamp(); c.Timestamp() }, []string{"1 timestamps"}},
		{func(c *CommandBuffer) { c.Dispatch(set, nil, one); c.Copy(a, b, 0, 0, 0) },
			[]string{"push constants"}}, // the first error is returned
	} {
		commands := newCommands(t, d, 1)
		begin(t, commands)
		c.record(commands)
		wantError(t, commands.End(), append(c.want, commands.name)...)
		wantError(t, commands.Submit(), "nothing is recorded")

		// The next recording is not affected.
		begin(t, commands)
		commands.Barrier(nil, Compute, Compute)
		commands.Dispatch(set, push, one)
		run(t, commands)
		commands.Close()
	}
	_, err := d.NewCommandBuffer("many", -1)
	wantError(t, err, `"many"`, "timestamps")
}

// oversized returns the expected error for a dispatch of 2³²-1 work-groups, if the device's limit
// is lower.
func oversized(most [3]uint32) []string {
	if most[0] == 1<<32-1 {
		return []string{"work-groups", "dimension 2"}
	}
	return []string{"work-groups", "dimension 0"}
}

func TestCommandsRefuseTheWrongOrder(t *testing.T) {
	d := openDevice(t)
	c := newCommands(t, d, 0)
	wait := func() error { _, err := c.Wait(0); return err }
	times := func() error { _, err := c.Timestamps(); return err }
	wantError(t, c.End(), "nothing is recorded")
	wantError(t, c.Submit(), "nothing is recorded")
	wantError(t, wait(), "nothing is recorded")
	wantError(t, times(), "nothing is recorded")
	begin(t, c)
	wantError(t, c.Submit(), "not ended")
	wantError(t, wait(), "not ended")
	must.Do(t, c.End())
	wantError(t, wait(), "not submitted")
	wantError(t, times(), "not submitted")
	c.Timestamp() // outside a recording: no effect
	must.Do(t, c.Submit())
	wantError(t, c.Submit(), "not waited for")
	wantError(t, c.Begin(), "not waited for")
	for done := false; !done; {
		var err error
		if done, err = c.Wait(time.Second); err != nil {
			t.Fatal(err)
		}
	}
	wantError(t, wait(), "not submitted")
	c.Close()
	c.Close()
	wantError(t, c.Begin(), "closed")
}

// A buffer or set that is closed after it was recorded cannot be submitted.
func TestSubmitRefusesRecordingsOfClosedHandles(t *testing.T) {
	d := openDevice(t)
	p := newPipeline(t, d, incrementSpec(t))
	for _, kill := range []func(b *Buffer, s *BindingSet){
		func(b *Buffer, _ *BindingSet) { b.Close() },
		func(_ *Buffer, s *BindingSet) { s.Close() },
	} {
		b := newBuffer(t, d, "mortal", 64*4, DeviceLocal)
		s := bind(t, p, b)
		c := newCommands(t, d, 0)
		begin(t, c)
		c.Dispatch(s, nil, [3]uint32{1, 1, 1})
		must.Do(t, c.End())
		kill(b, s)
		wantError(t, c.Submit(), "closed")
	}
}

// Closing an object that a submission uses waits for the submission.
func TestCloseWhilePending(t *testing.T) {
	d := openDevice(t)
	b := newBuffer(t, d, "b", 64*64*4, DeviceLocal)
	p := newPipeline(t, d, incrementSpec(t))
	s := bind(t, p, b)
	for range 3 {
		c := newCommands(t, d, 0)
		begin(t, c)
		for range 100 {
			c.Dispatch(s, nil, [3]uint32{64, 1, 1})
			c.Barrier([]*Buffer{b}, Compute, Compute)
		}
		must.Do(t, c.End())
		must.Do(t, c.Submit())
		c.Close()
	}
	if d.pending != 0 {
		t.Errorf("%d submissions are counted as pending", d.pending)
	}
}
