// Package memory tells how much memory of the host programs can still allocate.
package memory
