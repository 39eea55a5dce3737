package device

import (
	"fmt"

	"github.com/aco-vk/aco-vk/shaders"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

const (
	subgroupRounds = 256 // operations of an invocation, each on the result of the previous one
	// The reference computes this many work-groups; all of them run the same program.
	verifiedGroups = 64
)

// operations are the operations of probe/measure_subgroup.comp by its constant OPERATION, on the
// values of a subgroup's lanes.
var operations = []struct {
	what   string
	result func(values []uint32, lane int, round uint32) uint32
}{
	{"sum", func(values []uint32, _ int, _ uint32) (sum uint32) {
		for _, v := range values {
			sum += v
		}
		return sum
	}},
	{"maximum", func(values []uint32, _ int, _ uint32) (largest uint32) {
		for _, v := range values {
			largest = max(largest, v)
		}
		return largest
	}},
	{"exchange with another lane", func(values []uint32, lane int, round uint32) uint32 { return values[lane^1<<(round&1)] }},
	{"ballot", func(values []uint32, _ int, _ uint32) (votes uint32) {
		for lane, v := range values[:min(len(values), 32)] {
			votes |= v & 1 << lane
		}
		return votes
	}},
}

// subgroups measures operations of subgroups.
func (m *meter) subgroups() error {
	invocations := m.invocations() / 4
	for operation, o := range operations {
		figure := Figure{
			Subject: Subgroups, What: o.what, Unit: BillionPerSecond,
			Over: fmt.Sprintf("%d invocations, %d operations each, subgroups of %d", invocations, subgroupRounds,
				m.limits.SubgroupSize),
		}
		if m.limits.NoSubgroups {
			figure.Over, figure.Remark = "", "the device does not have the operations of subgroups that the solver uses"
			m.add(figure)
			continue
		}
		err := m.time(kernel{
			figure:  figure,
			buffers: []pipeline.Buffer{{Name: "results", Words: 2 * uint64(invocations)}},
			pass: pipeline.Pass{
				Stage: "subgroup", Shader: &shaders.MeasureSubgroup, Units: invocations / m.groupSize(),
				Constants: map[string]uint32{pipeline.GroupSize: m.groupSize(), "OPERATION": uint32(operation),
					"ROUNDS": subgroupRounds},
			},
			work:   subgroupRounds * float64(invocations) / 1e9,
			upload: func(run *pipeline.Run) error { return run.Fill("results", 0) },
			wrong: func(results []uint32) string {
				size := int(2 * m.groupSize())
				return wrongResults(operation, results[:min(len(results), verifiedGroups*size)], size)
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// wrongResults computes the operation on the subgroups that the results name, and describes the
// first wrong value. size is the number of results of a work-group.
func wrongResults(operation int, results []uint32, size int) string {
	for first := 0; first < len(results); first += size {
		lanes := map[uint32][]int{} // the invocations of a subgroup, by lane
		for i := first; i < first+size; i += 2 {
			lanes[results[i+1]>>16] = append(lanes[results[i+1]>>16], i/2)
		}
		for subgroup, invocations := range lanes {
			if reason := wrongSubgroup(operation, results, invocations); reason != "" {
				return fmt.Sprintf("subgroup %d of work-group %d: %s", subgroup, first/size, reason)
			}
		}
	}
	return ""
}

// wrongSubgroup describes the first wrong value of a subgroup.
func wrongSubgroup(operation int, results []uint32, invocations []int) string {
	values, next := make([]uint32, len(invocations)), make([]uint32, len(invocations))
	placed := make([]int, len(invocations))
	for _, i := range invocations {
		lane := int(results[2*i+1] & 0xffff)
		if lane >= len(values) {
			return fmt.Sprintf("lane %d of %d", lane, len(values))
		}
		values[lane], placed[lane] = uint32(i), i
	}
	for round := range uint32(subgroupRounds) {
		for lane := range values {
			next[lane] = operations[operation].result(values, lane, round)*0x9E3779B1 + uint32(lane)
		}
		values, next = next, values
	}
	for lane, i := range placed {
		if results[2*i] != values[lane] {
			return fmt.Sprintf("lane %d has %#x, not %#x", lane, results[2*i], values[lane])
		}
	}
	return ""
}
