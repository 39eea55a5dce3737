// Package pipe serves the solver to a program in another language, over standard input and output.
// The Python package aco_vk is such a program.
//
// Both directions carry frames. A frame is the length of its header as a little-endian uint32, the
// header, a JSON object, and then the elements of its arrays, without padding. The field arrays of
// the header has their names, types and shapes, in this order:
//
//	{"op": "solve", "id": 1, "time_limit": 2, "arrays": [{"name": "points", "type": "f8", "shape": [100, 2]}]}
//
// Elements are little-endian, row by row: f8 is a float64, i4 an int32, u1 a byte. Cities are counted
// from 0.
//
// The program begins with a frame hello, which has the number of the protocol. A client sends solve
// with an id of its own, and any number of runs may be open. The answers to a run have its id, in
// any order among runs: progress, as often as something changes, if it is asked for, and then
// result or error. A frame cancel with the id of a run ends it with the best tour; one that is not
// open any more is no error. The end of the input ends all runs and the program.
//
// An error has a [Code] and a text, where options have the names of
// this protocol. An error with id 0 is one of the frame itself: the program ends after it.
package pipe
