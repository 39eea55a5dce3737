package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// KernelConfig chooses among the kernels that compute the same recipe. It changes no result, only the time. A field that is "" or 0
// is chosen by the device and by the number of cities.
type KernelConfig struct {
	Mapping      Mapping        `json:"mapping,omitempty"`
	Dispatch     Dispatch       `json:"dispatch,omitempty"`
	PrefixSearch PrefixSearch   `json:"search,omitempty"`
	Deposit      Deposit        `json:"deposit,omitempty"`
	Distances    DistanceSource `json:"distances,omitempty"`
	AntData      AntData        `json:"ant_data,omitempty"`  // MMAS and ACS only
	AntGroup     int            `json:"ant_group,omitempty"` // invocations per ant, or per work-group of ants: a power of two
}

// Mapping says what computes an ant.
type Mapping string

const (
	MappingGroup Mapping = "group" // a work-group, or a subgroup (Cecilia et al. 2013, queen and workers; Zhou et al. 2017, ST-GROUP)
	MappingTask  Mapping = "task"  // an invocation (Cecilia et al. 2013, task parallelism; Delévacq et al. 2013, ANT_thread)
)

// Dispatch is how the steps of a tour are dispatched.
type Dispatch string

const (
	DispatchAll     Dispatch = "all"     // the whole tour at once, where the time of a submission allows (Zhou et al. 2017, KE-ALL)
	DispatchOne     Dispatch = "one"     // a step at a time (KE-ONE)
	DispatchDynamic Dispatch = "dynamic" // a step at a time, in work-groups that fit the unvisited cities (ST-DYNAMIC)
	DispatchBlocks  Dispatch = "blocks"  // a range of steps at a time, in work-groups that fit the cities that are unvisited at its first step
)

// PrefixSearch says how a trial finds its city in the running sums of the weights.
type PrefixSearch string

const (
	PrefixSearchGuide PrefixSearch = "guide" // from the start that a guide table of the row gives, all trials at once (Chen and Asau 1974)
	PrefixSearchKary  PrefixSearch = "kary"  // by all invocations of an ant together, one trial at a time (Uchida et al. 2014, section 4.2.1)
)

// Deposit says how the pheromone of the ants is summed.
type Deposit string

const (
	DepositAtomic      Deposit = "atomic"       // by atomic additions (Cecilia et al. 2013, table 4, version 2; Zhou et al. 2017, algorithm B3)
	DepositAtomicTiled Deposit = "atomic-tiled" // the same, with tiles of tours in shared memory (version 1)
	DepositReduction   Deposit = "reduction"    // as gather-tiled, for one direction of each edge (version 3)
	DepositGatherTiled Deposit = "gather-tiled" // as gather, with tiles of tours in shared memory (version 4)
	DepositGather      Deposit = "gather"       // each cell searches for its edge in all tours (version 5)
	DepositRows        Deposit = "rows"         // one work-group per row, with its sums in shared memory (Uchida et al. 2014, section 4.3)
)

// DistanceSource says where a kernel takes distances from.
type DistanceSource string

const (
	DistancesMatrix      DistanceSource = "matrix"
	DistancesCoordinates DistanceSource = "coordinates" // computed; instances with metric EUC_2D, CEIL_2D, MAN_2D, MAX_2D or ATT only
)

// AntData says where an ant keeps its tour and its visited flags.
type AntData string

const (
	AntDataShared AntData = "shared" // in shared memory (Delévacq et al. 2013, ANT_block shared)
	AntDataDevice AntData = "device" // in device memory (ANT_block global)
)

// The values of each option. The first one is the default.
var (
	Mappings        = []Mapping{MappingGroup, MappingTask}
	Dispatches      = []Dispatch{DispatchAll, DispatchOne, DispatchDynamic, DispatchBlocks}
	PrefixSearches  = []PrefixSearch{PrefixSearchGuide, PrefixSearchKary}
	Deposits        = []Deposit{DepositAtomic, DepositAtomicTiled, DepositReduction, DepositGatherTiled, DepositGather, DepositRows}
	DistanceSources = []DistanceSource{DistancesMatrix, DistancesCoordinates}
	AntDataForms    = []AntData{AntDataShared, AntDataDevice}
)

// withDefaults sets each empty field to its default.
func (f KernelConfig) withDefaults() KernelConfig {
	fill(&f.Mapping, Mappings)
	fill(&f.Dispatch, Dispatches)
	fill(&f.PrefixSearch, PrefixSearches)
	fill(&f.Deposit, Deposits)
	fill(&f.Distances, DistanceSources)
	return f
}

func fill[T ~string](value *T, known []T) {
	if *value == "" {
		*value = known[0]
	}
}

// validate returns an error for an unknown name or for a group size that is not a power of two.
func (f KernelConfig) validate() error {
	if f.AntGroup < 0 || f.AntGroup&(f.AntGroup-1) != 0 {
		return problem.Errorf("work-groups of %d invocations for an ant: use a power of two, or 0 for the default", f.AntGroup)
	}
	for _, err := range []error{
		checkName("mapping", f.Mapping, Mappings), checkName("dispatch", f.Dispatch, Dispatches), checkName("search", f.PrefixSearch, PrefixSearches),
		checkName("deposit", f.Deposit, Deposits), checkName("distances", f.Distances, DistanceSources),
		checkName("ant data", f.AntData, AntDataForms),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkSelection returns an error if a kernel does not implement a selection of Ant System.
func (f KernelConfig) checkSelection(selection problem.Selection) error {
	if f.Mapping == MappingTask && selection != problem.SelectScan {
		return problem.Errorf("selection %s: mapping %s supports only selection %s", selection, f.Mapping, problem.SelectScan).
			With(problem.Set(problem.OptionSelection, problem.SelectScan))
	}
	if f.PrefixSearch == PrefixSearchKary && selection != problem.SelectTrial && selection != problem.SelectHybrid {
		return problem.Errorf("search %s: it supports selections %s and %s, not %s", f.PrefixSearch, problem.SelectTrial, problem.SelectHybrid, selection)
	}
	return nil
}

// The algorithms that an option applies to. The other options apply to all algorithms.
var (
	haveDispatch = []problem.Algorithm{problem.AlgorithmAS, problem.AlgorithmACS}
	haveSearch   = []problem.Algorithm{problem.AlgorithmAS}
	haveDeposit  = []problem.Algorithm{problem.AlgorithmAS}
	haveAntData  = []problem.Algorithm{problem.AlgorithmMMAS, problem.AlgorithmACS}
)

// checkAlgorithm returns an error if an option is set that does not apply to an algorithm.
func (f KernelConfig) checkAlgorithm(algorithm problem.Algorithm) error {
	for _, axis := range []struct {
		name, value string
		have        []problem.Algorithm
	}{
		{"dispatch", string(f.Dispatch), haveDispatch}, {"search", string(f.PrefixSearch), haveSearch},
		{"deposit", string(f.Deposit), haveDeposit}, {"ant data", string(f.AntData), haveAntData},
	} {
		if axis.value != "" && !slices.Contains(axis.have, algorithm) {
			return problem.Errorf("%s %s: it applies to algorithms %v, not to %s", axis.name, axis.value, axis.have, algorithm)
		}
	}
	return nil
}

// of returns the options that apply to an algorithm.
func (f KernelConfig) of(algorithm problem.Algorithm) KernelConfig {
	clearUnless(&f.Dispatch, haveDispatch, algorithm)
	clearUnless(&f.PrefixSearch, haveSearch, algorithm)
	clearUnless(&f.Deposit, haveDeposit, algorithm)
	clearUnless(&f.AntData, haveAntData, algorithm)
	return f
}

func clearUnless[T ~string](value *T, have []problem.Algorithm, algorithm problem.Algorithm) {
	if !slices.Contains(have, algorithm) {
		*value = ""
	}
}

func checkName[T ~string](axis string, name T, known []T) error {
	if name == "" || slices.Contains(known, name) {
		return nil
	}
	return problem.Errorf("%s %q: use one of %v", axis, name, known)
}
