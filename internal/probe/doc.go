// Package probe tests single device features that the shaders rely on: subgroup operations, atomic operations, barriers, and the integer
// and floating-point arithmetic that compilers get wrong. If a stage differs from its Go twin, probes help to find the cause: [FeaturesOf]
// lists the features of a shader, and each [Probe] tests one of them.
//
// A probe is a small shader (shaders/probe) with a Go function that computes the expected result. It runs in several work-groups on
// small values, limits and random words. If the device lacks the feature, the probe is refused, which is no fault.
package probe
