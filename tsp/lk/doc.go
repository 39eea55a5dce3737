// Package lk shortens a tour by chained Lin-Kernighan.
//
// A search of a move removes an edge, adds one to a candidate, removes an edge of the candidate,
// and so on, while the removed edges are longer than the added ones (Lin and Kernighan, "An
// Effective Heuristic Algorithm for the Traveling-Salesman Problem", Operations Research 21,
// 1973). It tries such exchanges of up to five edges, with either edge of a candidate. If none
// shortens the tour, the search makes the best exchange of five edges and goes on from there, as
// long as the last removed edge was in the tour before the search (Helsgaun, "An effective
// implementation of the Lin-Kernighan traveling salesman heuristic", European Journal of Operational
// Research 126, 2000).
// Shallow searches make 2-opt and Or-opt moves alone, which reverse paths, and their kicks exchange two
// consecutive paths. For node pairs they make exchanges of up to three edges.
// Tours of node pairs also have the 2-opt moves of the asymmetric instance, which turn a path: see
// [reduce.NodePairs].
// When no move is left, a kick reorders three short paths, a double bridge. If the moves after the
// kick do not make the tour as short as before, all of it is undone (Martin, Otto and Felten,
// "Large-Step Markov Chains for the Traveling Salesman Problem", Complex Systems 5, 1991). Kicks are
// local, and only the ends of changed edges are searched again (Johnson and McGeoch, "Experimental
// Analysis of Heuristics for the STSP", in The Traveling Salesman Problem and Its Variations, 2002;
// Applegate, Cook and Rohe, "Chained Lin-Kernighan for Large Traveling Salesman Problems", INFORMS
// Journal on Computing 15, 2003).
//
// A [Search] works on one tour in one goroutine. Its result depends on the problem, the tour, the
// seed and the number of kicks alone.
package lk
