// Package tsp has what a travelling salesman problem is made of: instances with TSPLIB's metrics, tours, the
// generators of the DIMACS challenge, the best known lengths, and the file formats.
//
// Cities are numbered 0..n-1 in Go and 1..n in files. Lengths are whole numbers, by the rounding rules of TSPLIB95
// (Reinelt, "TSPLIB – A Traveling Salesman Problem Library", ORSA Journal on Computing 3, 1991, and its documentation
// of 1995), computed to the same value on every CPU.
//
// Coordinates and tours are read in blocks, on all cores, everything else line by line. Memory grows with the data that is
// read, never with a number that a file claims.
// What this package does not support is refused by name; what breaks a format is a [SyntaxError] with file and line.
//
// The package knows nothing of algorithms. Package verify, below it, checks a tour with formulas of its own.
package tsp
