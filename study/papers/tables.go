package papers

import (
	"fmt"
	"strconv"

	"github.com/aco-vk/aco-vk/aco/classic"
)

// The stages that the papers time. Uchida et al. count all stages but the update as construction:
// their tables 1 and 2 add up to table 3.
var (
	construction = []string{"choice", "prefix", "construct", "evaluate", "best"}
	update       = []string{"evaporate", "deposit"}
)

// The instances of the papers' tables.
var (
	zhou       = []string{"d198", "lin318", "pcb442", "rat783", "pr1002", "fl1577", "pr2392", "pcb3038", "fnl4461"}
	zhouMedium = zhou[:7] // with the whole tour in one kernel
	zhouLarge  = zhou[7:] // by ST-DYNAMIC: appendix C.3 and C.4
	cecilia    = []string{"d198", "a280", "lin318", "pcb442", "rat783", "pr1002", "pcb1173", "d1291", "pr2392"}
	uchida     = []string{"d198", "a280", "lin318", "pcb442", "rat783", "pr1002", "pr2392", "pcb3038"}
)

// antSystemTables lists the tables of Ant System.
var antSystemTables = []Table{
	{
		Name: "goals", Title: "An iteration with the default kernel configuration", Quantity: Time, ByStage: true,
		Instances: zhou,
		Headings:  []string{"Zhou et al., GTX 780", "Uchida et al., GTX 580"},
		Variants:  []Variant{{Figures: []Figure{{"zhou2017-c1", "gpu"}, {"uchida2014-3", "gpu"}}}},
	},
	{
		Name: "zhou2017-c1", Title: "An iteration", Quantity: Time, Instances: zhou,
		Headings: []string{"GTX 780", "i7-4770"},
		Variants: []Variant{
			{Preset: "zhou2017-ke-all", Instances: zhouMedium, Figures: []Figure{
				{"zhou2017-c1", "gpu"}, {"zhou2017-c1", "cpu"},
			}},
			{Preset: "zhou2017-dynamic", Instances: zhouLarge, Figures: []Figure{
				{"zhou2017-c1", "gpu"}, {"zhou2017-c1", "cpu"},
			}},
		},
	},
	{
		Name: "zhou2017-c2", Title: "Work-group sizes of the construction, with a dispatch for each step",
		Quantity: Time, Stages: construction, Instances: zhou,
		Headings: []string{"GTX 780"}, Variants: groupSweep("zhou2017-group", "zhou2017-c2", "invocations", false),
	},
	{
		Name:     "zhou2017-c4",
		Title:    "The whole tour in one dispatch, and the data-parallel system of Cecilia et al. with either selection",
		Quantity: Time, Instances: zhouMedium, Headings: []string{"GTX 780"},
		Variants: []Variant{
			{Preset: "cecilia2013-data", Figures: []Figure{{"zhou2017-c4", "dp-gpu-as"}}},
			{Preset: "cecilia2013-iroulette", Figures: []Figure{{"zhou2017-c4", "dp-gpu-as"}}},
			{Preset: "zhou2017-ke-all", Figures: []Figure{{"zhou2017-c4", "ke-all"}}},
		},
	},
	{
		Name: "zhou2017-c5", Title: "KE-ALL and the hybrid of Uchida et al., beside published times that include Dawson and Stewart", Quantity: Time,
		Instances: []string{"d198", "a280", "lin318", "pcb442", "rat783", "pr1002", "nrw1379", "pr2392"},
		Headings:  []string{"GTX 580", "Dawson and Stewart, GTX 580"},
		Variants: []Variant{
			{Preset: "uchida2014-hybrid", Figures: []Figure{{"zhou2017-c5", "uchida"}, {}}},
			{Preset: "zhou2017-ke-all", Figures: []Figure{{"zhou2017-c5", "ke-all"}, {"zhou2017-c5", "dawson"}}},
		},
	},
	{
		Name: "zhou2017-c6", Title: "Lengths of the ants' best tours", Quantity: Length, Iterations: 1000,
		Instances: zhou,
		Headings:  []string{"GTX 780", "ACOTSP"},
		Variants: []Variant{
			{Figures: []Figure{{"zhou2017-c6", "gpu"}, {"zhou2017-c6", "cpu"}}},
			{Preset: "zhou2017-ke-all", Instances: zhouMedium, Figures: []Figure{
				{"zhou2017-c6", "gpu"}, {"zhou2017-c6", "cpu"},
			}},
			{Preset: "zhou2017-dynamic", Instances: zhouLarge, Figures: []Figure{
				{"zhou2017-c6", "gpu"}, {"zhou2017-c6", "cpu"},
			}},
		},
	},
	{
		Name: "cecilia2013-3", Title: "Worker ants of a queen", Quantity: Time, Stages: construction,
		Instances: []string{"d198", "a280", "lin318", "pcb442", "rat783", "pr1002", "pr2392"},
		Headings:  []string{"Tesla C2050"},
		Variants:  workerVariants(),
	},
	{
		Name: "cecilia2013-4", Title: "Versions of the pheromone update", Quantity: Time, Stages: update,
		Instances: cecilia,
		Headings:  []string{"Tesla C2050"},
		Variants: []Variant{
			{Name: "1 atomic-tiled", Deposit: classic.DepositAtomicTiled, Figures: []Figure{{"cecilia2013-4", "1"}}},
			{Name: "2 atomic", Deposit: classic.DepositAtomic, Figures: []Figure{{"cecilia2013-4", "2"}}},
			{Name: "3 reduction", Deposit: classic.DepositReduction, Figures: []Figure{{"cecilia2013-4", "3"}}},
			{Name: "4 gather-tiled", Deposit: classic.DepositGatherTiled, Figures: []Figure{{"cecilia2013-4", "4"}}},
			{Name: "5 gather", Deposit: classic.DepositGather, Figures: []Figure{{"cecilia2013-4", "5"}}},
		},
	},
	{
		Name: "cecilia2013-6", Title: "Bandwidth of the choice stage", Quantity: Bandwidth,
		Stages: []string{"choice"}, Instances: cecilia,
		Headings: []string{"Tesla C2050, __powf", "Tesla C2050, powf"},
		Variants: []Variant{{Figures: []Figure{{"cecilia2013-6", "__powf"}, {"cecilia2013-6", "powf"}}}},
	},
	{
		Name: "uchida2014-1", Title: "Construction by four selections", Quantity: Time, Stages: construction,
		Instances: uchida,
		Headings:  []string{"GTX 580"},
		Variants: []Variant{
			{Preset: "uchida2014-no-compression", Figures: []Figure{{"uchida2014-1", "no-compression"}}},
			{Preset: "uchida2014-compression", Figures: []Figure{{"uchida2014-1", "compression"}}},
			{Preset: "uchida2014-trial", Figures: []Figure{{"uchida2014-1", "trial"}}},
			{Preset: "uchida2014-hybrid", Figures: []Figure{{"uchida2014-1", "hybrid"}}},
		},
	},
	{
		Name: "uchida2014-2", Title: "Pheromone update", Quantity: Time, Stages: update, Instances: uchida,
		Headings: []string{"GTX 580", "i7 860"},
		Variants: []Variant{
			{Preset: "uchida2014-hybrid", Figures: []Figure{{"uchida2014-2", "gpu"}, {"uchida2014-2", "cpu"}}},
		},
	},
	{
		Name: "uchida2014-3", Title: "An iteration: the published times divided by 100", Quantity: Time,
		Instances: uchida,
		Headings:  []string{"GTX 580", "i7 860"},
		Variants: []Variant{
			{Preset: "uchida2014-hybrid", Figures: []Figure{{"uchida2014-3", "gpu"}, {"uchida2014-3", "cpu"}}},
		},
	},
	{
		Name: "uchida2014-4", Title: "Lengths of the ants' best tours", Quantity: Length, Iterations: 100,
		Instances: uchida,
		Headings:  []string{"GTX 580", "i7 860"},
		Variants: []Variant{
			{Figures: []Figure{{"uchida2014-4", "gpu"}, {"uchida2014-4", "cpu"}}},
			{Preset: "uchida2014-hybrid", Figures: []Figure{{"uchida2014-4", "gpu"}, {"uchida2014-4", "cpu"}}},
		},
	},
	{
		Name: "same", Title: "Hashes of tours, the same on every device", Quantity: Hash, Iterations: 60, Seed: 7,
		Instances: []string{"d198", "lin318"}, Variants: []Variant{{}, {Preset: "zhou2017-ke-all"}},
	},
}

// workerVariants returns Cecilia's queen with each number of worker ants.
func workerVariants() []Variant {
	return groupSweep("cecilia2013-data", "cecilia2013-3", "worker ants", true)
}

// groupSweep returns a preset with work-groups of the sizes that are the columns of a published
// table. If it is tiled, a tile is as wide as a work-group.
func groupSweep(preset, file, unit string, tiled bool) []Variant {
	var sweep []Variant
	for group := 16; group <= 1024; group *= 2 {
		v := Variant{Name: fmt.Sprint(group, " ", unit), Preset: preset, AntGroup: group, Figures: []Figure{
			{file, strconv.Itoa(group)},
		}}
		if tiled {
			v.Tile = group
		}
		sweep = append(sweep, v)
	}
	return sweep
}
