package classic

// Structure says how a system divides an iteration among kernels, threads and memories. Names are
// Vulkan's: a CUDA block is a work-group, a thread an invocation, a kernel call a dispatch. An
// empty field: the paper does not say. Sizes are for 1002 cities or the nearest instance.
type Structure struct {
	Weights       string // where the weights τ^α·η^β are computed
	WeightsBy     string // what computes a weight, if a dispatch computes all
	Ant           string // what constructs a tour
	AntGroup      string // invocations of a work-group that constructs tours
	Steps         string // dispatches that construct the tours
	AtOnce        string // ants that construct tours at once, if their number changes tours
	VisitedIn     string // memory of the visited cities, or of the list of unvisited ones
	VisitedAs     string // their form
	TourIn        string // memory of an ant's tour
	Search        string // what improves a tour
	SearchGroup   string // invocations of a work-group that improves tours
	SearchIn      string // memory of a tour in the local search
	EvaporationBy string // what evaporates a trail
	Update        string // dispatches of the pheromone update after the construction
	UpdateBy      string // work-groups of the global update of ACS
	Others        string // other dispatches of an iteration
}

// Values of several fields of Structure.
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

// Aspect is a field of a Structure with its name in differences.
type Aspect struct{ Name, Value string }

// Names of aspects.
const (
	aspectWeights     = "weights"
	aspectWeightsBy   = "division of the weights"
	aspectAnt         = "ant"
	aspectAntGroup    = "work-group"
	aspectSteps       = "dispatches"
	aspectAtOnce      = "ants at once"
	aspectVisitedIn   = "memory of visited cities"
	aspectVisitedAs   = "form of visited cities"
	aspectTourIn      = "memory of tours"
	aspectSearch      = "local search"
	aspectSearchGroup = "work-group of the local search"
	aspectSearchIn    = "memory of the local search"
	aspectEvaporation = "evaporation"
	aspectUpdate      = "pheromone update"
	aspectUpdateBy    = "division of the update"
	aspectOthers      = "other dispatches"
)

// Aspects returns all fields, also empty ones.
func (s Structure) Aspects() []Aspect {
	return []Aspect{
		{aspectWeights, s.Weights}, {aspectWeightsBy, s.WeightsBy}, {aspectAnt, s.Ant},
		{aspectAntGroup, s.AntGroup}, {aspectSteps, s.Steps}, {aspectAtOnce, s.AtOnce},
		{aspectVisitedIn, s.VisitedIn}, {aspectVisitedAs, s.VisitedAs}, {aspectTourIn, s.TourIn},
		{aspectSearch, s.Search}, {aspectSearchGroup, s.SearchGroup}, {aspectSearchIn, s.SearchIn},
		{aspectEvaporation, s.EvaporationBy}, {aspectUpdate, s.Update}, {aspectUpdateBy, s.UpdateBy},
		{aspectOthers, s.Others},
	}
}

// with returns a changed structure.
func with(s Structure, change func(*Structure)) Structure {
	change(&s)
	return s
}
