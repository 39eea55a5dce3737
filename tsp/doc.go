// Package tsp has instances of the travelling salesman problem, tours, and the files of both.
//
// Most programs need these:
//
//   - [ReadFile] reads an [Instance] from a TSPLIB file, and package format from other files; [FromXY], [FromDegrees] and [FromDecimals] make one
//     from a program's own data, [FromCoordinates] and [FromMatrix] with TSPLIB's arithmetic; [Generate] makes a random one.
//   - [Tour.Length] and [Tour.Write] are for the tour that a solver returns. [ReadTourFile] reads a tour.
//   - [BestKnown] returns the length of the best known tour of a published instance.
//
// The rest is for solvers: [Neighbours], [Candidates] and [AlphaNearest] list the cities worth visiting next from each city;
// [NearestNeighbour], [Greedy] and [SpaceFilling] construct a first tour. Of the packages below this one, verify checks
// tours with code of its own, and bound computes lower bounds of their lengths.
//
// Cities are numbered 0..n-1 in Go and 1..n in files. Distances are whole numbers. With TSPLIB's arithmetic they are rounded as TSPLIB95 says (Reinelt,
// "TSPLIB – A Traveling Salesman Problem Library", ORSA Journal on Computing 3, 1991, and its documentation of 1995), and
// are the same on every CPU.
//
// Readers use all cores for coordinates and tours. Their memory grows with the data that they read, never with a number
// that a file claims. An error in a file is a [*SyntaxError] with the line; an unusable argument is an [*Error].
package tsp
