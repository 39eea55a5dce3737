package classic

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/option"
)

// KernelConfig chooses among the kernels that compute the same recipe. It changes no result, only
// the time. A field that is "" or 0 is chosen by the device and by the number of cities.
//
// Racing ants of ACS have no defined result. What they can read depends on Dispatch:
//   - DispatchAll, ACS-GPU-Alt or, with selective memory, ACS-GPU-SPM (Skinderowicz 2016): an ant
//     can be whole tours ahead of others. Updates are not atomic, so some are lost.
//   - DispatchOne with a matrix, ACS-GPU: all ants make a step, then the next. Each updates the
//     trail of its edge by compare-and-swap. No update is lost, and ants can see it in that step.
//   - DispatchOne with selective memory, no paper's system: all ants make a step, then the next.
//     Updates are as with DispatchAll.
//
// AntsAtOnce limits how many of them race. On the processor one ant at a time makes its tour or,
// with DispatchOne, its step. With AntsAtOnce 1 a device makes the same tours. DispatchOne with
// selective memory does not have it.
type KernelConfig struct {
	Mapping      Mapping        `json:"mapping,omitempty"`
	Dispatch     Dispatch       `json:"dispatch,omitempty"`
	PrefixSearch PrefixSearch   `json:"search,omitempty"`
	Deposit      Deposit        `json:"deposit,omitempty"`
	Distances    DistanceSource `json:"distances,omitempty"`
	AntData      AntData        `json:"ant_data,omitempty"` // MMAS and ACS only
	// AntGroup: invocations per ant, or per work-group of ants: a power of two.
	AntGroup int `json:"ant_group,omitempty"`
	// AntsAtOnce is the number of racing ants of ACS in a dispatch, over all colonies of a device. A
	// GPU with room for so many starts another ant when one has ended, which sees its updates
	// (Skinderowicz 2016: 128). 0: all ants.
	AntsAtOnce int `json:"ants_at_once,omitempty"`
}

// Mapping says what constructs the tour of an ant and, with a local search, improves it.
type Mapping string

const (
	// MappingGroup: a work-group, or a subgroup (Cecilia et al. 2013, queen and workers; Zhou et
	// al. 2017, ST-GROUP).
	MappingGroup Mapping = "group"
	// MappingTask: an invocation (Cecilia et al. 2013, task parallelism; Delévacq et al. 2013,
	// ANT_thread).
	MappingTask Mapping = "task"
)

// Dispatch is how the steps of a tour are dispatched.
type Dispatch string

const (
	// DispatchAll: the whole tour at once, where the time of a submission allows (Zhou et al.
	// 2017, KE-ALL).
	DispatchAll     Dispatch = "all"
	DispatchOne     Dispatch = "one"     // a step at a time (KE-ONE)
	DispatchDynamic Dispatch = "dynamic" // a step at a time, in work-groups that fit the unvisited cities
	// DispatchDynamicCopy: as dynamic, and each step copies the list to shared memory if it has room
	// (ST-DYNAMIC).
	DispatchDynamicCopy Dispatch = "dynamic-copy"
	// DispatchBlocks: a range of steps at a time, in work-groups that fit the unvisited cities at
	// its first step.
	DispatchBlocks Dispatch = "blocks"
)

// PrefixSearch says how a trial finds its city in the running sums of the weights.
type PrefixSearch string

const (
	// PrefixSearchGuide: from the start that a guide table of the row gives, all trials at once
	// (Chen and Asau 1974).
	PrefixSearchGuide PrefixSearch = "guide"
	// PrefixSearchKary: by all invocations of an ant together, one trial at a time (Uchida et al.
	// 2014, section 4.2.1).
	PrefixSearchKary PrefixSearch = "kary"
)

// Deposit says how the pheromone of the ants is summed.
type Deposit string

const (
	// DepositAtomic: by atomic additions (Cecilia et al. 2013, table 4, version 2; Zhou et al.
	// 2017, algorithm B3).
	DepositAtomic Deposit = "atomic"
	// DepositTriangle: as atomic, one addition for both directions of an edge; then half of the
	// matrix is copied.
	DepositTriangle    Deposit = "triangle"
	DepositAtomicTiled Deposit = "atomic-tiled" // the same, with tiles of tours in shared memory (version 1)
	DepositReduction   Deposit = "reduction"    // as gather-tiled, for one direction of each edge (version 3)
	DepositGatherTiled Deposit = "gather-tiled" // as gather, with tiles of tours in shared memory (version 4)
	DepositGather      Deposit = "gather"       // each cell searches for its edge in all tours (version 5)
	// DepositRows: one work-group per row, with its sums in shared memory (Uchida et al. 2014,
	// section 4.3).
	DepositRows Deposit = "rows"
)

// DistanceSource says where a kernel takes distances from.
type DistanceSource string

const (
	DistancesMatrix      DistanceSource = "matrix"
	DistancesCoordinates DistanceSource = "coordinates" // computed, with a metric of the plane
)

// AntData says where an ant keeps its tour and its visited flags.
type AntData string

const (
	AntDataShared AntData = "shared" // in shared memory (Delévacq et al. 2013, ANT_block shared)
	AntDataTour   AntData = "tour"   // the tour of a local search in shared memory, all else in device memory
	AntDataDevice AntData = "device" // in device memory (ANT_block global)
)

// The values of each option. The first one is the default, but for the deposit of large symmetric
// instances.
var (
	Mappings       = []Mapping{MappingGroup, MappingTask}
	Dispatches     = []Dispatch{DispatchAll, DispatchOne, DispatchDynamic, DispatchDynamicCopy, DispatchBlocks}
	PrefixSearches = []PrefixSearch{PrefixSearchGuide, PrefixSearchKary}
	Deposits       = []Deposit{
		DepositAtomic, DepositTriangle, DepositAtomicTiled, DepositReduction, DepositGatherTiled, DepositGather,
		DepositRows,
	}
	DistanceSources = []DistanceSource{DistancesMatrix, DistancesCoordinates}
	AntDataValues   = []AntData{AntDataShared, AntDataTour, AntDataDevice}
)

// minTriangleCities is the fewest cities with DepositTriangle by default. The additional dispatch
// takes longer than it saves with fewer: on an H200 rat783 gains a sixth of the time of the
// deposit, and pcb442 loses as much.
const minTriangleCities = 600

// withDefaults sets each empty field to its default for a problem.
func (c KernelConfig) withDefaults(p *model.Problem) KernelConfig {
	if c.Deposit == "" && p.Symmetric && p.Cities >= minTriangleCities {
		c.Deposit = DepositTriangle
	}
	c.Mapping = cmp.Or(c.Mapping, Mappings[0])
	c.Dispatch = cmp.Or(c.Dispatch, Dispatches[0])
	c.PrefixSearch = cmp.Or(c.PrefixSearch, PrefixSearches[0])
	c.Deposit = cmp.Or(c.Deposit, Deposits[0])
	c.Distances = cmp.Or(c.Distances, DistanceSources[0])
	return c
}

// Race reports whether ants race on a device: equal seeds give different tours.
func (c KernelConfig) Race(p model.Parameters) bool { return p.Racy() && c.AntsAtOnce != 1 }

// validate returns an error for an unknown name or for a group size that is not a power of two.
func (c KernelConfig) validate() error {
	if c.AntGroup < 0 || c.AntGroup&(c.AntGroup-1) != 0 {
		return option.Errorf(
			"work-groups of %d invocations for an ant: use a power of two, or 0 for the default", c.AntGroup,
		)
	}
	if c.AntsAtOnce < 0 {
		return option.Errorf("ants at once %d: use 0 for all, or more", c.AntsAtOnce)
	}
	for _, o := range c.options() {
		if *o.value != "" && !slices.Contains(o.known, *o.value) {
			return option.Errorf("%s %q: use one of %v", o.name, *o.value, o.known)
		}
	}
	return nil
}

// checkSelection returns an error if a kernel does not implement a selection of Ant System.
func (c KernelConfig) checkSelection(selection model.Selection) error {
	if c.Mapping == MappingTask && selection != model.SelectScan {
		return option.Errorf("selection %s: mapping %s supports only selection %s", selection, c.Mapping,
			model.SelectScan).
			With(option.Set(option.Selection, model.SelectScan))
	}
	if c.PrefixSearch == PrefixSearchKary && selection != model.SelectTrial && selection != model.SelectHybrid {
		return option.Errorf(
			"search %s: it supports selections %s and %s, not %s", c.PrefixSearch, model.SelectTrial,
			model.SelectHybrid, selection,
		)
	}
	return nil
}

// checkAntData returns an error if no kernel keeps the data of ants where the option says. It does
// not depend on the device.
func (c KernelConfig) checkAntData(p *model.Problem) error {
	why := ""
	switch inSteps := p.Algorithm == model.AlgorithmACS && acsInSteps(p, c); {
	case c.AntData == AntDataShared && inSteps:
		why = "ants of ACS that are synchronous, or have a dispatch for each step, keep their data in device memory"
	case c.Mapping != MappingTask:
	case c.AntData == AntDataShared && p.Algorithm == model.AlgorithmMMAS:
		why = fmt.Sprintf("with mapping %s an ant keeps its data in device memory", c.Mapping)
	case c.AntData != "" && c.AntData != AntDataDevice && p.HasLocalSearch():
		why = fmt.Sprintf("with mapping %s the tour of a local search is in device memory", c.Mapping)
	}
	if why == "" {
		return nil
	}
	return option.Errorf("ant data %s: %s", c.AntData, why).With(option.Set(option.AntData, AntDataDevice))
}

// kernelOption is an option that has one of some names.
type kernelOption struct {
	name       string
	value      *string
	known      []string
	algorithms []model.Algorithm // that have it
}

// options returns the options that have names.
func (c *KernelConfig) options() []kernelOption {
	ofAS := []model.Algorithm{model.AlgorithmAS}
	return []kernelOption{
		{"mapping", (*string)(&c.Mapping), namesOf(Mappings), model.Algorithms},
		{"dispatch", (*string)(&c.Dispatch), namesOf(Dispatches), []model.Algorithm{model.AlgorithmAS, model.AlgorithmACS}},
		{"search", (*string)(&c.PrefixSearch), namesOf(PrefixSearches), ofAS},
		{"deposit", (*string)(&c.Deposit), namesOf(Deposits), ofAS},
		{"distances", (*string)(&c.Distances), namesOf(DistanceSources), model.Algorithms},
		{"ant data", (*string)(&c.AntData), namesOf(AntDataValues), []model.Algorithm{model.AlgorithmMMAS, model.AlgorithmACS}},
	}
}

func namesOf[T ~string](values []T) (names []string) {
	for _, value := range values {
		names = append(names, string(value))
	}
	return names
}

// checkAlgorithm returns an error if an option is set that does not apply to an algorithm.
func (c KernelConfig) checkAlgorithm(algorithm model.Algorithm) error {
	const text = "%s %v: it applies to algorithms %v, not to %s"
	for _, o := range c.options() {
		if *o.value != "" && !slices.Contains(o.algorithms, algorithm) {
			return option.Errorf(text, o.name, *o.value, o.algorithms, algorithm)
		}
	}
	if c.AntsAtOnce > 0 && algorithm != model.AlgorithmACS {
		return option.Errorf(text, "ants at once", c.AntsAtOnce, []model.Algorithm{model.AlgorithmACS}, algorithm)
	}
	return nil
}

// applicableTo returns the options that apply to an algorithm.
func (c KernelConfig) applicableTo(algorithm model.Algorithm) KernelConfig {
	for _, o := range c.options() {
		if !slices.Contains(o.algorithms, algorithm) {
			*o.value = ""
		}
	}
	if algorithm != model.AlgorithmACS {
		c.AntsAtOnce = 0
	}
	return c
}
