// Package reference computes the stages of merged ants in plain sequential Go, with the same integers as shaders/merged_*.comp. It is the
// definition that devices are compared with, and it runs merged ants on the processor.
//
// Read colony.go and stages.go first.
package reference
