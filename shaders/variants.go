package shaders

import (
	"slices"
	"strings"
)

// Variant is one way to compile a file.
type Variant struct {
	Name   string
	File   string
	Macros []string // NAME or NAME=VALUE
}

// NoSubgroups returns the variant for devices without subgroup operations (include/subgroup.glsl).
func (v Variant) NoSubgroups() Variant {
	return Variant{Name: v.Name + "_no_subgroups", File: v.File, Macros: append(slices.Clone(v.Macros), "NO_SUBGROUPS")}
}

// stage is a file with the axes along which it varies. It has a module for each combination of
// their choices.
type stage struct {
	name, file string
	axes       []axis
}

// axis is a list of choices: how each extends the name of the module, and its macros, separated
// by spaces.
type axis [][2]string

// The axes that several stages have.
var (
	trails     = axis{{}, {"candidates", "CANDIDATE_TRAILS"}} // of all edges, or those to candidates
	memory     = axis{{}, {"selective", "SELECTIVE"}}         // a matrix, or records of a few edges
	antData    = axis{{}, {"device", "DEVICE_FLAGS"}}         // in shared memory, or in device memory
	tiles      = axis{{}, {"tiled", "TILED"}}                 // tours in device memory, or copied to shared memory
	distances  = axis{{}, {"coordinates", "COORDINATES"}}     // of a matrix, or computed
	inSpace    = axis{{}, {"coordinates", "COORDINATES"}, {"space", "COORDINATES SPACE"}}
	onTheGlobe = append(slices.Clone(inSpace), [2]string{"haversine", "COORDINATES SPACE HAVERSINE"})
)

// Variants lists the modules of all stages. A stage that uses subgroup operations has a second
// module for each, NoSubgroups.
var Variants = modulesOf([]stage{
	{"choice", "classic/choice.comp", nil},
	{"choice_max_min", "classic/choice_max_min.comp", []axis{trails}},
	{"prefix", "classic/prefix.comp", []axis{{{"", "GUIDE"}, {"sums", ""}, {"near", "GUIDE NEAR"}}}},
	{"construct", "classic/construct.comp", []axis{{
		{}, {"tile", "TILE"}, {"trial", "TRIAL GUIDE"}, {"trial_kary", "TRIAL"}, {"list", "LIST"},
		{"list_tile", "LIST LIST_TILE"},
	}}},
	{"construct", "classic/construct_contest.comp", []axis{{{"iroulette", "IROULETTE"}, {"tiled", ""}}}},
	{"construct_task", "classic/construct_task.comp", nil},
	{"construct_near", "classic/construct_near.comp", nil},
	{"construct_max_min", "classic/construct_max_min.comp", []axis{trails, distances, antData}},
	{"construct_max_min_task", "classic/construct_max_min_task.comp", []axis{trails, distances}},
	{"construct_acs", "classic/construct_acs.comp", []axis{memory, antData, distances}},
	{"construct_acs_step", "classic/construct_acs_step.comp",
		[]axis{append(slices.Clone(memory), [2]string{"racing", "RACING"}), distances}},
	{"construct_acs_update", "classic/construct_acs_update.comp", nil},
	{"construct_acs_records", "classic/construct_acs_records.comp", nil},
	{"evaluate", "classic/evaluate.comp", []axis{{{}, {"lengths", "LENGTHS_ONLY"}}, distances}},
	{"improve", "classic/improve.comp", []axis{{{"", "SHARED"}, {"cities", "SHARED_CITIES"}, {"device", ""}},
		distances}},
	{"improve_task", "classic/improve_task.comp", []axis{distances}},
	{"statistics", "classic/statistics.comp", nil},
	{"statistics_trails", "classic/statistics_trails.comp", []axis{{
		{}, {"lists", "LISTS"}, {"candidates", "CANDIDATE_TRAILS"}, {"selective", "LISTS SELECTIVE"},
	}}},
	{"statistics_tours", "classic/statistics_tours.comp", nil},
	{"best", "classic/best.comp", nil},
	{"schedule", "classic/schedule.comp", nil},
	{"depositors", "classic/depositors.comp", nil},
	{"worst", "classic/worst.comp", nil},
	{"mutate", "classic/mutate.comp", nil},
	{"evaporate", "classic/evaporate.comp", nil},
	{"evaporate_max_min", "classic/evaporate_max_min.comp", nil},
	{"deposit", "classic/deposit.comp", []axis{tiles}},
	{"deposit_best", "classic/deposit_best.comp", []axis{{{}, {"copies", "COPIES"}, {"selective", "SELECTIVE"}}}},
	{"deposit_gather", "classic/deposit_gather.comp", []axis{tiles}},
	{"deposit_successors", "classic/deposit_successors.comp", nil},
	{"deposit_rows", "classic/deposit_rows.comp", []axis{{{}, {"apart", "APART"}}}},
	{"deposit_mirror", "classic/deposit_mirror.comp", nil},
	{"deposit_symmetrize", "classic/deposit_symmetrize.comp", nil},
	{"deposit_max_min", "classic/deposit_max_min.comp", []axis{trails}},

	{"merged_ant", "merged/ant.comp", []axis{onTheGlobe}},
	{"merged_ant_large", "merged/ant.comp", []axis{{{"", "LARGE"}}, onTheGlobe[1:]}},
	{"merged_clear", "merged/clear.comp", nil},
	{"merged_export", "merged/export.comp", nil},
	{"merged_import", "merged/import.comp", nil},
	{"merged_gains", "merged/gains.comp", []axis{onTheGlobe}},
	{"merged_claim", "merged/claim.comp", nil},
	{"merged_long", "merged/long.comp", nil},
	{"merged_rewrite", "merged/rewrite.comp", []axis{inSpace}},
	{"merged_check", "merged/check.comp", []axis{onTheGlobe}},
	{"merged_keep", "merged/keep.comp", nil},
	{"merged_settle", "merged/settle.comp", nil},
})

// ProbeVariants lists the modules that test single device features; package internal/probe runs
// them.
var ProbeVariants = modulesOf([]stage{
	{"probe_integer", "probe/integer.comp", nil},
	{"probe_subgroup", "probe/subgroup.comp", []axis{{
		{"basic", ""}, {"vote", "VOTE"}, {"arithmetic", "ARITHMETIC"}, {"ballot", "BALLOT"}, {"shuffle", "SHUFFLE"},
		{"shuffle_relative", "SHUFFLE_RELATIVE"},
	}}},
	{"probe_memory", "probe/memory.comp", nil},
	{"probe_uneven", "probe/uneven.comp", nil},
	{"probe_atomic", "probe/atomic.comp", []axis{{{}, {"shared", "SHARED"}}}},
	{"probe_dispatch", "probe/dispatch.comp", nil},
	{"probe_program", "probe/program.comp", []axis{{{}, {"push", "PUSH"}}}},
	{"probe_float", "probe/float.comp", nil},
	{"probe_litmus", "probe/litmus.comp", nil},
	{"probe_reconverge", "probe/reconverge.comp", nil},
	{"probe_shared", "probe/shared.comp", nil},
	{"probe_large", "probe/large.comp", nil},
	{"probe_types", "probe/types.comp", []axis{{{"int64", "INT64"}, {"int16", "INT16"}}}},
})

// MeasureVariants lists the modules that measure a device; package study/device runs them.
var MeasureVariants = modulesOf([]stage{
	{"measure_memory", "probe/measure_memory.comp", nil},
	{"measure_atomic", "probe/measure_atomic.comp", nil},
	{"measure_subgroup", "probe/measure_subgroup.comp", nil},
})

// modulesOf returns the variants of all stages.
func modulesOf(stages []stage) (all []Variant) {
	for _, s := range stages {
		variants := []Variant{{Name: s.name, File: s.file}}
		for _, a := range s.axes {
			variants = along(variants, a)
		}
		all = append(all, variants...)
	}
	return all
}

// along returns each variant with each choice of an axis.
func along(variants []Variant, a axis) (all []Variant) {
	for _, v := range variants {
		for _, choice := range a {
			extended, suffix := v, choice[0]
			if suffix != "" {
				extended.Name += "_" + suffix
			}
			extended.Macros = append(slices.Clone(v.Macros), strings.Fields(choice[1])...)
			all = append(all, extended)
		}
	}
	return all
}

// Modules lists the variants of All.
func Modules() (all []Variant) {
	for _, v := range Variants {
		all = append(all, v)
		if i := len(all) - 1; i < len(All) && All[i].NoSubgroups != nil {
			all = append(all, v.NoSubgroups())
		}
	}
	return all
}
