// Package shaders has the stages of an iteration in GLSL, one file per stage with shared headers in include, the SPIR-V
// that glslc compiles them to, and a generated table of their interfaces. A stage computes what the Go function of the same name in
// package reference computes. Probes test single device features; their references are in package internal/probe. Measures are run by package
// bench/device.
package shaders

import "slices"

//go:generate go run ../tools/shadergen

// Variants lists the module of every stage: its name, its GLSL file and the macros it is compiled with. Those that use operations of
// subgroups have a second module each, NoSubgroups.
var Variants = []Variant{
	{Name: "choice", File: "choice.comp"},
	{Name: "choice_max_min", File: "choice_max_min.comp"},
	{Name: "choice_max_min_candidates", File: "choice_max_min.comp", Macros: []string{"CANDIDATE_TRAILS"}},
	{Name: "prefix", File: "prefix.comp", Macros: []string{"GUIDE"}},
	{Name: "prefix_sums", File: "prefix.comp"},
	{Name: "prefix_near", File: "prefix.comp", Macros: []string{"GUIDE", "NEAR"}},
	{Name: "construct", File: "construct.comp"},
	{Name: "construct_tile", File: "construct.comp", Macros: []string{"TILE"}},
	{Name: "construct_trial", File: "construct.comp", Macros: []string{"TRIAL", "GUIDE"}},
	{Name: "construct_trial_kary", File: "construct.comp", Macros: []string{"TRIAL"}},
	{Name: "construct_list", File: "construct.comp", Macros: []string{"LIST"}},
	{Name: "construct_list_tile", File: "construct.comp", Macros: []string{"LIST", "LIST_TILE"}},
	{Name: "construct_iroulette", File: "construct_contest.comp", Macros: []string{"IROULETTE"}},
	{Name: "construct_tiled", File: "construct_contest.comp"},
	{Name: "construct_task", File: "construct_task.comp"},
	{Name: "construct_near", File: "construct_near.comp"},
	{Name: "construct_max_min", File: "construct_max_min.comp"},
	{Name: "construct_max_min_device", File: "construct_max_min.comp", Macros: []string{"DEVICE_FLAGS"}},
	{Name: "construct_max_min_coordinates", File: "construct_max_min.comp", Macros: []string{"COORDINATES"}},
	{Name: "construct_max_min_coordinates_device", File: "construct_max_min.comp", Macros: []string{"COORDINATES", "DEVICE_FLAGS"}},
	{Name: "construct_max_min_candidates", File: "construct_max_min.comp", Macros: []string{"CANDIDATE_TRAILS"}},
	{Name: "construct_max_min_candidates_device", File: "construct_max_min.comp", Macros: []string{"CANDIDATE_TRAILS", "DEVICE_FLAGS"}},
	{Name: "construct_max_min_candidates_coordinates", File: "construct_max_min.comp", Macros: []string{"CANDIDATE_TRAILS", "COORDINATES"}},
	{Name: "construct_max_min_candidates_coordinates_device", File: "construct_max_min.comp", Macros: []string{"CANDIDATE_TRAILS", "COORDINATES", "DEVICE_FLAGS"}},
	{Name: "construct_max_min_task", File: "construct_max_min_task.comp"},
	{Name: "construct_max_min_task_coordinates", File: "construct_max_min_task.comp", Macros: []string{"COORDINATES"}},
	{Name: "construct_max_min_task_candidates", File: "construct_max_min_task.comp", Macros: []string{"CANDIDATE_TRAILS"}},
	{Name: "construct_max_min_task_candidates_coordinates", File: "construct_max_min_task.comp", Macros: []string{"CANDIDATE_TRAILS", "COORDINATES"}},
	{Name: "construct_acs", File: "construct_acs.comp"},
	{Name: "construct_acs_coordinates", File: "construct_acs.comp", Macros: []string{"COORDINATES"}},
	{Name: "construct_acs_selective", File: "construct_acs.comp", Macros: []string{"SELECTIVE"}},
	{Name: "construct_acs_selective_coordinates", File: "construct_acs.comp", Macros: []string{"SELECTIVE", "COORDINATES"}},
	{Name: "construct_acs_device", File: "construct_acs.comp", Macros: []string{"DEVICE_FLAGS"}},
	{Name: "construct_acs_device_coordinates", File: "construct_acs.comp", Macros: []string{"DEVICE_FLAGS", "COORDINATES"}},
	{Name: "construct_acs_selective_device", File: "construct_acs.comp", Macros: []string{"SELECTIVE", "DEVICE_FLAGS"}},
	{Name: "construct_acs_selective_device_coordinates", File: "construct_acs.comp", Macros: []string{"SELECTIVE", "DEVICE_FLAGS", "COORDINATES"}},
	{Name: "construct_acs_step", File: "construct_acs_step.comp"},
	{Name: "construct_acs_step_coordinates", File: "construct_acs_step.comp", Macros: []string{"COORDINATES"}},
	{Name: "construct_acs_step_selective", File: "construct_acs_step.comp", Macros: []string{"SELECTIVE"}},
	{Name: "construct_acs_step_selective_coordinates", File: "construct_acs_step.comp", Macros: []string{"SELECTIVE", "COORDINATES"}},
	{Name: "construct_acs_update", File: "construct_acs_update.comp"},
	{Name: "construct_acs_records", File: "construct_acs_records.comp"},
	{Name: "evaluate", File: "evaluate.comp"},
	{Name: "evaluate_coordinates", File: "evaluate.comp", Macros: []string{"COORDINATES"}},
	{Name: "improve", File: "improve.comp", Macros: []string{"SHARED"}},
	{Name: "improve_coordinates", File: "improve.comp", Macros: []string{"SHARED", "COORDINATES"}},
	{Name: "improve_cities", File: "improve.comp", Macros: []string{"SHARED_CITIES"}},
	{Name: "improve_cities_coordinates", File: "improve.comp", Macros: []string{"SHARED_CITIES", "COORDINATES"}},
	{Name: "improve_device", File: "improve.comp"},
	{Name: "improve_device_coordinates", File: "improve.comp", Macros: []string{"COORDINATES"}},
	{Name: "evaluate_lengths", File: "evaluate.comp", Macros: []string{"LENGTHS_ONLY"}},
	{Name: "evaluate_lengths_coordinates", File: "evaluate.comp", Macros: []string{"LENGTHS_ONLY", "COORDINATES"}},
	{Name: "best", File: "best.comp"},
	{Name: "schedule", File: "schedule.comp"},
	{Name: "evaporate", File: "evaporate.comp"},
	{Name: "evaporate_max_min", File: "evaporate_max_min.comp"},
	{Name: "deposit", File: "deposit.comp"},
	{Name: "deposit_best", File: "deposit_best.comp"},
	{Name: "deposit_best_copies", File: "deposit_best.comp", Macros: []string{"COPIES"}},
	{Name: "deposit_best_selective", File: "deposit_best.comp", Macros: []string{"SELECTIVE"}},
	{Name: "deposit_tiled", File: "deposit.comp", Macros: []string{"TILED"}},
	{Name: "deposit_gather", File: "deposit_gather.comp"},
	{Name: "deposit_gather_tiled", File: "deposit_gather.comp", Macros: []string{"TILED"}},
	{Name: "deposit_successors", File: "deposit_successors.comp"},
	{Name: "deposit_rows", File: "deposit_rows.comp"},
	{Name: "deposit_rows_apart", File: "deposit_rows.comp", Macros: []string{"APART"}},
	{Name: "deposit_mirror", File: "deposit_mirror.comp"},
	{Name: "deposit_symmetrize", File: "deposit_symmetrize.comp"},
	{Name: "deposit_max_min", File: "deposit_max_min.comp"},
	{Name: "deposit_max_min_candidates", File: "deposit_max_min.comp", Macros: []string{"CANDIDATE_TRAILS"}},
	{Name: "merged_ant", File: "merged_ant.comp"},
	{Name: "merged_ant_coordinates", File: "merged_ant.comp", Macros: []string{"COORDINATES"}},
	{Name: "merged_ant_space", File: "merged_ant.comp", Macros: []string{"COORDINATES", "SPACE"}},
	{Name: "merged_ant_haversine", File: "merged_ant.comp", Macros: []string{"COORDINATES", "SPACE", "HAVERSINE"}},
	{Name: "merged_ant_large_coordinates", File: "merged_ant.comp", Macros: []string{"LARGE", "COORDINATES"}},
	{Name: "merged_ant_large_space", File: "merged_ant.comp", Macros: []string{"LARGE", "COORDINATES", "SPACE"}},
	{Name: "merged_ant_large_haversine", File: "merged_ant.comp", Macros: []string{"LARGE", "COORDINATES", "SPACE", "HAVERSINE"}},
	{Name: "merged_ant_trails", File: "merged_ant.comp", Macros: []string{"TRAILS"}},
	{Name: "merged_ant_trails_coordinates", File: "merged_ant.comp", Macros: []string{"TRAILS", "COORDINATES"}},
	{Name: "merged_ant_trails_space", File: "merged_ant.comp", Macros: []string{"TRAILS", "COORDINATES", "SPACE"}},
	{Name: "merged_ant_trails_haversine", File: "merged_ant.comp", Macros: []string{"TRAILS", "COORDINATES", "SPACE", "HAVERSINE"}},
	{Name: "merged_clear", File: "merged_clear.comp"},
	{Name: "merged_export", File: "merged_export.comp"},
	{Name: "merged_import", File: "merged_import.comp"},
	{Name: "merged_gains", File: "merged_gains.comp"},
	{Name: "merged_gains_coordinates", File: "merged_gains.comp", Macros: []string{"COORDINATES"}},
	{Name: "merged_gains_space", File: "merged_gains.comp", Macros: []string{"COORDINATES", "SPACE"}},
	{Name: "merged_gains_haversine", File: "merged_gains.comp", Macros: []string{"COORDINATES", "SPACE", "HAVERSINE"}},
	{Name: "merged_claim", File: "merged_claim.comp"},
	{Name: "merged_long", File: "merged_long.comp"},
	{Name: "merged_rewrite", File: "merged_rewrite.comp"},
	{Name: "merged_rewrite_coordinates", File: "merged_rewrite.comp", Macros: []string{"COORDINATES"}},
	{Name: "merged_rewrite_space", File: "merged_rewrite.comp", Macros: []string{"COORDINATES", "SPACE"}},
	{Name: "merged_rewrite_trails", File: "merged_rewrite.comp", Macros: []string{"TRAILS"}},
	{Name: "merged_rewrite_trails_coordinates", File: "merged_rewrite.comp", Macros: []string{"TRAILS", "COORDINATES"}},
	{Name: "merged_rewrite_trails_space", File: "merged_rewrite.comp", Macros: []string{"TRAILS", "COORDINATES", "SPACE"}},
	{Name: "merged_check", File: "merged_check.comp"},
	{Name: "merged_check_coordinates", File: "merged_check.comp", Macros: []string{"COORDINATES"}},
	{Name: "merged_check_space", File: "merged_check.comp", Macros: []string{"COORDINATES", "SPACE"}},
	{Name: "merged_check_haversine", File: "merged_check.comp", Macros: []string{"COORDINATES", "SPACE", "HAVERSINE"}},
	{Name: "merged_keep", File: "merged_keep.comp"},
	{Name: "merged_keep_trails", File: "merged_keep.comp", Macros: []string{"TRAILS"}},
	{Name: "merged_settle", File: "merged_settle.comp"},
}

// ProbeVariants lists the modules that test single device features; package internal/probe runs them.
var ProbeVariants = []Variant{
	{Name: "probe_integer", File: "probe_integer.comp"},
	{Name: "probe_subgroup_basic", File: "probe_subgroup.comp"},
	{Name: "probe_subgroup_vote", File: "probe_subgroup.comp", Macros: []string{"VOTE"}},
	{Name: "probe_subgroup_arithmetic", File: "probe_subgroup.comp", Macros: []string{"ARITHMETIC"}},
	{Name: "probe_subgroup_ballot", File: "probe_subgroup.comp", Macros: []string{"BALLOT"}},
	{Name: "probe_subgroup_shuffle", File: "probe_subgroup.comp", Macros: []string{"SHUFFLE"}},
	{Name: "probe_subgroup_shuffle_relative", File: "probe_subgroup.comp", Macros: []string{"SHUFFLE_RELATIVE"}},
	{Name: "probe_memory", File: "probe_memory.comp"},
	{Name: "probe_atomic", File: "probe_atomic.comp"},
	{Name: "probe_atomic_shared", File: "probe_atomic.comp", Macros: []string{"SHARED"}},
	{Name: "probe_dispatch", File: "probe_dispatch.comp"},
	{Name: "probe_program", File: "probe_program.comp"},
	{Name: "probe_program_push", File: "probe_program.comp", Macros: []string{"PUSH"}},
	{Name: "probe_float", File: "probe_float.comp"},
}

// MeasureVariants lists the modules that measure a device; package bench/device runs them.
var MeasureVariants = []Variant{
	{Name: "measure_memory", File: "measure_memory.comp"},
	{Name: "measure_atomic", File: "measure_atomic.comp"},
	{Name: "measure_subgroup", File: "measure_subgroup.comp"},
}

// Variant is one way to compile a stage.
type Variant struct {
	Name   string
	File   string
	Macros []string // NAME or NAME=VALUE
}

// NoSubgroups returns the variant for devices without subgroup operations (include/subgroup.glsl).
func (v Variant) NoSubgroups() Variant {
	return Variant{Name: v.Name + "_no_subgroups", File: v.File, Macros: append(slices.Clone(v.Macros), "NO_SUBGROUPS")}
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

// Shader is the interface of a module.
type Shader struct {
	Name      string
	Bindings  []Binding  // storage buffers of descriptor set 0, slot by slot
	Push      []string   // push constants, one 32-bit word each
	Constants []Constant // specialization constants
	Subgroups bool       // whether the module uses subgroup operations
	// Fingerprint identifies the GLSL, macros, compiler options and module; package compile makes it.
	Fingerprint string
	Module      []byte // SPIR-V to run in place of the embedded one, by which tests plant faults; nil everywhere else
	// NoSubgroups is the shader with the same interface and results that has no operations of subgroups: its subgroup is the
	// work-group, of which it takes shared memory more. Nil if this one has none either.
	NoSubgroups *Shader
}

// Binding is a storage buffer of a shader. Its name is the buffer's name everywhere.
type Binding struct {
	Name          string
	Reads, Writes bool
}

// Constant is a specialization constant of a shader.
type Constant struct {
	Name    string
	ID      uint32
	Default uint32
}
