//go:build !linux

package child

// residentMemory is not known.
func residentMemory(int) uint64 { return 0 }

// AvailableMemory is not known.
func AvailableMemory() uint64 { return 0 }

func killFirst(int) {}
