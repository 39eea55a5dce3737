package aco

import (
	"reflect"

	"github.com/aco-vk/aco-vk/aco/classic"
)

// Kernels is how the stages of Ant System, MMAS and ACS run on a device. No tour depends on it,
// except with several ants of ACS that are not synchronous (ACSKernels). A field that is "" or 0 is
// chosen by the device and the number of cities.
type Kernels struct {
	Mapping      Mapping        `json:"mapping,omitempty"`
	Dispatch     Dispatch       `json:"dispatch,omitempty"` // of ACS and Ant System
	PrefixSearch PrefixSearch   `json:"search,omitempty"`   // of Ant System
	Deposit      Deposit        `json:"deposit,omitempty"`  // of Ant System
	Distances    DistanceSource `json:"distances,omitempty"`
	AntData      AntData        `json:"ant_data,omitempty"` // of MMAS and ACS
	// AntGroup is the number of invocations for each ant, or work-group of ants: a power of two.
	AntGroup int `json:"ant_group,omitempty"`
	// AntsAtOnce is the number of racing ants of ACS in a dispatch; 0: all (ACSKernels).
	AntsAtOnce int `json:"ants_at_once,omitempty"`
}

// MMASKernels are the kernels of MMAS.
type MMASKernels struct {
	Mapping   Mapping
	Distances DistanceSource
	AntData   AntData
	AntGroup  int
}

// ACSKernels are the kernels of ACS.
type ACSKernels struct {
	Mapping Mapping
	// Dispatch is DispatchAll or DispatchOne. Ants that are not synchronous update pheromone while
	// others read it. DispatchAll is ACS-GPU-Alt or, with selective memory, ACS-GPU-SPM
	// (Skinderowicz 2016): an ant can be whole tours ahead of others, and updates can be lost. With
	// DispatchOne all ants make a step before the next. With a matrix this is ACS-GPU: updates are
	// atomic, and none is lost. On the processor, DispatchOne makes the ants take each step in turn.
	Dispatch  Dispatch
	Distances DistanceSource
	AntData   AntData
	AntGroup  int
	// AntsAtOnce is the number of ants in a dispatch, over all colonies of a device, if they are not
	// synchronous. The next ants see their updates, as on a GPU with room for so many. 0: all, up to
	// the room of the device. 1: the ants make the same tours as on the processor.
	AntsAtOnce int
}

// AntSystemKernels are the kernels of Ant System.
type AntSystemKernels struct {
	Mapping      Mapping
	Dispatch     Dispatch
	PrefixSearch PrefixSearch
	Deposit      Deposit
	Distances    DistanceSource
	AntGroup     int
}

// PresetKernels are the kernels that no paper specifies.
type PresetKernels struct{ Distances DistanceSource }

// Mapping says what constructs the tour of an ant and, with a local search, improves it.
type Mapping = classic.Mapping

const (
	MappingGroup Mapping = classic.MappingGroup // a work-group or a part of one
	MappingTask  Mapping = classic.MappingTask  // an invocation
)

// Dispatch is how the steps of a tour are dispatched.
type Dispatch = classic.Dispatch

const (
	DispatchAll     Dispatch = classic.DispatchAll     // as many at once as fit a submission
	DispatchOne     Dispatch = classic.DispatchOne     // a step at a time
	DispatchDynamic Dispatch = classic.DispatchDynamic // a step at a time, in work-groups sized for the unvisited cities
	// DispatchDynamicCopy: as DispatchDynamic, with a copy of the list in shared memory.
	DispatchDynamicCopy Dispatch = classic.DispatchDynamicCopy
	DispatchBlocks      Dispatch = classic.DispatchBlocks // all steps with work-groups of the same size at a time
)

// PrefixSearch is how a draw finds its city in the running sums of the weights.
type PrefixSearch = classic.PrefixSearch

const (
	PrefixSearchGuide PrefixSearch = classic.PrefixSearchGuide // by a table of starting points
	PrefixSearchKary  PrefixSearch = classic.PrefixSearchKary  // by a k-ary search of a subgroup
)

// Deposit is how the pheromone of the ants is added up.
type Deposit = classic.Deposit

const (
	DepositAtomic      Deposit = classic.DepositAtomic      // by atomic additions
	DepositTriangle    Deposit = classic.DepositTriangle    // by one atomic addition for both directions of an edge
	DepositAtomicTiled Deposit = classic.DepositAtomicTiled // by atomic additions, with tiles of tours in shared memory
	DepositReduction   Deposit = classic.DepositReduction   // as DepositGatherTiled, for one direction of each edge
	DepositGatherTiled Deposit = classic.DepositGatherTiled // as DepositGather, with tiles of tours in shared memory
	DepositGather      Deposit = classic.DepositGather      // each edge searches for itself in all tours
	DepositRows        Deposit = classic.DepositRows        // by a work-group for each row, with its sums in shared memory
)

// DistanceSource is where a kernel takes distances from.
type DistanceSource = classic.DistanceSource

const (
	DistancesMatrix      DistanceSource = classic.DistancesMatrix
	DistancesCoordinates DistanceSource = classic.DistancesCoordinates // computed, with a metric of the plane
)

// AntData is where an ant keeps its tour and its visited flags.
type AntData = classic.AntData

const (
	AntDataShared AntData = classic.AntDataShared // in shared memory
	AntDataTour   AntData = classic.AntDataTour   // the tour of a local search in shared memory, all else in device memory
	AntDataDevice AntData = classic.AntDataDevice // in device memory
)

func (k MMASKernels) all() classic.KernelConfig {
	return Kernels{Mapping: k.Mapping, Distances: k.Distances, AntData: k.AntData, AntGroup: k.AntGroup}.config()
}

func (k ACSKernels) all() classic.KernelConfig {
	return Kernels{Mapping: k.Mapping, Dispatch: k.Dispatch, Distances: k.Distances, AntData: k.AntData,
		AntGroup: k.AntGroup, AntsAtOnce: k.AntsAtOnce}.config()
}

func (k AntSystemKernels) all() classic.KernelConfig {
	return Kernels{
		Mapping: k.Mapping, Dispatch: k.Dispatch, PrefixSearch: k.PrefixSearch, Deposit: k.Deposit,
		Distances: k.Distances, AntGroup: k.AntGroup,
	}.config()
}

// first returns the name of the first field that is set, "" if there is none.
func (k Kernels) first() string {
	fields := reflect.ValueOf(k)
	for i := range fields.NumField() {
		if !fields.Field(i).IsZero() {
			return fields.Type().Field(i).Name
		}
	}
	return ""
}

// config returns the kernels as package classic has them.
func (k Kernels) config() classic.KernelConfig { return classic.KernelConfig(k) }
