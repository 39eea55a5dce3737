package main

import (
	"math"
	"runtime/debug"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The heap of a large run is limited, that of a small one is not, and a limit of the environment
// remains.
func TestLimitHeap(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	processor := openProcessor(t)
	for _, c := range []struct{ cities, before, least, most int64 }{
		{1000, math.MaxInt64, math.MaxInt64, math.MaxInt64},
		{3_000_000, math.MaxInt64, 500 << 20, 700 << 20},
		{3_000_000, 4 << 30, 4 << 30, 4 << 30},
	} {
		debug.SetMemoryLimit(c.before)
		in := tsptest.Generate(t, "uniform", int(c.cities), 1)
		must.Do(t, limitHeap(t.Context(), in, aco.Options{Method: aco.Merged{}, Devices: processor}))
		if limit := debug.SetMemoryLimit(-1); limit < c.least || limit > c.most {
			t.Errorf("%d cities, limit %d before: %d, want %d to %d", c.cities, c.before, limit, c.least, c.most)
		}
	}
}

// A host that is too small is bad input.
func TestHostTooSmallExitCode(t *testing.T) {
	if code := exitCode(&option.TooLargeError{Err: &merged.HostTooSmallError{Available: 1}}); code != exitUsage {
		t.Errorf("exit code %d", code)
	}
}
