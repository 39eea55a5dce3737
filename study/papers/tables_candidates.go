package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// The instances and parameters of Delévacq et al. 2013 and of Skinderowicz 2016.
var (
	delevacq       = []string{"eil51", "kroA100", "d198", "lin318", "rat783", "fl1577", "d2103"}
	delevacqSearch = delevacq[2:]
	skinderowicz   = []string{"d198", "a280", "lin318", "pcb442", "rat783", "pr1002", "nrw1379", "pr2392"}
	skinderowiczM  = skinderowicz[6:] // with several numbers of ants
	programs       = []string{"d198", "lin318", "pcb442", "rat783", "pr1002", "pr2392"}
	periods        = []int{1, 2, 4, 8, 16}
)

const (
	delevacqTours     = 2500 // per city, section 5.1
	skinderowiczTours = 1000 // per city, sections 4.1 and 4.3
	searchIterations  = 2048 // section 5.2
	gk104             = "GK104"
)

// strategies lists the mappings of Delévacq et al., the fastest first: all make the same tours, so
// the first one's lengths are those of all.
var strategies = []string{"ant-block-shared", "ant-block-global", "ant-thread"}

// candidateTables lists the tables of MMAS and ACS, whose ants choose from candidate lists.
var candidateTables = []Table{
	{
		Name: "delevacq2013-1", Title: "Lengths of MMAS", Quantity: Length, Instances: delevacq,
		Headings: []string{"C2050", "C2050, least", "Xeon", "Xeon, least", "Stützle and Hoos"},
		Variants: append(antVariants("", "delevacq2013-1", Variant{Tours: delevacqTours}, false),
			antVariant("ant-block-shared", "", "delevacq2013-1", Variant{
				Name: "lower limit cities", Tours: delevacqTours, LowerLimit: model.LowerLimitCities,
			}, false),
			antVariant("ant-block-shared", "", "delevacq2013-1", Variant{
				Name: "best period falling", Tours: delevacqTours, BestPeriod: model.BestPeriodFalling,
			}, false)),
	},
	{
		Name: "delevacq2013-2", Title: "Lengths of MMAS with 3-opt", Quantity: Length, Iterations: searchIterations,
		Instances: delevacqSearch,
		Headings: []string{
			"C2050", "C2050, least", "Xeon", "Xeon, least", "Stützle and Hoos", "Stützle and Hoos, least",
		},
		Variants: append(antVariants("-3opt", "delevacq2013-2", Variant{}, true),
			antVariant("ant-block-shared", "-3opt", "delevacq2013-2",
				Variant{Name: "renewal restart", Renewal: model.RenewalRestart, Instances: delevacqSearch[:3]}, true)),
	},
	{
		Name:  "delevacq2013-4",
		Title: "Ants by iterations: 28 by 2048 (A), 224 by 256 (B), 1792 by 32 (C), with 3-opt", Quantity: Time,
		Lengths:   true,
		Instances: []string{"d198", "d2103"}, Headings: []string{"C2050, length", "C2050, speedup"},
		Variants: workVariants(),
	},
	{
		Name: "delevacq2013-5", Title: "Colonies of 224 ants by iterations, on one device, with 3-opt",
		Quantity: Time, Lengths: true,
		Instances: []string{"d198"}, Headings: []string{"C2050, length", "C2050, speedup"},
		Variants: colonyVariants(
			"delevacq2013-colony-block", "delevacq2013-5", [][2]int{{1, 256}, {2, 128}, {4, 64}, {10, 25}, {256, 1}},
		),
	},
	{
		Name:     "delevacq2013-6",
		Title:    "Colonies of 224 ants by iterations, without exchange, with 3-opt, on one device and on two",
		Quantity: Time, Lengths: true, Instances: delevacqSearch,
		Headings: []string{"two C2050, length", "two C2050, speedup"},
		Variants: append(
			colonyVariants("delevacq2013-colony-gpu", "delevacq2013-6", [][2]int{{1, 256}, {2, 128}}),
			onTwoDevices(colonyVariants("delevacq2013-colony-gpu", "delevacq2013-6", [][2]int{{2, 128}})[0]),
		),
	},
	{
		Name: "skinderowicz2016-3", Title: "An iteration of ACS", Quantity: Time, Instances: skinderowicz,
		Headings: []string{gk104, "Xeon E5-2670"},
		Variants: []Variant{
			{Preset: "skinderowicz2016-acs-gpu", Figures: []Figure{
				{"skinderowicz2016-3", "acs-gpu"}, {"skinderowicz2016-3", "acs-seq"},
			}},
			{Preset: "skinderowicz2016-acs-gpu-alt", Figures: []Figure{
				{"skinderowicz2016-3", "acs-gpu-alt"}, {"skinderowicz2016-3", "acs-seq"},
			}},
			allAtOnce(Variant{Preset: "skinderowicz2016-acs-gpu-alt", Figures: []Figure{
				{"skinderowicz2016-3", "acs-gpu-alt"}, {"skinderowicz2016-3", "acs-seq"},
			}}),
		},
	},
	{
		Name: "skinderowicz2016-4", Title: "An iteration of ACS by the period of the local update", Quantity: Time,
		Instances: skinderowicz,
		Headings:  []string{gk104}, Variants: periodVariants(Variant{}, Figure{"skinderowicz2016-4", "%s"}),
	},
	{
		Name: "skinderowicz2016-5", Title: "Errors of ACS by the period of the local update", Quantity: Error,
		Instances: skinderowicz,
		Headings:  []string{gk104},
		Variants:  periodVariants(Variant{Tours: skinderowiczTours}, Figure{"skinderowicz2016-5", "%s"}),
	},
	{
		Name: "skinderowicz2016-6", Title: "Shortest tours of ACS, beside the paper's best over all periods",
		Quantity: BestLength, Instances: skinderowicz,
		Headings: []string{gk104, "Xeon E5-2670"},
		Variants: periodVariants(Variant{Tours: skinderowiczTours},
			Figure{"skinderowicz2016-6", "acs-gpu-alt least"}, Figure{"skinderowicz2016-6", "acs-seq least"}),
	},
	{
		Name: "skinderowicz2016-7", Title: "ACS by number of ants, with equal numbers of tours", Quantity: ToursTime,
		Lengths: true, Instances: skinderowiczM,
		Headings: []string{"GK104, ms of n tours", "GK104, error", "GK104, least error"}, Variants: antCountVariants(),
	},
	{
		Name: "skinderowicz2016-8", Title: "ACS with 256 ants by the period of the local update", Quantity: ToursTime,
		Lengths:   true,
		Instances: skinderowiczM, Headings: []string{"GK104, ms of n tours", "GK104, error", "GK104, least error"},
		Variants: append(periodVariants(Variant{Ants: 256, Tours: skinderowiczTours},
			Figure{"skinderowicz2016-8-time", "%s"},
			Figure{"skinderowicz2016-8", "%s mean"}, Figure{"skinderowicz2016-8", "%s least"}),
			Variant{
				Name: "ACS-GPU-SPM, period 16", Preset: "skinderowicz2016-acs-gpu-spm", Ants: 256, Period: 16,
				Tours:   skinderowiczTours,
				Figures: []Figure{{}, {"skinderowicz2016-figure9", "acs-gpu-spm mean"}, {}},
			}),
	},
	{
		Name:  "skinderowicz2016-9",
		Title: "ACS in the time of 1000 iterations of ACS-GPU-Alt with as many ants as cities", Quantity: Error,
		Instances: skinderowicz[1:], Limit: &PresetTime{"skinderowicz2016-acs-gpu-alt", 1000},
		Headings: []string{"GK104, error", "GK104, time limit, s"},
		Variants: []Variant{
			{Preset: "skinderowicz2016-acs-gpu-alt-star", Figures: []Figure{
				{"skinderowicz2016-9", "acs-gpu-alt"}, {"skinderowicz2016-9-limit", "limit"},
			}},
			{Preset: "skinderowicz2016-acs-gpu-spm-star", Figures: []Figure{
				{"skinderowicz2016-9", "acs-gpu-spm"}, {"skinderowicz2016-9-limit", "limit"},
			}},
		},
	},
	{
		Name: "skinderowicz2016-10", Title: "Large instances; the paper's figures are the best of 5 runs",
		Quantity: ToursTime, Lengths: true,
		Instances: []string{"pcb3038", "rl5915", "pla7397", "rl11849", "usa13509", "brd14051"},
		Headings:  []string{"GK104, ms of n tours", "GK104, least length"}, Variants: largeVariants(),
	},
	{
		Name:     "speed4",
		Title:    "An iteration of ACS and of MMAS, with as many ants as cities unless a number is given",
		Quantity: Time, ByStage: true,
		Instances: slices.Concat(programs, []string{"fnl4461"}), Headings: []string{"CUDA, H200"},
		Variants: speedVariants(),
	},
}

// antVariants returns the three strategies for one colony, with the lengths of a published table.
func antVariants(suffix, file string, v Variant, hoosLeast bool) []Variant {
	var list []Variant
	for _, strategy := range strategies {
		list = append(list, antVariant(strategy, suffix, file, v, hoosLeast))
	}
	return list
}

// antVariant returns one of the strategies. A name of v follows the name of the preset.
func antVariant(strategy, suffix, file string, v Variant, hoosLeast bool) Variant {
	v.Preset = "delevacq2013-" + strategy + suffix
	if v.Name != "" {
		v.Name = v.Preset + ", " + v.Name
	}
	v.Figures = []Figure{
		{file, strategy + " mean"}, {file, strategy + bestColumn}, {file, "sequential mean"},
		{file, "sequential" + bestColumn}, {file, "hoos mean"},
	}
	if hoosLeast {
		v.Figures = append(v.Figures, Figure{file, "hoos" + bestColumn})
	}
	return v
}

// workVariants returns the three strategies with the same number of tours divided among different
// numbers of ants (Delévacq et al. 2013, table 3).
func workVariants() []Variant {
	var list []Variant
	for _, c := range []struct {
		name             string
		ants, iterations int
	}{{"A", 28, 2048}, {"B", 224, 256}, {"C", 1792, 32}} {
		for _, strategy := range strategies {
			column := c.name + " " + strategy
			list = append(list, Variant{
				Name: column, Preset: "delevacq2013-" + strategy + "-3opt", Ants: c.ants, Iterations: c.iterations,
				Figures: []Figure{{"delevacq2013-4", column}, {"delevacq2013-4-speedup", column}},
			})
		}
	}
	return list
}

// colonyVariants returns pairs of a number of colonies and the iterations that give the same
// number of tours.
func colonyVariants(preset, file string, colonies [][2]int) []Variant {
	var list []Variant
	for _, c := range colonies {
		column := strconv.Itoa(c[0])
		list = append(list, Variant{
			Name: "colonies " + column, Preset: preset, Colonies: c[0], Iterations: c[1],
			Figures: []Figure{{file, column}, {file + "-speedup", column}},
		})
	}
	return list
}

// onTwoDevices returns a variant whose colonies share two devices.
func onTwoDevices(v Variant) Variant {
	v.Name += ", two devices"
	v.Devices = 2
	return v
}

// allAtOnce returns a system of Skinderowicz 2016 whose ants all race at once, if the device has room
// for them. The presets have as many at once as the paper's GPU has room for.
func allAtOnce(v Variant) Variant {
	v.Name, v.AtOnce = atOnceLabel(v.Preset), AllAtOnce
	return v
}

func atOnceLabel(preset string) string { return preset + ", all at once" }

// periodVariants returns ACS-GPU-Alt with different periods of the local update. In columns, %s
// stands for the period.
func periodVariants(v Variant, figures ...Figure) []Variant {
	var list []Variant
	for _, period := range periods {
		v.Name, v.Preset, v.Period = fmt.Sprint("period ", period), "skinderowicz2016-acs-gpu-alt", period
		v.Figures = substitute(figures, strconv.Itoa(period))
		list = append(list, v)
	}
	return list
}

// antCountVariants returns ACS-GPU-Alt with different numbers of ants.
func antCountVariants() []Variant {
	var list []Variant
	for _, ants := range []int{128, 256, 512, 1024, AntsAsCities} {
		column := strconv.Itoa(ants)
		if ants == AntsAsCities {
			column = "n"
		}
		list = append(list, Variant{
			Name: column + " ants", Preset: "skinderowicz2016-acs-gpu-alt", Ants: ants, Tours: skinderowiczTours,
			Figures: []Figure{{"skinderowicz2016-7-time", column}, {"skinderowicz2016-7", column + " mean"}, {
				"skinderowicz2016-7", column + bestColumn,
			}},
		})
	}
	return list
}

// largeVariants returns ACS-GPU-SPM* with the paper's iterations, and with a tenth of them on
// instances larger than pla7397.
func largeVariants() []Variant {
	whole := Variant{
		Preset: "skinderowicz2016-acs-gpu-spm-star", Tours: skinderowiczTours,
		Instances: []string{"pcb3038", "rl5915", "pla7397"},
		Figures:   []Figure{{"skinderowicz2016-10-time", "acs-gpu-spm"}, {"skinderowicz2016-10", "acs-gpu-spm least"}},
	}
	tenth := whole
	tenth.Name, tenth.Tours, tenth.Instances = whole.Preset+
		", a tenth of the iterations", whole.Tours/10, []string{"rl11849", "usa13509", "brd14051"}
	return []Variant{whole, tenth}
}

// speedVariants returns the algorithms of Skinderowicz's programs.
func speedVariants() []Variant {
	const file = "skinderowicz-cuda-h200"
	var list []Variant
	for _, system := range []string{"acs-gpu-alt", "acs-gpu-spm"} { // an H200 has room for all ants
		list = append(list, allAtOnce(Variant{
			Preset: "skinderowicz2016-" + system, Instances: programs, Figures: []Figure{{file, system}},
		}))
	}
	list = append(list, Variant{
		Preset: "skinderowicz2016-acs-gpu", Instances: programs, Figures: []Figure{{file, "acs-gpu"}},
	})
	for _, memory := range []model.Memory{model.MemoryMatrix, model.MemoryCandidates} {
		list = append(list, Variant{
			Name: fmt.Sprint("MMAS, memory ", memory), Algorithm: model.AlgorithmMMAS, Memory: memory,
			Ants:    AntsAsCities,
			Figures: []Figure{{file, "mmas"}},
		})
	}
	return append(list, Variant{
		Name: "MMAS, 8192 ants", Algorithm: model.AlgorithmMMAS, Ants: 8192, Instances: []string{"pr1002"},
		Figures: []Figure{{}},
	})
}

// substitute replaces %s in column names by a value.
func substitute(figures []Figure, value string) []Figure {
	var list []Figure
	for _, f := range figures {
		list = append(list, Figure{f.File, strings.ReplaceAll(f.Column, "%s", value)})
	}
	return list
}
