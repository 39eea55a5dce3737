// Package reference computes the stages of Ant System, MMAS and ACS in sequential Go, with the same integers as the shaders. Devices are
// compared with it, and it runs the algorithms on the processor. A stage has the same name here and in the shaders: construct.go and
// shaders/construct.comp.
//
// Read colony.go first: a Colony has the data of a colony and its stages.
package reference
