package device

import (
	"fmt"

	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/shaders"
)

const (
	additions = 16 // of an invocation
	// Invocations of a run. Software devices have two to a few dozen processors.
	deviceInvocations, softwareInvocations = 1 << 22, 1 << 18
	// maxCounters is the number of words that the additions spread over at most. No run has fewer invocations, so all words are added to equally.
	maxCounters = softwareInvocations
)

// contention has the numbers of words that additions meet on: one, those of a cache line, and more.
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
			figure:  Figure{Subject: Atomics, What: what, Unit: BillionPerSecond, Over: fmt.Sprintf("%d invocations, %d additions each", m.invocations(), additions)},
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
		Constants: map[string]uint32{pipeline.GroupSize: m.groupSize(), "COUNTERS": counters, "ROUNDS": rounds, "SALT": 1},
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
