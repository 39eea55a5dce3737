//go:build unix

package timeline

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that this process has taken.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
