package tsp

import (
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

// The limit itself is allowed. A matrix of that size would need gigabytes, so the number of cities
// alone is tested.
func TestLargestMatrix(t *testing.T) {
	var in Instance
	if reason := in.invalidWeights(matrix.MaxCities); !strings.Contains(reason, "not a square matrix") {
		t.Errorf("largest matrix without weights: %q", reason)
	}
	if reason := in.invalidWeights(matrix.MaxCities + 1); !strings.Contains(reason, "use coordinates") {
		t.Errorf("larger matrix: %q", reason)
	}
}
