//go:build !linux

package anytime

import "os"

// peakBytes returns 0: other systems have other units for it, or none.
func peakBytes(*os.ProcessState) uint64 { return 0 }
