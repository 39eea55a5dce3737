// Package model has the input of Ant System, MMAS and ACS, which a device and the reference share:
// parameters and their defaults, neighbour lists, the heuristic table, the fixed-point units of
// the pheromone, and the state that passes from one iteration to the next. It has no algorithm:
// package reference computes the stages in Go, and package classic records them for a device.
//
// All data are integers. Integer sums do not depend on the order of addition, so tours do not
// depend on the device.
//
// Read problem.go first, then parameters.go.
package model
