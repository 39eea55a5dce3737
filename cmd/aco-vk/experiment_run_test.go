package main

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
)

// The command of a run that a clock has ended has its number of iterations, or its limit if it made
// none.
func TestRepeatedRunHasALimit(t *testing.T) {
	options := aco.Options{TimeLimit: time.Second}
	for _, c := range []struct{ iterations, want int }{{0, 0}, {7, 7}} {
		result := &aco.Result{Method: &aco.ClassicResult{}, Stop: aco.StopTimeLimit, Iterations: c.iterations}
		got := repeating(options, result)
		if got.Iterations != c.want || (got.TimeLimit == 0) != (c.want > 0) {
			t.Errorf("after %d iterations: %d iterations, time limit %v", c.iterations, got.Iterations, got.TimeLimit)
		}
	}
}
