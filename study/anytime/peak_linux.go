package anytime

import (
	"os"
	"syscall"
)

// peakBytes returns the largest memory of a child process. Linux also counts its memory before
// exec, when it is a copy of this process. So the result is at least the memory of this process at
// that time.
func peakBytes(state *os.ProcessState) uint64 {
	const unit = 1024 // of Maxrss on Linux
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return uint64(usage.Maxrss) * unit
	}
	return 0
}
