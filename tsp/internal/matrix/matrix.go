package matrix

import (
	"fmt"

	"github.com/aco-vk/aco-vk/internal/memory"
)

// MaxCities is the number of cities of the largest matrix: the number of its weights (8 GiB) fits
// 31 bits.
const MaxCities = 46_340

// memoryLack is a variable for tests.
var memoryLack = memory.Lack

// Lack returns why a matrix of n cities is too large to be an instance or for the memory of the
// machine, or "".
func Lack(n int) string {
	if n > MaxCities {
		return fmt.Sprintf("%d cities are more than the %d of the largest matrix", n, MaxCities)
	}
	const weightBytes = 4
	if lack := memoryLack(uint64(n) * uint64(n) * weightBytes); lack != "" {
		return fmt.Sprintf("a matrix of %d cities is too large: %s", n, lack)
	}
	return ""
}
