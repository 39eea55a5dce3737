package anytime

import (
	"os"
	"syscall"
)

// peakBytes returns the largest memory of a process. Linux includes the time before exec, so it is at least that of this process when it
// started the other.
func peakBytes(state *os.ProcessState) uint64 {
	const unit = 1024 // of Maxrss on Linux
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return uint64(usage.Maxrss) * unit
	}
	return 0
}
