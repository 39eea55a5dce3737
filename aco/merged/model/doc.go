// Package model has what merged ants work on, the same for the device and for the sequential
// reference: the instance with its cities renumbered along a space-filling curve, candidate lists,
// the settings of an iteration, random draws, and the words in which the stages exchange changes.
// docs/default-solver.md describes the algorithm. The stages are in package reference and in
// shaders/merged; the run is in package merged.
//
// Read model.go first, then words.go.
package model
