//go:build unix

package timeline

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has taken.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
