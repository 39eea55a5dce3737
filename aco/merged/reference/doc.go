// Package reference computes the stages of the default solver (merged) in plain Go: thousands of
// ants improve one shared tour. It has the same integers as shaders/merged. It is the definition
// that devices are compared with, and it runs the solver on the processor. With one worker the
// stages are sequential. More workers divide the ants and the positions of the tour, and the
// result is the same.
//
// A position is an index in the shared tour; a place is an index in the tour of one ant.
//
// Read colony.go first.
package reference
