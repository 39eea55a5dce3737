// Package bound computes lower bounds of the lengths of all tours of an instance. They tell how
// far a tour is from the optimum at most.
//
// The bound is Held and Karp's (1971): a minimum 1-tree, with a weight for each city that is added
// to the length of each of its edges. Twice the sum of the weights is subtracted again.
//
//   - A subgradient ascent chooses the weights: cities with more than two edges in the 1-tree
//     become heavier, cities with one edge lighter. It works on a sparse graph: the 5 nearest
//     cities and one of each sector, of matrices the 24 nearest, of node pairs the 8 nearest by
//     distance less prices.
//   - The last 1-tree has edges between any two cities. Its weights are multiples of up to 1/65536
//     of a step, and its sum is rounded up, so the bound holds whatever the ascent did. Borůvka's
//     algorithm makes the tree in the plane: a tree of boxes skips pairs of boxes that have no
//     lighter edge. Prim's algorithm makes the tree of a matrix.
//   - There are two ascents, with first steps of 1 and 1/10 of a mean edge, or four with 1000 and
//     more iterations. Edges of the last tree that the graph lacks are added to the graph of the
//     next ascent.
//
// Fixed edges weigh less than all others, so every 1-tree has them. In an asymmetric instance each
// city is a pair of nodes. The first weights are then the prices of an optimal assignment (Jonker
// and Volgenant 1987), so the first bound is at least the bound of the assignment problem.
// Forbidden edges are as long as the instance says: the bound holds for the tours without them.
//
// A time limit ends the assignment after half of the time. The last complete 1-tree then gives the
// bound. If no 1-tree is complete, the bound is half of the sum of the two shortest edges of each
// city; in an asymmetric instance it is the sum of the prices.
package bound
