package classic

import "slices"

// Cecilia et al. 2013. Work-groups: section 5.1.4 and table 3.
var (
	ceciliaKernel = Structure{
		aspectWeights: ownDispatch, aspectWeightsBy: byInvocation, aspectAnt: byGroup, aspectAntGroup: "128", aspectSteps: onePerTour,
		aspectVisitedIn: inRegisters, aspectVisitedAs: asBits, aspectEvaporation: byInvocation, aspectUpdate: "2",
	}
	ceciliaDiffers = []Difference{weightsByRow, evaporationByRow}
	ceciliaTask    = inPaper{
		ceciliaKernel.with(Structure{aspectAnt: byInvocation, aspectAntGroup: "16", aspectVisitedIn: inShared, aspectVisitedAs: asWords}),
		slices.Concat(ceciliaDiffers, []Difference{bitsOfVisited,
			{aspectVisitedIn, "The bits of visited cities are in device memory; the paper recommends shared memory for them"},
			{aspectAntGroup, "A work-group has a subgroup of ants; in the paper it has 16"},
			{"draw", "An ant reads the row of weights twice; in the paper it keeps the weights of unvisited cities in a list"},
		}),
	}
	ceciliaShared = Difference{aspectVisitedIn,
		"Visited cities are in shared memory; in the paper they are in the registers of the threads"}
	ceciliaData = inPaper{ceciliaKernel, slices.Concat(ceciliaDiffers, []Difference{ceciliaShared,
		{"draw", "The city of a tile is drawn with a parallel scan; in the paper one thread draws it by a sequential roulette"},
		{"order of cities", "An invocation has consecutive cities; in the paper a thread has one city of each tile"},
	})}
	ceciliaIRoulette = inPaper{ceciliaKernel, slices.Concat(ceciliaDiffers, []Difference{ceciliaShared,
		{"order of cities", "An invocation has groups of four consecutive cities; in the paper a thread has one city of each tile"},
		{"reduction", "An invocation keeps its best product in registers and subgroups reduce them; in the paper all products are reduced in shared memory"},
	})}
)

var ceciliaSystems = []System{
	{Name: "sequential Ant System", Section: "3.1.1", Instead: sequential, NotBuilt: acotsp},
	{Name: "task parallelism", Section: "3.1.2", Preset: "cecilia2013-task"},
	{Name: "data parallelism without tiles", Section: "3.2.2", Instead: "cecilia2013-data, which has one tile up to 128 cities",
		NotBuilt: "the paper measures the form with tiles"},
	{Name: "data parallelism with tiles", Section: "3.2.2", Preset: "cecilia2013-data"},
	{Name: "I-Roulette", Section: "3.2.3", Preset: "cecilia2013-iroulette"},
	{Name: "pheromone update, versions 1 to 5", Section: "5.2.1",
		Instead:  "the deposits atomic-tiled, atomic, reduction, gather-tiled and gather",
		NotBuilt: "they are updates, not systems"},
}
