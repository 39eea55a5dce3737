// Package problem holds what an ant colony works on, the same for a Vulkan device and for the sequential reference:
// the parameters, integer distances, lists of nearest cities, the heuristic's table, the units of the pheromone, the random
// numbers and the state that iterations hand on.
//
// Everything here is an integer by the time an algorithm sees it. Integer sums do not depend on the order of addition,
// so the tours that follow from them do not depend on the device that found them.
package problem
