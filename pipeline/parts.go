package pipeline

import "fmt"

// Parts divides a buffer that is too large for one binding among the bindings of a shader that reads it in parts. All parts have the same
// size, a multiple of unit words, so that no element of so many words is in two of them. The first part has the buffer's name, the others
// have a number behind it: candidates, candidates_1, candidates_2. Run.Upload writes them like one buffer.
func (b Buffer) Parts(count int, unit uint64) []Buffer {
	elements := (b.Words + unit - 1) / unit
	each := (elements + uint64(count) - 1) / uint64(count) * unit
	parts := make([]Buffer, count)
	for i := range parts {
		parts[i] = Buffer{partName(b.Name, i), each}
	}
	return parts
}

// Fits reports whether a device with these limits can bind the buffer as a whole. Unknown limits do not limit.
func (b Buffer) Fits(l Limits) bool {
	return (l.StorageRange == 0 || b.Bytes() <= l.StorageRange) && (l.MaxAllocation == 0 || b.Bytes() <= l.MaxAllocation)
}

// partName returns the name of a part of a buffer.
func partName(name string, part int) string {
	if part == 0 {
		return name
	}
	return fmt.Sprintf("%s_%d", name, part)
}
