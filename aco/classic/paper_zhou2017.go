package classic

import "slices"

// Zhou et al. 2017. Work-groups: table C3.
var (
	zhouKernel = Structure{
		aspectWeights: inConstruction, aspectAnt: byGroup, aspectAntGroup: "256", aspectSteps: onePerStep,
		aspectVisitedIn: inShared, aspectVisitedAs: asWords, aspectEvaporation: byInvocation, aspectUpdate: "2",
	}
	zhouDiffers = []Difference{
		kernelOfWeights, evaporationByRow,
		{aspectAntGroup, "The size of a work-group depends on the device and on the number of cities; the paper takes it from table C3"},
	}
	zhouScan = []Difference{
		bitsOfVisited,
		{"draw", "An invocation searches the cities that it has summed; in the paper all threads search the sums of all cities"},
	}
	zhouList = []Difference{
		{"draw", "An invocation searches the elements that it has summed; in the paper all threads search the sums of all elements"},
	}
	zhouAll = inPaper{zhouKernel.with(Structure{aspectSteps: onePerTour}),
		slices.Concat(zhouDiffers, zhouScan)}
	zhouOne = inPaper{zhouKernel, slices.Concat(zhouDiffers, zhouScan, []Difference{zhouRecorded})}
	// zhouGroup is equal to zhouOne.
	zhouGroup = inPaper{zhouKernel, slices.Concat(zhouDiffers, zhouScan, []Difference{zhouRecorded, {"kernel",
		"Here each step has a kernel, as in ST-DYNAMIC; the paper does not say whether this strategy has the kernel of KE-ALL or of KE-ONE"}})}
	zhouRecorded = Difference{"calls", "The dispatches of an iteration are recorded once and submitted again; in the paper the processor calls each kernel"}
	zhouCursor   = inPaper{zhouKernel.with(Structure{aspectVisitedIn: "", aspectVisitedAs: asList}),
		slices.Concat(zhouDiffers, zhouList, []Difference{zhouRecorded})}
	zhouTile = inPaper{zhouCursor.structure, slices.Concat(zhouDiffers, []Difference{zhouRecorded,
		{"tiles", "A tile is the part of the list that a subgroup sums: the tiles follow the text of section B.4.1, not algorithm 1"}})}
	zhouDynamic = inPaper{
		zhouKernel.with(Structure{aspectVisitedAs: asList, aspectAntGroup: nearestPower}),
		[]Difference{kernelOfWeights, evaporationByRow, zhouRecorded,
			{"long lists", "While the list has more than some 4000 cities, it is in device memory; in the paper each step copies it to local memory (algorithm B4, line 7)"},
			{"tiles", "Tiles are as in zhou2017-group-stc-tr"},
			{"least work-group", "No work-group is smaller than a subgroup; in the paper it follows the unvisited cities"},
		},
	}
)

var zhouSystems = []System{
	{Name: "sequential Ant System", Section: "C.1", Instead: sequential, NotBuilt: acotsp},
	{Name: "a work-item for each ant", Section: "B.1.1", Instead: "cecilia2013-task", NotBuilt: namedNotRun},
	{Name: "KE-ALL", Section: "B.2", Preset: "zhou2017-ke-all"},
	{Name: "KE-ONE", Section: "B.2", Preset: "zhou2017-ke-one"},
	{Name: "ST-GROUP", Section: "B.1.1", Preset: "zhou2017-group"},
	{Name: "ST-GROUP-STC", Section: "C.4", Preset: "zhou2017-group-stc"},
	{Name: "ST-GROUP-STC-TR", Section: "C.4", Preset: "zhou2017-group-stc-tr"},
	{Name: "ST-DYNAMIC", Section: "B.4.2", Preset: "zhou2017-dynamic"},
	{Name: "DP-GPU-AS", Section: "C.5", Instead: "cecilia2013-iroulette",
		NotBuilt: "it is the program of Cecilia et al., built again for another card"},
	{Name: "the program of Uchida et al.", Section: "C.5", Instead: "uchida2014-hybrid", NotBuilt: "the paper only quotes its figures"},
	{Name: "Double-Spin Roulette of Dawson and Stewart", Section: "C.5", NotBuilt: onlyQuoted},
}
