package papers

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// figureTables lists the measurements that only figures of the papers show. [Figures] draws them.
var figureTables = []Table{
	{
		Name: "zhou2017-figure1", Title: "An iteration with a dispatch for each step, by strategy", Quantity: Time,
		Instances: zhou,
		Variants: presetsNamed(
			"zhou2017-group", "zhou2017-group-stc", "zhou2017-group-stc-tr", "zhou2017-dynamic",
		),
	},
	{
		Name: "zhou2017-figurec1", Title: "An iteration with one dispatch for the whole tour or one for each step",
		Quantity: Time, Instances: zhouMedium, Variants: presetsNamed("zhou2017-ke-all", "zhou2017-ke-one"),
	},
	{
		Name: "cecilia2013-figure7", Title: "Construction by threads, by queen and workers, and with I-Roulette",
		Quantity: Time, Stages: construction, Instances: cecilia,
		Variants: presetsNamed("cecilia2013-task", "cecilia2013-data", "cecilia2013-iroulette"),
	},
	{
		Name:     "cecilia2013-figure9",
		Title:    "Lengths after 1000 iterations; zhou2017-ke-all makes the tours of the sequential rule",
		Quantity: Length, Iterations: 1000, Instances: cecilia,
		Variants: presetsNamed("zhou2017-ke-all", "cecilia2013-data", "cecilia2013-iroulette"),
	},
	{
		Name:     "uchida2014-figure11",
		Title:    "Choices that a number of trials decides after 100 iterations, by the sequential reference",
		Quantity: Trials, Iterations: 100, Instances: []string{"pr1002"}, Variants: presetsNamed("uchida2014-trial"),
	},
	{
		Name:     "uchida2014-figure12",
		Title:    "Construction of the hybrid by the part of the cities that is visited when trials end",
		Quantity: Time, Stages: construction, Instances: uchida, Variants: switchVariants(),
	},
	{
		Name: "delevacq2013-figure7", Title: "An iteration of MMAS, by strategy", Quantity: Time, ByStage: true,
		Instances: delevacq,
		Variants: presetsNamed(
			"delevacq2013-ant-thread", "delevacq2013-ant-block-global", "delevacq2013-ant-block-shared",
		),
	},
	{
		Name: "delevacq2013-figure8", Title: "An iteration of MMAS with 3-opt, by strategy", Quantity: Time,
		ByStage: true, Instances: delevacqSearch,
		Variants: presetsNamed(
			"delevacq2013-ant-thread-3opt", "delevacq2013-ant-block-global-3opt", "delevacq2013-ant-block-shared-3opt",
		),
	},
	{
		Name: "skinderowicz2016-figure7", Title: "Errors of ACS with and without atomic updates", Quantity: Error,
		Instances: skinderowicz,
		Variants: withTours(skinderowiczTours, append(
			presetsNamed("skinderowicz2016-acs-gpu", "skinderowicz2016-acs-gpu-alt"),
			allAtOnce(Variant{Preset: "skinderowicz2016-acs-gpu-alt"}),
		)),
	},
	{
		Name: "skinderowicz2016-figure8", Title: "ACS by memory, ants and period of the local update",
		Quantity: ToursTime, Lengths: true, Instances: skinderowiczM, Variants: memoryVariants(),
	},
	{
		Name: "skinderowicz2016-figure10", Title: "An iteration of every ACS, as the time of n tours",
		Quantity: ToursTime, Instances: skinderowicz,
		Variants: withAllAtOnce(presetsNamed(
			"skinderowicz2016-acs-gpu", "skinderowicz2016-acs-gpu-alt", "skinderowicz2016-acs-gpu-spm",
			"skinderowicz2016-acs-gpu-alt-star", "skinderowicz2016-acs-gpu-spm-star",
		)),
	},
}

// presetsNamed returns presets without published figures.
func presetsNamed(names ...string) []Variant {
	var list []Variant
	for _, name := range names {
		list = append(list, Variant{Preset: name})
	}
	return list
}

// withAllAtOnce adds a row with all ants at once for each variant but the first, which has them.
func withAllAtOnce(variants []Variant) []Variant {
	list := slices.Clone(variants)
	for _, v := range variants[1:] {
		list = append(list, allAtOnce(v))
	}
	return list
}

// withTours returns variants whose runs for lengths have a number of tours per city.
func withTours(tours int, variants []Variant) []Variant {
	list := slices.Clone(variants)
	for i := range list {
		list[i].Tours = tours
	}
	return list
}

// bestSwitch is the part of the cities in percent at which the paper's hybrid ends its trials.
const bestSwitch = 85

func switchLabel(percent int) string { return fmt.Sprintf("switch at %d%%", percent) }

// switchVariants returns the hybrid with lists that begin when a part of the cities is visited.
func switchVariants() []Variant {
	var list []Variant
	for _, percent := range []int{10, 20, 30, 40, 50, 60, 70, 80, bestSwitch, 90, 95} {
		list = append(list, Variant{
			Name: switchLabel(percent), Preset: "uchida2014-hybrid", Switch: percent,
		})
	}
	return list
}

// memoryVariants returns ACS-GPU-Alt and ACS-GPU-SPM with two numbers of ants and all periods.
func memoryVariants() []Variant {
	var list []Variant
	for _, memory := range []struct {
		name   string
		preset string
	}{{"Alt", "skinderowicz2016-acs-gpu-alt"}, {"SPM", "skinderowicz2016-acs-gpu-spm"}} {
		for _, ants := range []int{128, 256} {
			for _, period := range periods {
				list = append(list, Variant{
					Name: memoryLabel(memory.name, ants, period), Preset: memory.preset,
					Ants: ants, Period: period, Tours: skinderowiczTours,
				})
			}
		}
	}
	return list
}

func memoryLabel(memory string, ants, period int) string {
	return fmt.Sprintf("%s, %d ants, period %d", memory, ants, period)
}

// restAt returns the number of unvisited cities when a part of all is visited.
func restAt(cities, percent int) int { return max(1, cities-cities*percent/100) }

// visitedPercent returns the part of the cities that is visited when the list of a hybrid begins.
func visitedPercent(cities int, p model.Parameters) float64 {
	return 100 * float64(cities-p.Rest) / float64(cities)
}
