package classic

import (
	"slices"
	"strconv"
)

// Skinderowicz 2016. Work-groups: sections 3.1 and 3.1.2. Ants at once: roomForAnts.
var (
	skinderowiczKernel = Structure{
		aspectWeights: inConstruction, aspectAnt: byGroup, aspectAntGroup: "32", aspectSteps: onePerTour, aspectAtOnce: strconv.Itoa(roomForAnts),
		aspectVisitedAs: asBooleans, aspectUpdate: "1", aspectUpdateBy: "1 of 128", aspectOthers: "none",
	}
	skinderowiczDiffers = []Difference{
		{"parameters", "The values of q0, beta, rho and the local rate are taken from the paper's program; q0 is (n − 20)/n"},
		{aspectVisitedAs, "Visited cities are bits; in the paper they are an array of booleans"},
		{aspectUpdateBy, "The global update has a work-group for each 256 trails; in the paper it has one block of 128 threads"},
	}
	skinderowiczOthers = Difference{aspectOthers,
		"The lengths of tours and the best tour have 2 dispatches; table 1 of the paper has no kernel for them"}
	skinderowiczBatches = Difference{aspectSteps,
		"Each dispatch has 128 ants, and the next waits for all of them; in the paper one kernel has all ants, the GPU runs 128, and the next begins when one ends"}
	skinderowiczTrails = Difference{"trails",
		"An edge has one trail for both directions, and one update; the paper's program updates the trails of the two directions one after the other"}
	skinderowiczSteps = slices.Concat(skinderowiczDiffers, []Difference{
		{aspectOthers, "The lengths of tours and the best tour have 2 dispatches; the paper has one kernel"},
		{"start", "The first step draws the start cities; the paper has a kernel for it"},
	})
	skinderowiczGPU = inPaper{
		skinderowiczKernel.with(Structure{aspectSteps: onePerStep, aspectOthers: "1"}),
		slices.Concat(skinderowiczSteps, []Difference{
			{aspectAtOnce, "All ants make a step at once if the device has room for them; the paper's GPU has room for 128"},
			skinderowiczTrails,
		}),
	}
	// acsSynchronous is no paper's system. It is compared with ACS-GPU.
	acsSynchronous = inPaper{skinderowiczGPU.structure.with(Structure{aspectAtOnce: ""}), slices.Concat(skinderowiczSteps, []Difference{
		{aspectSteps, "All ants choose in one dispatch of a step and update in another; in the paper one kernel does both, by atomic compare-and-swap, so that ants see updates of the same step"},
	})}
	skinderowiczAlt = inPaper{skinderowiczKernel, slices.Concat(skinderowiczDiffers, []Difference{skinderowiczOthers, skinderowiczBatches, skinderowiczTrails,
		{"copies", "The trails of candidates have copies beside the matrix, which ants that race can make unequal; the paper has the matrix alone"},
	})}
	skinderowiczSPMStar = inPaper{skinderowiczKernel, slices.Concat(skinderowiczDiffers, []Difference{skinderowiczOthers, skinderowiczBatches,
		{"records", "An ant writes the changes of a record when it leaves the city; in the paper it writes each at once"},
	})}
	skinderowiczSPM = inPaper{skinderowiczKernel, slices.Concat(skinderowiczSPMStar.differs, []Difference{
		{"ants", "There are as many ants as cities, which the paper does not run with this memory; it has 128 or 256"},
	})}
)

var skinderowiczSystems = []System{
	{Name: "ACS-SEQ", Section: "4.1", Instead: sequential, NotBuilt: acotsp},
	{Name: "ACS-GPU", Section: "3.1.2", Preset: "skinderowicz2016-acs-gpu"},
	{Name: "ACS-GPU-Alt", Section: "3.1.2", Preset: "skinderowicz2016-acs-gpu-alt"},
	{Name: "ACS-GPU-Alt with other periods and numbers of ants", Section: "4.2, 4.3",
		Instead: "rows of tables skinderowicz2016-4 to skinderowicz2016-8", NotBuilt: "they are skinderowicz2016-acs-gpu-alt with other parameters"},
	{Name: "ACS-GPU-SPM", Section: "3.2", Preset: "skinderowicz2016-acs-gpu-spm"},
	{Name: "ACS-GPU-Alt*", Section: "figure 10", Preset: "skinderowicz2016-acs-gpu-alt-star"},
	{Name: "ACS-GPU-SPM*", Section: "figure 10", Preset: "skinderowicz2016-acs-gpu-spm-star"},
}
