package child

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ResidentMemory returns the resident memory of a process in bytes, 0 if it has ended.
func ResidentMemory(pid int) uint64 {
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

// killFirst makes Linux kill a process before all others if the memory is used up.
func killFirst(pid int) {
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", pid), []byte("1000"),
		0) // not allowed everywhere, and only a precaution
}
