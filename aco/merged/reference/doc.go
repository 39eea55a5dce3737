// Package reference computes the stages of merged ants in plain Go, with the same integers as shaders/merged. It is the definition
// that devices are compared with, and it runs merged ants on the processor. With one worker the stages are sequential. More workers divide
// the ants and the places of the tour, and the result is the same.
//
// Read colony.go and stages.go first.
package reference
