package classic

import "slices"

// Uchida et al. 2014. The paper gives no sizes of work-groups.
var (
	uchidaKernel  = Structure{aspectWeights: ownDispatch, aspectAnt: byGroup, aspectUpdate: "2"}
	uchidaDiffers = []Difference{
		{aspectUpdate, "The pheromone update has 4 dispatches, for evaporation, successors, rows and symmetry; the paper has 2 kernels"},
		{"tours", "An ant writes its tour by step, and a dispatch makes the list of successors; in the paper the ant writes the successors"},
		{"symmetry", "Only the deposits are added in both directions; the paper halves all trails before and adds both halves"},
		{"sums", "Prefix sums of a row are computed in registers and subgroups; the paper computes them in shared memory, padded to a power of two"},
	}
	uchidaRange    = Difference{"search", "After a scan each invocation searches the cities that it has summed; the paper searches the sums with a parallel K-ary search"}
	uchidaSubgroup = Difference{"trials", "Each subgroup of an ant makes the same trials; in the paper one warp makes them"}
	uchidaScan     = inPaper{uchidaKernel, slices.Concat(uchidaDiffers, []Difference{uchidaRange})}
	uchidaList     = inPaper{uchidaKernel.with(Structure{aspectVisitedIn: inShared, aspectVisitedAs: asList}),
		slices.Concat(uchidaDiffers, []Difference{uchidaRange})}
	uchidaTrial = inPaper{uchidaKernel, slices.Concat(uchidaDiffers, []Difference{uchidaRange, uchidaSubgroup})}
)

var uchidaSystems = []System{
	{Name: "SelectWithoutCompression", Section: "4.2.1", Preset: "uchida2014-no-compression"},
	{Name: "SelectWithCompression", Section: "4.2.2", Preset: "uchida2014-compression"},
	{Name: "SelectWithStochasticTrial", Section: "4.2.3", Preset: "uchida2014-trial"},
	{Name: "the hybrid method", Section: "4.2.4", Preset: "uchida2014-hybrid"},
	{Name: "the four methods on a processor", Section: "table 1", Instead: processorCode, NotBuilt: "the authors' program is not public"},
	{Name: "the program of Kobashi et al.", Section: "table 5", NotBuilt: onlyQuoted},
	{Name: "the programs of Delévacq et al. and Cecilia et al.", Section: "table 5", Instead: "their presets",
		NotBuilt: "the paper only quotes their speed-ups"},
}
