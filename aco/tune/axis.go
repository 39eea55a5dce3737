package tune

import (
	"fmt"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/pipeline"
)

// axis is one of a form's choices.
type axis struct {
	name       string
	stage      string   // that it belongs to
	timed      []string // the stages whose time it changes
	candidates []classic.KernelConfig
	open       func(classic.KernelConfig) bool
	value      func(classic.KernelConfig) string
	take       func(into *classic.KernelConfig, from classic.KernelConfig)
}

// newAxis makes the axis of a field. Each candidate is a form in which this axis alone is chosen.
func newAxis[T comparable](name string, field func(*classic.KernelConfig) *T, values []T, timed ...string) axis {
	var none T
	a := axis{
		name: name, stage: timed[0], timed: timed,
		open:  func(f classic.KernelConfig) bool { return *field(&f) == none },
		value: func(f classic.KernelConfig) string { return fmt.Sprint(*field(&f)) },
		take:  func(into *classic.KernelConfig, from classic.KernelConfig) { *field(into) = *field(&from) },
	}
	for _, v := range values {
		var f classic.KernelConfig
		*field(&f) = v
		a.candidates = append(a.candidates, f)
	}
	return a
}

// knows says whether a form's choice is a candidate.
func (a axis) knows(form classic.KernelConfig) bool {
	for _, c := range a.candidates {
		if a.value(c) == a.value(form) {
			return true
		}
	}
	return false
}

// deposits are the candidates among classic.Deposits. The gathers, the reduction among them, look for each of n² edges in all n
// tours of n edges: n⁴ work, where the others have n². At 200 cities they take as long as the rest of the iteration many
// times over, and beyond a thousand a single one would outlast the search.
var deposits = []classic.Deposit{classic.DepositAtomic, classic.DepositAtomicTiled, classic.DepositRows}

// axes lists what is searched, in the order in which it is: what the next axes build on first. All but the group of ants begin
// with what is taken where nothing was measured; dispatch comes before the group, which bounds what it can choose from.
func axes(limits pipeline.Limits) []axis {
	return []axis{
		newAxis("mapping", func(f *classic.KernelConfig) *classic.Mapping { return &f.Mapping }, classic.Mappings, "construct"),
		newAxis("dispatch", func(f *classic.KernelConfig) *classic.Dispatch { return &f.Dispatch }, classic.Dispatches, "construct"),
		newAxis("ant_group", func(f *classic.KernelConfig) *int { return &f.AntGroup }, antGroups(limits), "construct"),
		// With a guide the making of the running sums takes longer.
		newAxis("search", func(f *classic.KernelConfig) *classic.PrefixSearch { return &f.PrefixSearch }, classic.PrefixSearches, "construct", "prefix"),
		newAxis("deposit", func(f *classic.KernelConfig) *classic.Deposit { return &f.Deposit }, deposits, "deposit"),
		newAxis("distances", func(f *classic.KernelConfig) *classic.DistanceSource { return &f.Distances }, classic.DistanceSources, "evaluate"),
	}
}

// antGroups are the powers of two from a subgroup to the largest work-group.
func antGroups(limits pipeline.Limits) []int {
	var groups []int
	for size := uint32(1) << bits.Len32(max(1, limits.SubgroupSize)-1); size <= limits.GroupSize; size *= 2 {
		groups = append(groups, int(size))
	}
	return groups
}
