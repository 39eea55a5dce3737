package classic

import "maps"

// Structure says, by aspect, how a system divides an iteration among kernels, threads and memories.
// Names are Vulkan's: a CUDA block is a work-group, a thread an invocation, a kernel call a dispatch.
// An aspect that is missing or "": the paper does not say. Sizes are for 1002 cities or the nearest
// instance.
type Structure map[string]string

// with returns a structure with other values of some aspects.
func (s Structure) with(others Structure) Structure {
	changed := maps.Clone(s)
	maps.Copy(changed, others)
	return changed
}

// Aspects, with their names in differences.
const (
	aspectWeights     = "weights"                  // where the weights τ^α·η^β are computed
	aspectWeightsBy   = "division of the weights"  // what computes a weight, if a dispatch computes all
	aspectAnt         = "ant"                      // what constructs a tour
	aspectAntGroup    = "work-group"               // invocations of a work-group that constructs tours
	aspectSteps       = "dispatches"               // that construct the tours
	aspectAtOnce      = "ants at once"             // if their number changes tours
	aspectVisitedIn   = "memory of visited cities" // or of the list of unvisited ones
	aspectVisitedAs   = "form of visited cities"
	aspectTourIn      = "memory of tours"                // of an ant
	aspectSearch      = "local search"                   // what improves a tour
	aspectSearchGroup = "work-group of the local search" // invocations of a work-group that improves tours
	aspectSearchIn    = "memory of the local search"     // of a tour
	aspectEvaporation = "evaporation"                    // what evaporates a trail
	aspectUpdate      = "pheromone update"               // dispatches after the construction
	aspectUpdateBy    = "division of the update"         // work-groups of the global update of ACS
	aspectOthers      = "other dispatches"               // of an iteration
)

// Aspects are all aspects, in the order in which they are listed.
var Aspects = []string{
	aspectWeights, aspectWeightsBy, aspectAnt, aspectAntGroup, aspectSteps, aspectAtOnce, aspectVisitedIn, aspectVisitedAs,
	aspectTourIn, aspectSearch, aspectSearchGroup, aspectSearchIn, aspectEvaporation, aspectUpdate, aspectUpdateBy, aspectOthers,
}

// Values of several aspects.
const (
	byInvocation = "an invocation"
	byGroup      = "a work-group"
	bySubgroup   = "a subgroup"
	byRow        = "a work-group for a row"

	inDevice    = "device memory"
	inShared    = "shared memory"
	inRegisters = "registers"

	asBits     = "bits"
	asWords    = "words"
	asBooleans = "booleans"
	asList     = "a list"

	inConstruction = "the construction"
	ownDispatch    = "a dispatch before the construction"

	onePerTour  = "one for all steps"
	onePerBatch = "one for all steps of a batch of ants"
	onePerStep  = "one for each step"
	twoPerStep  = "two for each step"
	onProcessor = "on the processor"
	oneForAll   = "one for all stages of all iterations"

	nearestPower = "the power of two nearest to the unvisited cities"
)
