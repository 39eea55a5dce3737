package device

import (
	"fmt"
	"math/bits"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	rowWords = 8192 // of a work-group
	// deviceWords are several times the cache of any GPU: 512 MiB. softwareWords are more than a
	// processor's cache, and quick to copy: 64 MiB.
	deviceWords, softwareWords = 128 << 20, 16 << 20
	// memoryShare is the part of a device's memory that the three buffers take at most.
	memoryShare = 4
)

// patterns are the orders of copied words, by the constant PATTERN of probe/measure_memory.comp,
// and the bytes moved for each word.
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
			figure: Figure{Subject: Memory, What: p.what, Unit: GBPerSecond, Over: fmt.Sprintf(
				"%s of words", pipeline.FormatBytes(4*uint64(words)),
			)},
			buffers: []pipeline.Buffer{{Name: "source", Words: uint64(words)}, {Name: "order", Words: uint64(words)}, {
				Name: "target", Words: uint64(words),
			}},
			values: map[string]uint32{"pitch": rowWords},
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

// place returns the place of word i in a random order of a power of two of words. Each step can be
// undone, so no two words have the same place.
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

const (
	additions = 16 // of an invocation
	// Invocations of a run. Software devices have two to a few dozen processors.
	deviceInvocations, softwareInvocations = 1 << 22, 1 << 18
	// maxCounters is the number of words that the additions spread over at most. No run has fewer
	// invocations, so all words are added to equally.
	maxCounters = softwareInvocations
)

// contention has the numbers of words that additions share: one, a cache line's, and more.
var contention = []uint32{1, 32, 1024, maxCounters}

// invocations returns the number of invocations of a run.
func (m *meter) invocations() uint32 {
	if m.limits.Software {
		return softwareInvocations
	}
	return deviceInvocations
}

// atomics measures atomic additions by the number of words that they meet on.
func (m *meter) atomics() error {
	for _, counters := range contention {
		pass := m.additions(counters, additions, m.invocations())
		what := fmt.Sprintf("add to %d words", counters)
		if counters == 1 {
			what = "add to one word"
		}
		err := m.time(kernel{
			figure: Figure{Subject: Atomics, What: what, Unit: BillionPerSecond, Over: fmt.Sprintf(
				"%d invocations, %d additions each", m.invocations(), additions,
			)},
			buffers: []pipeline.Buffer{{Name: "counters", Words: maxCounters}},
			pass:    pass,
			work:    additions * float64(m.invocations()) / 1e9,
			upload:  func(run *pipeline.Run) error { return run.Fill("counters", 0) },
			wrong:   func(sums []uint32) string { return wrongSum(sums, counters, additions*m.invocations()) },
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// additions returns a pass of atomic additions of 1.
func (m *meter) additions(counters, rounds, invocations uint32) pipeline.Pass {
	return pipeline.Pass{
		Stage: "atomic", Shader: &shaders.MeasureAtomic, Units: max(1, invocations/m.groupSize()),
		Constants: map[string]uint32{
			pipeline.GroupSize: m.groupSize(), "COUNTERS": counters, "ROUNDS": rounds, "SALT": 1,
		},
	}
}

// wrongSum describes the first wrong counter, if all counters together have counted to total.
func wrongSum(sums []uint32, counters, total uint32) string {
	for i, sum := range sums {
		want := uint32(0)
		if uint32(i) < counters {
			want = total / counters
		}
		if sum != want {
			return fmt.Sprintf("counter %d of %d is %d, not %d", i, counters, sum, want)
		}
	}
	return ""
}
