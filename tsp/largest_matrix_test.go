package tsp

import (
	"strings"
	"testing"
)

// The limit itself is allowed. A matrix of that size would need gigabytes, so the number of cities alone is tested.
func TestLargestMatrix(t *testing.T) {
	var in Instance
	if reason := in.invalidWeights(maxMatrixCities); !strings.Contains(reason, "not a square matrix") {
		t.Errorf("largest matrix without weights: %q", reason)
	}
	if reason := in.invalidWeights(maxMatrixCities + 1); !strings.Contains(reason, "use coordinates") {
		t.Errorf("larger matrix: %q", reason)
	}
}
