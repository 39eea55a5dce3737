package parallel

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// Every number is in one batch and in one part.
func TestEveryNumberOnce(t *testing.T) {
	for _, n := range []int{0, 1, 255, 256, 257, 10_000} {
		batches, parts := make([]atomic.Int32, n), make([]atomic.Int32, n)
		count := func(of []atomic.Int32, from, to int) {
			for i := from; i < to; i++ {
				of[i].Add(1)
			}
		}
		if err := Batches(t.Context(), n, func(from, to int) { count(batches, from, to) }); err != nil {
			t.Error(err)
		}
		Parts(n, 7, func(_, from, to int) { count(parts, from, to) })
		for i := range n {
			if batches[i].Load() != 1 || parts[i].Load() != 1 {
				t.Fatalf("%d of %d is in %d batches and in %d parts", i, n, batches[i].Load(), parts[i].Load())
			}
		}
	}
}

// Batches ends with its context.
func TestBatchesEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls atomic.Int32
	err := Batches(ctx, 1<<20, func(int, int) {
		cancel()
		calls.Add(1)
	})
	if !errors.Is(err, context.Canceled) || calls.Load() > 1<<10 {
		t.Errorf("%v after %d batches of %d", err, calls.Load(), 1<<12)
	}
}

func TestRange(t *testing.T) {
	values := make([]float64, 1000)
	for i := range values {
		values[i] = float64((i*37 + 5) % 1000)
	}
	if least, most := Range(values); least != 0 || most != 999 {
		t.Errorf("the range is %v to %v, want 0 to 999", least, most)
	}
	if least, most := Range(nil); least <= most {
		t.Errorf("the range of no values is %v to %v", least, most)
	}
}

func TestFirst(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		for want := range n + 1 {
			got := First(n, func(from, to int) int {
				if max(from, want) < to {
					return max(from, want)
				}
				return -1
			})
			if want == n {
				want = -1
			}
			if got != want {
				t.Errorf("the first of %d is %d, want %d", n, got, want)
			}
		}
	}
}

func TestJoin(t *testing.T) {
	parts := []Pairs{{[]uint64{7, 8}, []uint32{1, 2}}, {}, {[]uint64{9}, []uint32{3}}}
	all := Join(parts)
	if !slices.Equal(all.Keys, []uint64{7, 8, 9}) || !slices.Equal(all.Values, []uint32{1, 2, 3}) {
		t.Errorf("joined pairs are %v and %v", all.Keys, all.Values)
	}
}

// Loops over few values need no memory.
func TestShortLoopsAllocateNothing(t *testing.T) {
	sum, ctx := 0, t.Context()
	add := func(_, from, to int) { sum += to - from }
	count := func(_, _ int) { sum++ }
	if allocations := testing.AllocsPerRun(10, func() {
		Parts(few, 8, add)
		if err := Each(ctx, 8, 1, count); err != nil {
			t.Error(err)
		}
	}); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
	if sum != 11*(few+1) {
		t.Errorf("%d values in 11 runs", sum)
	}
}
