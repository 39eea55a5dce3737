//go:build !linux

package timeline

import "time"

// processAge returns how long ago the process was started, at least: its processor time.
func processAge() time.Duration { return ProcessorTime() }
