// Package model has the data of the default solver (merged): thousands of ants improve one shared
// tour. The data are the same for devices and for package reference: the instance with its cities
// renumbered along a space-filling curve, candidate lists, first tours, the settings of an
// iteration, random draws, and the words in which the stages exchange changes.
// docs/default-solver.md describes the algorithm. The stages are in package reference and in
// shaders/merged; the run is in package merged.
//
// A position is an index in the shared tour.
//
// Read model.go first, then change.go.
package model
