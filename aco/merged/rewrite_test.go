package merged_test

import "testing"

// The rewrite stage on the device equals the reference.
func TestRewrite(t *testing.T) { compareMergeStage(t, "rewrite") }
