//go:build !linux

package anytime

import "os"

// peakBytes returns 0, because the unit differs on other systems.
func peakBytes(*os.ProcessState) uint64 { return 0 }
