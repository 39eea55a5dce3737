// Package reference computes each stage of an iteration once more in plain sequential Go, integer for integer. It is
// the oracle that the shaders are held equal to, and what runs when the device is the processor itself.
//
// A stage here and the shader of the same name in package shaders compute the same function.
package reference
