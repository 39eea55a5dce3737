//go:build !linux

package child

// ResidentMemory is not known.
func ResidentMemory(int) uint64 { return 0 }

func killFirst(int) {}
