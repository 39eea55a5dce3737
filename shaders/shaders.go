// Package shaders has the GLSL of all stages, the SPIR-V that glslc compiles it to, and a
// generated table of their interfaces.
//
// A stage is a file: in merged for the default solver, in classic for the papers' systems. A stage
// computes the same as the Go function of its name in the wing's package reference. Folder probe
// has the probes, which test single device features (package internal/probe), and the measures
// (package study/device). Headers of one wing lie beside its stages; headers of several are in
// include.
//
// # Why results are equal everywhere
//
// Everything that can change a tour is integer arithmetic:
//
//   - Sums of integers do not depend on their order. The sum of a row of weights stays below 2³²,
//     and deposits saturate.
//   - Ties go to the smallest index, whichever invocation has it. Changes of the default solver
//     claim places by a maximum of (gain, ant), and the list of long changes is sorted before use.
//   - Random words are a function of seed, iteration, ant and step, not of who draws first.
//   - Powers are integer products, roots and polynomials (classic/power.glsl). Tables that need
//     other functions are made on the host. Distances that a device computes are whole numbers.
//     Where these leave the rounding open, it repeats the host's float64 operations, each made of
//     integer operations.
//   - Ants of Ant Colony System race for the trails, as published, unless they are synchronous.
//
// Shaders call subgroup operations only by the names in include/subgroup.glsl. A branch on a
// condition that is equal in the whole subgroup is written if (subgroup_agreed(...)), so that
// compilers know it.
package shaders

//go:generate go run ../tools/shadergen

// Shader is a module with its interface.
type Shader struct {
	Name string
	Interface
	Subgroups bool // whether the module uses subgroup operations
	// Fingerprint identifies the GLSL, macros, compiler options and module; package compile makes
	// it.
	Fingerprint string
	// Module is the SPIR-V to run in place of the embedded one. Tests plant faults with it; it is
	// nil everywhere else.
	Module []byte
	// NoSubgroups is the shader with the same interface and results that uses no subgroup
	// operations: its subgroup is the work-group, whose invocations exchange values in additional
	// shared memory. It is nil if this shader uses none either.
	NoSubgroups *Shader
}

// Interface is what a shader's host provides.
type Interface struct {
	Bindings  []Binding  // storage buffers of descriptor set 0, slot by slot
	Push      []string   // push constants, one 32-bit word each
	Constants []Constant // specialization constants
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

// withNoSubgroups returns the shaders, each followed by its NoSubgroups.
func withNoSubgroups(shaders ...*Shader) (all []*Shader) {
	for _, s := range shaders {
		all = append(all, s)
		if s.NoSubgroups != nil {
			all = append(all, s.NoSubgroups)
		}
	}
	return all
}
