// Package chained is a method for the processor alone: chained Lin-Kernighan on several tours,
// which are recombined. It is named "chained" in flags and reports.
//
// A run has a population of tours, one for each colony. All but the first start from greedy tours
// with noise. An iteration either improves each tour by kicks ([lk.Search]) or recombines tours.
// After some iterations with kicks, each tour becomes the recombination of itself with one of the
// others ([recombine.AssembleEdges]), in several iterations with different partners. Then the first
// tour becomes the recombination of all ([recombine.Merge]). Once recombinations of all find nothing
// shorter, all tours but the best start anew.
//
// Large instances have one tour. An iteration divides some of its cities into parts and improves
// each of them, with the rest of the tour as paths that do not change. So a kick takes the same
// time however long the tour is.
//
// The work of an iteration is divided into jobs, one for each tour or part. Their number, the kicks
// of each and the seed of each depend on the instance, the parameters and the number of the
// iteration alone, and results are joined in the order of jobs. So the tour of a number of
// iterations is the same on any number of processors. An iteration that the clock interrupts
// changes nothing. Read population.go first.
package chained
