package anytime

import (
	"os"
	"syscall"
)

// peakBytes returns the most memory that a process had, at the least what this one had when it started it: Linux counts from before the
// program was changed.
func peakBytes(state *os.ProcessState) uint64 {
	const unit = 1024 // of Maxrss on Linux
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return uint64(usage.Maxrss) * unit
	}
	return 0
}
