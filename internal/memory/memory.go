// Package memory tells how much memory of the host programs can still allocate.
package memory

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

// age is how long a value is used again. A service asks for each job that it accepts, and the files
// of a system take longer to read than the job.
const age = 100 * time.Millisecond

// latest is the last value of Available.
var latest struct {
	sync.Mutex
	read  time.Time
	bytes uint64
}

// Available returns the bytes that programs can still allocate, 0 if that is not known. The value
// is up to 100 ms old.
func Available() uint64 {
	latest.Lock()
	defer latest.Unlock()
	if latest.read.IsZero() || time.Since(latest.read) > age {
		latest.bytes, latest.read = now(), time.Now()
	}
	return latest.bytes
}

// Lack says that programs cannot allocate some bytes, with how much there is. It is "" if they
// can, or if that is not known.
func Lack(bytes uint64) string { return lack(bytes, Available()) }

func lack(bytes, available uint64) string {
	if available == 0 || bytes <= available {
		return ""
	}
	const gigabyte = 1e9
	return fmt.Sprintf("it takes %.2f GB of memory, and %.2f GB are available", float64(bytes)/gigabyte,
		float64(available)/gigabyte)
}

// available returns the bytes that programs can still allocate, from the files of a Linux system:
// the memory that is free or can be freed, limited by the control groups and the resource limits of the
// process. It is at least 1, or 0 if unknown.
func available(root fs.FS) uint64 {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0
	}
	least := field(text, "MemAvailable:") << 10 // kB
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(parts) < 3 {
			continue
		}
		switch {
		case parts[0] == "0" && parts[1] == "":
			least = version2.least(root, parts[2], least)
		case parts[1] == "memory":
			least = version1.least(root, parts[2], least)
		}
	}
	limits, _ := fs.ReadFile(root, "proc/self/limits")
	status, _ := fs.ReadFile(root, "proc/self/status")
	for name, used := range map[string]string{"Max address space": "VmSize:", "Max data size": "VmData:"} {
		if limit := field(limits, name); limit > 0 {
			least = min(least, limit-min(limit, field(status, used)<<10)) // kB
		}
	}
	return max(least, 1)
}

// hierarchy has the names of the files of control groups.
type hierarchy struct{ folder, limit, usage, inactive string }

var (
	version2 = hierarchy{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}
	version1 = hierarchy{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
		"total_inactive_file"}
)

// least returns the least of some bytes and what a group and those around it leave. Within a
// container the group may not be visible, but its root is.
func (h hierarchy) least(root fs.FS, group string, least uint64) uint64 {
	for group = path.Join("/", group); ; group = path.Dir(group) {
		folder := path.Join(h.folder, group)
		limit, limited := number(root, path.Join(folder, h.limit))
		usage, known := number(root, path.Join(folder, h.usage))
		if limited && known {
			stat, _ := fs.ReadFile(root, path.Join(folder, "memory.stat"))
			usage -= min(usage, field(stat, h.inactive+" ")) // pages of files that can be dropped
			least = min(least, limit-min(limit, usage))
		}
		if group == "/" {
			return least
		}
	}
}

// number returns the number in a file, false if there is none, as where a limit is max.
func number(root fs.FS, name string) (uint64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	value, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	return value, err == nil
}

// field returns the number after a name with which a line begins, 0 if there is none.
func field(text []byte, name string) uint64 {
	for line := range bytes.Lines(text) {
		if rest, found := bytes.CutPrefix(line, []byte(name)); found {
			number, _, _ := strings.Cut(strings.TrimSpace(string(rest)), " ")
			value, _ := strconv.ParseUint(number, 10, 64)
			return value
		}
	}
	return 0
}
