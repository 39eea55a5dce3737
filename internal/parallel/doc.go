// Package parallel divides loops among all processors and sorts on all of them.
package parallel
