// Package problem has what the ant algorithms work on, the same for a Vulkan device and for the sequential reference: parameters and
// their defaults, integer distances, neighbour lists, the heuristic table, the fixed-point units of the pheromone, random numbers, and
// the state that passes from one iteration to the next. It has no algorithm: package reference computes the stages in Go, and package
// classic records them for a device.
//
// All data are integers. Integer sums do not depend on the order of addition, so tours do not depend on the device.
//
// Read problem.go first, then parameters.go.
package problem
