// Package tsplib reads and writes files of TSPLIB95: instances of TYPE TSP, ATSP and HCP, and
// tours.
//
// [Read] and [ReadFile] read an instance, [ReadTour] and [ReadTourFile] a tour. [Write] and
// [WriteTour] write them. [ReadContext] also ends with a context, bounds the size of the instance
// and tells what it does not use.
//
// Readers use all cores for coordinates and tours. Their memory grows with the data that they
// read, never with a number that a file claims. An error in a file is a [tsp.SyntaxError] with its
// line.
package tsplib
