//go:build !unix

package timeline

import "time"

// processorTime is not known.
func processorTime() time.Duration { return 0 }
