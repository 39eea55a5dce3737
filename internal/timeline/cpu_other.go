//go:build !unix

package timeline

import "time"

// ProcessorTime is not known.
func ProcessorTime() time.Duration { return 0 }
