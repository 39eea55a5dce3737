package device

import (
	"fmt"
	"math/bits"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

const (
	rowWords = 8192 // of a work-group
	// deviceWords are several times the cache of any GPU: 512 MiB. softwareWords are more than a processor's cache, and quick to copy: 64 MiB.
	deviceWords, softwareWords = 128 << 20, 16 << 20
	// memoryShare is the part of a device's memory that the three buffers take at most.
	memoryShare = 4
)

// patterns are the orders in which probe/measure_memory.comp copies words, by its constant PATTERN, and the bytes that it moves for each word.
var patterns = []struct {
	what  string
	bytes float64
}{
	{"copy words in their order", 8},
	{"gather words in a random order", 12},
	{"scatter words in a random order", 12},
}

// memory measures how fast words are copied.
func (m *meter) memory() error {
	words := m.memoryWords()
	source, order := make([]uint32, words), make([]uint32, words)
	for i := range source {
		source[i], order[i] = mixed(uint32(i)), place(uint32(i), words)
	}
	for pattern, p := range patterns {
		err := m.time(kernel{
			figure:  Figure{Subject: Memory, What: p.what, Unit: GBPerSecond, Over: fmt.Sprintf("%s of words", pipeline.FormatBytes(4*uint64(words)))},
			buffers: []pipeline.Buffer{{Name: "source", Words: uint64(words)}, {Name: "order", Words: uint64(words)}, {Name: "target", Words: uint64(words)}},
			values:  map[string]uint32{"pitch": rowWords},
			pass: pipeline.Pass{
				Stage: "memory", Shader: &shaders.MeasureMemory, Units: words / rowWords,
				Constants: map[string]uint32{pipeline.GroupSize: m.groupSize(), "PATTERN": uint32(pattern)},
			},
			work: p.bytes * float64(words) / 1e9,
			upload: func(run *pipeline.Run) error {
				if err := run.Upload("source", 0, source); err != nil {
					return err
				}
				return run.Upload("order", 0, order)
			},
			wrong: func(target []uint32) string { return wrongCopy(pattern, source, order, target) },
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// memoryWords returns the number of words to copy, a power of two.
func (m *meter) memoryWords() uint32 {
	words := uint64(deviceWords)
	if m.limits.Software {
		words = softwareWords
	}
	words = min(words, m.limits.StorageRange/4)
	if m.limits.DeviceMemory > 0 {
		words = min(words, m.limits.DeviceMemory/(3*4*memoryShare))
	}
	return 1 << (bits.Len64(words) - 1)
}

// wrongCopy describes the first wrong word of a copy.
func wrongCopy(pattern int, source, order, target []uint32) string {
	for i := range target {
		from, to := i, i
		switch pattern {
		case 1:
			from = int(order[i])
		case 2:
			to = int(order[i])
		}
		if target[to] != source[from] {
			return fmt.Sprintf("word %d is %#x, not %#x", to, target[to], source[from])
		}
	}
	return ""
}

// place returns the place of word i in a random order of a power of two of words. Each step can be undone, so no two words have the same place.
func place(i, words uint32) uint32 {
	half := max(1, (bits.Len32(words)-1)/2)
	for round := uint32(1); round <= 3; round++ {
		i = (i*0x9E3779B1 + round) & (words - 1)
		i ^= i >> half
	}
	return i
}

// mixed returns a word whose bits depend on all bits of i.
func mixed(i uint32) uint32 {
	i = (i ^ i>>16) * 0x85EBCA6B
	i = (i ^ i>>13) * 0xC2B2AE35
	return i ^ i>>16
}
