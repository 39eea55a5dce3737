//go:build !linux

package child

// residentMemory is not known.
func residentMemory(int) uint64 { return 0 }

func killFirst(int) {}
