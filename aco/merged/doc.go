// Package merged runs merged ants: in every iteration thousands of ants change one shared tour concurrently, and all compatible changes are
// merged. The package chooses the settings of the steps. Devices make the iterations, or package reference on the processor. See
// docs/default-solver.md for the algorithm.
package merged
