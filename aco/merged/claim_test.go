package merged_test

import "testing"

// The claim stage on the device equals the reference.
func TestClaim(t *testing.T) { compareMergeStage(t, "claim") }
