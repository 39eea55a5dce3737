// Package bound computes lower bounds of the lengths of all tours of an instance. They tell how far a tour is from the optimum at most.
package bound
