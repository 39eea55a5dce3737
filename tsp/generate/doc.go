// Package generate makes random instances that are the same on every machine: instances of the
// DIMACS challenge, grids, and street grids with one-way streets.
//
// [Instance] makes one by its kind, number of cities and seed. [Parse] reads these from a text
// such as "uniform:1000:1000" or "E1k.0".
package generate
