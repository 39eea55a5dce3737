// Package recombine merges tours: from the edges of several good tours it builds a tour that is at most as long as the best of them.
//
// Tour merging takes the union of the edges of all tours as a sparse graph and searches for its shortest tour. Cook and Seymour (Tour
// merging via branch-decomposition, 2003) find the optimum by dynamic programming, in time exponential in the width of the graph. This
// package does the same in windows: in each step it takes some hundred cities where the tours differ, fixes the rest of the best tour
// so far, and optimizes the edges within the window. The union within a window is narrow, so most windows are solved exactly in
// milliseconds. Partition crossover (Whitley, Hains and Howe 2009; Tinós, Whitley and Ochoa 2020) chooses between two tours for each
// connected component. A window can do that too, and can also mix edges of more than two tours within a component.
//
// The steps, with the file of each:
//
//  1. unionGraph compares the tours. A city is open if one of its edges is not in all tours; all other cities lie on common paths, which
//     are kept (union_graph.go). reducedTour is the best tour so far, over the open cities (reduced_tour.go).
//  2. windowQueue chooses windows of neighbouring open cities (window_queue.go).
//  3. windowPaths divides the tour at the free edges of a window: what remains are paths to connect (window_paths.go). subproblem has the
//     candidate edges in an order that keeps the frontier of the dynamic program small (subproblem.go, order.go).
//  4. solver decides one edge after another and keeps the cheapest of equivalent partial solutions (solver.go, states.go, table.go). If
//     there are too many, it prunes the most expensive ones (prune.go).
//  5. merger solves several windows at once and applies the improvements (improvement.go, merger.go).
//
// The result does not depend on the machine or on the number of processors. Read [Merge] first.
package recombine
