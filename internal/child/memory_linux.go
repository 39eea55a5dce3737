package child

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// residentMemory returns the resident memory of a process in bytes, 0 if it has ended.
func residentMemory(pid int) uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text)) // all, resident, ... in pages
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseUint(fields[1], 10, 64)
	return pages * uint64(os.Getpagesize())
}

// AvailableMemory returns the bytes that programs can still allocate, 0 if that is not known.
func AvailableMemory() uint64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		if rest, found := bytes.CutPrefix(line, []byte("MemAvailable:")); found {
			kib, _ := strconv.ParseUint(strings.TrimSuffix(string(bytes.TrimSpace(rest)), " kB"), 10, 64)
			return kib << 10
		}
	}
	return 0
}

// killFirst makes Linux kill a process before all others if the memory is used up.
func killFirst(pid int) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"), 0) // not allowed everywhere, and only a precaution
}
