// Package matrix bounds the size of a matrix of distances.
package matrix
