package memory

import (
	"runtime"
	"testing"
	"testing/fstest"
)

func files(texts map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for name, text := range texts {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return root
}

const (
	meminfo = "MemTotal:       24000000 kB\nMemFree:         1000000 kB\nMemAvailable:    8000000 kB\n"
	free    = 8_000_000 << 10
)

// The least of the free memory and of what each group and those around it leave counts. Pages of
// files do not count as used.
func TestAvailable(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  uint64
	}{
		"nothing":   {nil, 0},
		"no groups": {map[string]string{"proc/meminfo": meminfo}, free},
		"no limit": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user\n", "sys/fs/cgroup/user/memory.max": "max\n",
			"sys/fs/cgroup/user/memory.current": "5000\n",
		}, free},
		"group": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/run\n",
			"sys/fs/cgroup/user/run/memory.max":     "1000000\n",
			"sys/fs/cgroup/user/run/memory.current": "600000\n",
			"sys/fs/cgroup/user/run/memory.stat":    "anon 500000\ninactive_file 100000\n",
		}, 500_000},
		"group around": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/user/run\n", "sys/fs/cgroup/user/run/memory.max": "max\n",
			"sys/fs/cgroup/user/run/memory.current": "600000\n",
			"sys/fs/cgroup/user/memory.max":         "900000\n", "sys/fs/cgroup/user/memory.current": "800000\n",
		}, 100_000},
		"container": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/../hidden\n", "sys/fs/cgroup/memory.max": "700000\n",
			"sys/fs/cgroup/memory.current": "100000\n",
		}, 600_000},
		"used up": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "700000\n",
			"sys/fs/cgroup/memory.current": "800000\n",
		}, 1},
		"version 1": {map[string]string{
			"proc/meminfo": meminfo, "proc/self/cgroup": "12:cpu,cpuacct:/a\n4:memory:/docker/a\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":          "9223372036854771712\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes":          "5000\n",
			"sys/fs/cgroup/memory/docker/a/memory.limit_in_bytes": "1000000\n",
			"sys/fs/cgroup/memory/docker/a/memory.usage_in_bytes": "300000\n",
			"sys/fs/cgroup/memory/docker/a/memory.stat":           "cache 1\ntotal_inactive_file 200000\n",
		}, 900_000},
		"resource limits": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/limits": "Limit   Soft Limit  Hard Limit  Units\nMax data size   900000   unlimited   bytes\nMax address space   2000000   3000000   bytes\n",
			"proc/self/status": "Name:\ttest\nVmSize:\t    1500 kB\nVmData:\t     100 kB\n",
		}, 2_000_000 - 1500<<10},
		"no resource limits": {map[string]string{
			"proc/meminfo":     meminfo,
			"proc/self/limits": "Max data size   unlimited   unlimited   bytes\nMax address space   unlimited   unlimited   bytes\n",
			"proc/self/status": "VmSize:\t    1500 kB\n",
		}, free},
		"nonsense": {map[string]string{"proc/meminfo": meminfo, "proc/self/cgroup": "x\n0:\n"}, free},
	} {
		if got := available(files(c.files)); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

func TestAvailableHere(t *testing.T) {
	if got := Available(); runtime.GOOS == "linux" && got == 0 {
		t.Error("Linux tells no available memory")
	}
}

func TestLack(t *testing.T) {
	const gigabyte = 1_000_000_000
	for _, c := range []struct {
		bytes, available uint64
		want             string
	}{
		{8 * gigabyte, 0, ""}, {8 * gigabyte, 8 * gigabyte, ""}, {0, 1, ""},
		{8*gigabyte + 1, 7.5 * gigabyte, "it takes 8.00 GB of memory, and 7.50 GB are available"},
	} {
		if got := lack(c.bytes, c.available); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.bytes, c.available, got, c.want)
		}
	}
}
