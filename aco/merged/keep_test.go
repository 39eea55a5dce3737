package merged_test

import "testing"

// The keep stage on the device equals the reference.
func TestKeep(t *testing.T) { compareMergeStage(t, "keep") }
