//go:build cgo

package vk

import (
	"slices"
	"testing"

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
	if err := d.Fill(words, 10); err != nil {
		t.Fatal(err)
	}
	p := newPipeline(t, d, PipelineSpec{Name: "increment", SPIRV: shader(t, "increment"), Bindings: 1})
	set := bind(t, p, words)
	c := newCommands(t, d, 0)
	value := uint32(10)
	for range 3 { // recordings
		begin(t, c)
		c.Dispatch(set, nil, [3]uint32{1, 1, 1})
		c.Barrier([]*Buffer{words}, Compute, Transfer)
		c.Copy(words, seen, 0, 0, words.Bytes())
		c.Barrier([]*Buffer{seen}, Transfer, Host)
		if err := c.End(); err != nil {
			t.Fatal(err)
		}
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
	p := newPipeline(t, d, PipelineSpec{Name: "scale", SPIRV: shader(t, "scale"), Bindings: 2, PushBytes: 8,
		Constants: []Constant{{ID: 0, Value: 64}}})
	set := bind(t, p, a, b)
	push, one := []uint32{64, 0}, [3]uint32{1, 1, 1}
	most := d.Info().MaxWorkgroupCount
	for _, c := range []struct {
		record func(c *CommandBuffer)
		want   []string
	}{
		{func(c *CommandBuffer) { c.Dispatch(set, nil, one) }, []string{`"scale"`, "0 bytes of push constants"}},
		{func(c *CommandBuffer) { c.Dispatch(set, push[:1], one) }, []string{"4 bytes of push constants"}},
		{func(c *CommandBuffer) { c.Dispatch(set, push, [3]uint32{1, 0, 1}) }, []string{"work-groups", "dimension 1"}},
		{func(c *CommandBuffer) { c.Dispatch(set, push, [3]uint32{1<<32 - 1, 1, 1<<32 - 1}) }, oversized(most)},
		{func(c *CommandBuffer) { c.Copy(a, b, 0, 1, 64*4) }, []string{`"b"`}},
		{func(c *CommandBuffer) { c.Timestamp(); c.Timestamp() }, []string{"1 timestamps"}},
		{func(c *CommandBuffer) { c.Dispatch(set, nil, one); c.Copy(a, b, 0, 0, 1e9) },
			[]string{"push constants"}}, // the first error is returned
	} {
		commands := newCommands(t, d, 1)
		begin(t, commands)
		c.record(commands)
		wantError(t, commands.End(), append(c.want, commands.name)...)

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

// Closing an object that a submission uses waits for the submission.
func TestCloseWhilePending(t *testing.T) {
	d := openDevice(t)
	b := newBuffer(t, d, "b", 64*64*4, DeviceLocal)
	p := newPipeline(t, d, PipelineSpec{Name: "increment", SPIRV: shader(t, "increment"), Bindings: 1})
	s := bind(t, p, b)
	for range 3 {
		c := newCommands(t, d, 0)
		begin(t, c)
		for range 100 {
			c.Dispatch(s, nil, [3]uint32{64, 1, 1})
			c.Barrier([]*Buffer{b}, Compute, Compute)
		}
		if err := c.End(); err != nil {
			t.Fatal(err)
		}
		if err := c.Submit(); err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
	if d.pending != 0 {
		t.Errorf("%d submissions are counted as pending", d.pending)
	}
}
