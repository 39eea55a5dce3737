package timeline

import (
	"bytes"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// processAge returns how long ago the process was started, at least: its processor time, or the time
// since the end of the tick when the kernel has started it.
func processAge() time.Duration {
	used := ProcessorTime()
	var now unix.Timespec
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) != nil {
		return used
	}
	const (
		tick      = 10 * time.Millisecond // of times in /proc on all architectures
		startTime = 22                    // the field's number; the second one, a name, is in parentheses
	)
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= startTime-3 {
		return used
	}
	ticks, err := strconv.ParseInt(string(fields[startTime-3]), 10, 64)
	if age := time.Duration(now.Nano()) - time.Duration(ticks+1)*tick; err == nil {
		return max(used, age)
	}
	return used
}
