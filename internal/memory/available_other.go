//go:build !linux

package memory

// Available is not known.
func Available() uint64 { return 0 }
