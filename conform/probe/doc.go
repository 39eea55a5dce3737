// Package probe tries by itself each feature of a device that the shaders rely on: what invocations of a subgroup tell each other,
// atomic operations, barriers, and the integer and floating-point arithmetic that compilers get wrong. A stage that computes
// something else than its Go twin is traced with it to the feature that lies: [FeaturesOf] says what a shader uses, a [Probe] whether
// the device keeps to it.
//
// A probe is a small shader (shaders/probe_*.comp), run in several work-groups at once on ones, bounds and random words, and a Go twin
// of it. A device that does not have the feature refuses the probe, which is no fault.
//
// It leaves to others the stages themselves and what is to be done about a device that fails.
package probe
