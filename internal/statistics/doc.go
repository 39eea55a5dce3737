// Package statistics has the statistics of runs of randomized algorithms: summaries of lengths,
// tests that compare algorithms on the same instances or on the same instance, intervals,
// performance profiles, and the shares of targets that runs reach within a budget.
//
// Each function names its source. Functions with random numbers take a seed, and return the same
// on every machine for the same seed. Inputs stay as they are.
package statistics
