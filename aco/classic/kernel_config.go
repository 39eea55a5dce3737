package classic

import (
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// KernelConfig is how a recipe is carried out. It changes no result; what is left "" or 0 is chosen by the device and n.
type KernelConfig struct {
	Mapping      Mapping        `json:"mapping,omitempty"`
	Dispatch     Dispatch       `json:"dispatch,omitempty"`
	PrefixSearch PrefixSearch   `json:"search,omitempty"`
	Deposit      Deposit        `json:"deposit,omitempty"`
	Distances    DistanceSource `json:"distances,omitempty"`
	AntData      AntData        `json:"ant_data,omitempty"`  // of MMAS and ACS
	AntGroup     int            `json:"ant_group,omitempty"` // invocations that share an ant's choices, or of a group of ants: a power of two
}

// Mapping is what stands for an ant.
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
	DispatchBlocks  Dispatch = "blocks"  // a stretch of steps at a time, in work-groups that fit the cities unvisited where it begins
)

// PrefixSearch is how a trial finds its city in the running sums.
type PrefixSearch string

const (
	PrefixSearchGuide PrefixSearch = "guide" // from where a table of the row says, all trials at once
	PrefixSearchKary  PrefixSearch = "kary"  // by the invocations of an ant together, one trial after the other (Uchida et al. 2014, section 4.2.1)
)

// Deposit is how the ants' pheromone is added up.
type Deposit string

const (
	DepositAtomic      Deposit = "atomic"       // by atomic additions (Cecilia et al. 2013, table 4, version 2; Zhou et al. 2017, algorithm B3)
	DepositAtomicTiled Deposit = "atomic-tiled" // the same, tours read by tiles into shared memory (version 1)
	DepositReduction   Deposit = "reduction"    // version 4 for one of the two directions of an edge (version 3)
	DepositGatherTiled Deposit = "gather-tiled" // version 5, tours read by tiles into shared memory (version 4)
	DepositGather      Deposit = "gather"       // each edge looks for itself in all tours (version 5)
	DepositRows        Deposit = "rows"         // a work-group a row, its sums in shared memory (Uchida et al. 2014, section 4.3)
)

// DistanceSource is where the distances of an ant's tour come from.
type DistanceSource string

const (
	DistancesMatrix      DistanceSource = "matrix"
	DistancesCoordinates DistanceSource = "coordinates" // computed from them; of EUC_2D, CEIL_2D, MAN_2D, MAX_2D and ATT instances
)

// AntData is where an ant keeps what it works on alone: its tour and what it has visited.
type AntData string

const (
	AntDataShared AntData = "shared" // in its work-group's memory, where it fits (Delévacq et al. 2013, ANT_block shared)
	AntDataDevice AntData = "device" // in the device's (ANT_block global)
)

// The forms there are, each list with what is taken first.
var (
	Mappings        = []Mapping{MappingGroup, MappingTask}
	Dispatches      = []Dispatch{DispatchAll, DispatchOne, DispatchDynamic, DispatchBlocks}
	PrefixSearches  = []PrefixSearch{PrefixSearchGuide, PrefixSearchKary}
	Deposits        = []Deposit{DepositAtomic, DepositAtomicTiled, DepositReduction, DepositGatherTiled, DepositGather, DepositRows}
	DistanceSources = []DistanceSource{DistancesMatrix, DistancesCoordinates}
	AntDataForms    = []AntData{AntDataShared, AntDataDevice}
)

// withDefaults fills in what was left open.
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

// validate refuses names that are none and group sizes that are no power of two.
func (f KernelConfig) validate() error {
	if f.AntGroup < 0 || f.AntGroup&(f.AntGroup-1) != 0 {
		return refuse("work-groups of %d for an ant: a power of two, or 0", f.AntGroup)
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

// checkSelection refuses what does not go with a selection of Ant System.
func (f KernelConfig) checkSelection(selection problem.Selection) error {
	if f.Mapping == MappingTask && selection != problem.SelectScan {
		return refuse("selection %s: mapping %s goes with selection %s alone", selection, f.Mapping, problem.SelectScan)
	}
	if f.PrefixSearch == PrefixSearchKary && selection != problem.SelectTrial && selection != problem.SelectHybrid {
		return refuse("search %s: it goes with selections %s and %s, not with %s", f.PrefixSearch, problem.SelectTrial, problem.SelectHybrid, selection)
	}
	return nil
}

// The algorithms that have an axis; all have the others.
var (
	haveDispatch = []problem.Algorithm{problem.AlgorithmAS, problem.AlgorithmACS}
	haveSearch   = []problem.Algorithm{problem.AlgorithmAS}
	haveDeposit  = []problem.Algorithm{problem.AlgorithmAS}
	haveAntData  = []problem.Algorithm{problem.AlgorithmMMAS, problem.AlgorithmACS}
)

// checkAlgorithm refuses axes that an algorithm does not have.
func (f KernelConfig) checkAlgorithm(algorithm problem.Algorithm) error {
	for _, axis := range []struct {
		name, value string
		have        []problem.Algorithm
	}{
		{"dispatch", string(f.Dispatch), haveDispatch}, {"search", string(f.PrefixSearch), haveSearch},
		{"deposit", string(f.Deposit), haveDeposit}, {"ant data", string(f.AntData), haveAntData},
	} {
		if axis.value != "" && !slices.Contains(axis.have, algorithm) {
			return refuse("%s %s: algorithm %s has no such form, %v have", axis.name, axis.value, algorithm, axis.have)
		}
	}
	return nil
}

// of returns what of a form an algorithm has.
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
	return refuse("%s %q: there are %v", axis, name, known)
}
