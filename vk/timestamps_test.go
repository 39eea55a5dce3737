//go:build cgo

package vk

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

func TestTimestampsAscend(t *testing.T) {
	d := openDevice(t)
	b := newBuffer(t, d, "b", 64*64*4, DeviceLocal)
	p := newPipeline(t, d, incrementSpec(t))
	s := bind(t, p, b)
	c := newCommands(t, d, 10)
	begin(t, c)
	for range 5 {
		c.Timestamp()
		c.Dispatch(s, nil, [3]uint32{64, 1, 1})
		c.Barrier([]*Buffer{b}, Compute, Compute)
	}
	must.Do(t, c.End())
	for range 3 {
		replay(t, c)
		times := must.Get(c.Timestamps())(t)
		if d.Info().TimestampBits == 0 {
			if times != nil {
				t.Errorf("%v on a device without timestamps", times)
			}
			continue
		}
		if len(times) != 5 || times[0] != 0 || !slices.IsSorted(times) || times[4] <= 0 {
			t.Errorf("timestamps %v", times)
		}
	}
	begin(t, c)
	run(t, c)
	if times, err := c.Timestamps(); err != nil || len(times) != 0 {
		t.Errorf("without a timestamp: %v, %v", times, err)
	}
}

func TestDurationsOfKnownTicks(t *testing.T) {
	for _, c := range []struct {
		ticks  []uint64
		bits   uint32
		period float64
		want   []time.Duration
	}{
		{[]uint64{1000, 1000, 1500}, 64, 1, []time.Duration{0, 0, 500}},
		{[]uint64{10, 35}, 64, 40, []time.Duration{0, 1000}},
		{[]uint64{0xffff_fff0, 0x10}, 32, 1, []time.Duration{0, 32}},           // wrapped
		{[]uint64{1<<36 - 1, 4}, 36, 83.5, []time.Duration{0, 417}},            // Intel: 36 bits, 83.3 ns
		{[]uint64{0xdead << 48, 0xbeef<<48 | 7}, 48, 1, []time.Duration{0, 7}}, // invalid bits
		{[]uint64{^uint64(0), 1}, 64, 1, []time.Duration{0, 2}},                // wrapped, all bits valid
	} {
		if diff := cmp.Diff(c.want, durations(c.ticks, c.bits, c.period)); diff != "" {
			t.Errorf("%x of %d bits: (-want +got)\n%s", c.ticks, c.bits, diff)
		}
	}
}
