// Package pipeline turns a recipe's stages into work for a device. A Recording is a plain value: buffers, and passes
// over them in the order of one iteration. It can be checked, planned and cut into submissions without a device; Start
// then encodes, submits and times it on one.
//
// Buffers, push constants and specialization constants are bound by the names that the shaders give them, so a recording
// holds no numbers of slots. Barriers are derived from the accesses that the shaders declare; nobody places one by hand.
package pipeline
