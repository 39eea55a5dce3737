// Package recombine makes one tour from several good tours. It is at most as long as the best of
// them. [Merge] uses only edges of these tours, [AssembleEdges] adds a few others.
//
// Merge combines two methods. Partition crossover (Whitley, Hains and Howe 2009; Tinós, Whitley
// and Ochoa 2020) divides the difference of two tours into connected components and takes each
// from the better tour. It takes time in proportion to the number of cities. Tour merging (Cook
// and Seymour, Tour merging via branch-decomposition, 2003) finds the shortest tour in the union
// of the edges of all tours, by dynamic programming, in time exponential in the width of this
// graph. Merge does the same in windows: it takes some hundred cities where the tours differ,
// fixes the rest of the best tour so far, and optimizes the edges within the window. The union
// within a window is narrow, so most windows are solved exactly in milliseconds.
//
// The steps of Merge, with the file of each:
//
// 1. The best of the tours is improved by crossover with each of the others (crossover.go). Every
// component is an exchange of edges. A batch applies exchanges that were found on the same tour,
// except those that would divide it into several cycles (exchange.go, tour.go). 2. unionGraph
// compares the tours. A city is open if one of its edges is not in all tours; all other cities lie
// on common paths, which are kept (union_graph.go). 3. merger makes rounds, at first with small
// windows and few states (merger.go). In each round it chooses disjoint windows of neighbouring
// open cities (windows.go), solves them on all processors, and applies the results as a batch
// (merger.go, parallel.go). 4. windowPaths divides the tour at the free edges of a window: what
// remains are paths to connect (window_paths.go). subproblem has the candidate edges in an order
// that keeps the frontier of the dynamic program small (subproblem.go). 5. solver decides one edge
// after another and keeps the cheapest of equivalent partial solutions (solver.go, states.go). If
// there are too many, it prunes the most expensive ones.
//
// AssembleEdges is edge assembly crossover (Nagata and Kobayashi 2013). It divides the difference
// of two tours into alternating cycles (ab_cycles.go), applies each of them to the better tour,
// and joins the subtours (subtours.go). Where that fails, it can try pairs of cycles (cycle_pairs.go).
// Exchanges that shorten the tour become a batch (assembly.go). AssembleEach does so for each of many
// tours.
//
// Sequential parts take time in proportion to the number of cities or of edges that change; all
// others run on all processors (parallel.go). The result does not depend on the machine or on the
// number of processors. Read [Merge] first.
package recombine
