package classic

import (
	"bufio"
	"fmt"
	"os"
)

// hostMemory returns the bytes of host memory that are available, 0 if unknown.
func hostMemory() uint64 {
	file, err := os.Open("/proc/meminfo") // Linux
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var kibibytes uint64
		if n, _ := fmt.Sscanf(lines.Text(), "MemAvailable: %d kB", &kibibytes); n == 1 {
			return kibibytes << 10
		}
	}
	return 0
}
