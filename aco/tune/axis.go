package tune

import (
	"fmt"
	"math/bits"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
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

// newAxis returns the axis of a field. Each candidate is a configuration that sets this field
// alone.
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

// deposits are the candidates among classic.Deposits. The other deposits search n tours of n edges
// for each of n² edges. That is n⁴ work instead of n². With 200 cities one of them takes many
// times as long as the rest of the iteration, and with more than 1000 cities longer than the
// search.
var deposits = []classic.Deposit{
	classic.DepositAtomic, classic.DepositTriangle, classic.DepositAtomicTiled, classic.DepositRows,
}

// axes returns the axes in the order of the search. The first candidate of each is the default,
// except for ant_group and for the deposit of large instances. Dispatch comes before ant_group
// because the group's size limits it.
func axes(limits pipeline.Limits) []axis {
	return []axis{
		newAxis(
			"mapping", func(f *classic.KernelConfig) *classic.Mapping { return &f.Mapping }, classic.Mappings,
			"construct",
		),
		newAxis(
			"dispatch", func(f *classic.KernelConfig) *classic.Dispatch { return &f.Dispatch }, classic.Dispatches,
			"construct",
		),
		newAxis("ant_group", func(f *classic.KernelConfig) *int { return &f.AntGroup }, antGroups(limits), "construct"),
		// A guide makes the prefix sums slower.
		newAxis(
			"search", func(f *classic.KernelConfig) *classic.PrefixSearch { return &f.PrefixSearch },
			classic.PrefixSearches, "construct", "prefix",
		),
		newAxis("deposit", func(f *classic.KernelConfig) *classic.Deposit { return &f.Deposit }, deposits, "deposit"),
		newAxis(
			"distances", func(f *classic.KernelConfig) *classic.DistanceSource { return &f.Distances },
			classic.DistanceSources, "evaluate",
		),
	}
}

// antGroups returns the powers of two from the size of a subgroup to the size of the largest
// work-group.
func antGroups(limits pipeline.Limits) []int {
	var groups []int
	for size := uint32(1) << bits.Len32(max(1, limits.SubgroupSize)-1); size <= limits.GroupSize; size *= 2 {
		groups = append(groups, int(size))
	}
	return groups
}

// Fill returns the options with the unset fields of their kernel configuration taken from another
// one. A field stays unset if the instance or the device cannot use the value: not all metrics
// have distances from coordinates, for example. It also stays unset if the options set another
// field of the same stage to a different value: the two were not measured together.
func Fill(
	instance *tsp.Instance, device *pipeline.Device, options classic.Options, from classic.KernelConfig,
) classic.Options {
	filled := options
	all := axes(pipeline.LimitsOf(device.Info()))
	for _, a := range all {
		if a.unset(from) || !a.unset(options.Kernel) || !agree(all, a.stage, options.Kernel, from) {
			continue
		}
		trial := filled
		a.copy(&trial.Kernel, from)
		if _, err := classic.PlanFor(instance, device, trial); err == nil {
			filled = trial
		}
	}
	return filled
}

// agree reports whether the fields of a stage that are set in one configuration have the same
// values in the other.
func agree(all []axis, stage string, fixed, other classic.KernelConfig) bool {
	for _, a := range all {
		if a.stage == stage && !a.unset(fixed) && a.value(fixed) != a.value(other) {
			return false
		}
	}
	return true
}

// Describe returns the fields that are set in a configuration, such as "ant_group 64, deposit
// rows".
func Describe(kernel classic.KernelConfig) string {
	var words []string
	for _, a := range axes(pipeline.Limits{}) {
		if !a.unset(kernel) {
			words = append(words, fmt.Sprintf("%s %s", a.name, a.value(kernel)))
		}
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, ", ")
}
