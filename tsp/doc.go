// Package tsp has instances of the travelling salesman problem, and tours.
//
// An [Instance] has n cities and a distance between each two of them. [FromXY], [FromDegrees] and
// [FromDecimals] make one from a program's own data, [FromCoordinates] and [FromMatrix] do so with
// TSPLIB's arithmetic. Package format reads instances from files. A [Tour] is the result of a
// solver; [Tour.Length] returns its length.
//
// Cities are numbered 0..n-1 in Go and 1..n in files. Distances are whole numbers of steps;
// [Instance.Unit] says what a step is. With TSPLIB's arithmetic they are rounded as TSPLIB95 says
// (Reinelt, "TSPLIB – A Traveling Salesman Problem Library", ORSA Journal on Computing 3, 1991,
// and its documentation of 1995). They are the same on every CPU.
//
// An unusable argument is an [*Error]. An error in a file is a [*SyntaxError] with its line.
//
// Each package below this one has one subject:
//
//   - tsplib: files of TSPLIB, instances and tours
//   - format: files of other programs, such as CSV, GeoJSON and GPX
//   - generate: random instances
//   - bestknown: lengths of the best known tours of published instances
//   - neighbour: the cities worth visiting next from each city
//   - construct: first tours, and Or-opt, which shortens a tour
//   - reduce: instances that stand for others, such as closed tours for open paths
//   - bound: lower bounds of the lengths of all tours
//   - draw: pictures
//   - verify: checks of tours and lengths, by code of its own
package tsp
