package tune

import (
	"fmt"
	"math/bits"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/pipeline"
)

// axis is one field of a kernel configuration.
type axis struct {
	name       string
	stage      string   // the stage that it belongs to
	timed      []string // the stages whose time it changes
	candidates []classic.KernelConfig
	unset      func(classic.KernelConfig) bool
	value      func(classic.KernelConfig) string
	copy       func(to *classic.KernelConfig, from classic.KernelConfig)
}

// newAxis returns the axis of a field. Each candidate is a configuration that sets this field alone.
func newAxis[T comparable](name string, field func(*classic.KernelConfig) *T, values []T, timed ...string) axis {
	var none T
	a := axis{
		name: name, stage: timed[0], timed: timed,
		unset: func(f classic.KernelConfig) bool { return *field(&f) == none },
		value: func(f classic.KernelConfig) string { return fmt.Sprint(*field(&f)) },
		copy:  func(to *classic.KernelConfig, from classic.KernelConfig) { *field(to) = *field(&from) },
	}
	for _, v := range values {
		var f classic.KernelConfig
		*field(&f) = v
		a.candidates = append(a.candidates, f)
	}
	return a
}

// hasCandidate reports whether the configuration's value on the axis is a candidate.
func (a axis) hasCandidate(kernel classic.KernelConfig) bool {
	for _, c := range a.candidates {
		if a.value(c) == a.value(kernel) {
			return true
		}
	}
	return false
}

// deposits are the candidates among classic.Deposits. The other deposits search n tours of n edges for each of n² edges. That
// is n⁴ work instead of n². With 200 cities one of them takes many times as long as the rest of the iteration, and with more
// than 1000 cities longer than the search.
var deposits = []classic.Deposit{classic.DepositAtomic, classic.DepositTriangle, classic.DepositAtomicTiled, classic.DepositRows}

// axes returns the axes in the order of the search. The first candidate of each is the default, except for ant_group and for the deposit of
// large instances. Dispatch comes before ant_group because the group's size limits it.
func axes(limits pipeline.Limits) []axis {
	return []axis{
		newAxis("mapping", func(f *classic.KernelConfig) *classic.Mapping { return &f.Mapping }, classic.Mappings, "construct"),
		newAxis("dispatch", func(f *classic.KernelConfig) *classic.Dispatch { return &f.Dispatch }, classic.Dispatches, "construct"),
		newAxis("ant_group", func(f *classic.KernelConfig) *int { return &f.AntGroup }, antGroups(limits), "construct"),
		// A guide makes the prefix sums slower.
		newAxis("search", func(f *classic.KernelConfig) *classic.PrefixSearch { return &f.PrefixSearch }, classic.PrefixSearches, "construct", "prefix"),
		newAxis("deposit", func(f *classic.KernelConfig) *classic.Deposit { return &f.Deposit }, deposits, "deposit"),
		newAxis("distances", func(f *classic.KernelConfig) *classic.DistanceSource { return &f.Distances }, classic.DistanceSources, "evaluate"),
	}
}

// antGroups returns the powers of two from the size of a subgroup to that of the largest work-group.
func antGroups(limits pipeline.Limits) []int {
	var groups []int
	for size := uint32(1) << bits.Len32(max(1, limits.SubgroupSize)-1); size <= limits.GroupSize; size *= 2 {
		groups = append(groups, int(size))
	}
	return groups
}
