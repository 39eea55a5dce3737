// Package reference computes the stages of Ant System, MMAS and ACS in plain Go, with the same
// integers as the shaders. Devices are compared with it, and it runs the algorithms on all
// processors: stages divide ants or rows among workers, whose number does not change the result. A
// stage has the same name here and in the shaders: construct.go and
// shaders/classic/construct.comp.
//
// Read colony.go first: a Colony has the data of a colony and its stages.
package reference
