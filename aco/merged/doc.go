// Package merged is the default solver, whose name in flags and reports is "merged": thousands of
// ants improve one shared tour. In every iteration each ant proposes a change, and all compatible
// changes are merged into the tour. Devices make the iterations, or package reference on the
// processor. docs/default-solver.md explains the algorithm.
//
// The package decides what a run is made of (decision.go), records the stages for a device (recipe.go,
// buffers.go), and chooses the settings of the steps (plan.go, rounds.go). Between steps it recombines
// the tours of the colonies (exchange.go, population.go, meeting.go, recombination.go), and lets devices
// that share one colony exchange the changes of their ants (group.go).
package merged
