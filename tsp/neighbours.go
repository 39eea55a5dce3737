package tsp

import (
	"context"
	"runtime"
	"slices"
	"sync"
)

// Neighbours returns each city's width nearest other cities, nearest first, of equally near ones the smaller number, and
// their distances from it: width words a city in both. Distances that 32 bits do not hold become the largest that they do.
// It works on all processors and stops when the context ends.
func Neighbours(ctx context.Context, in *Instance, width int) (cities, distances []uint32, err error) {
	n := in.Dimension()
	cities, distances = make([]uint32, n*width), make([]uint32, n*width)
	next := make(chan int, n)
	for i := range n {
		next <- i
	}
	close(next)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			keys := make([]uint64, 0, n)
			for i := range next {
				if ctx.Err() != nil {
					return
				}
				keys = keys[:0]
				for j := range n {
					if j != i {
						keys = append(keys, uint64(min(in.Distance(i, j), 1<<32-1))<<32|uint64(j))
					}
				}
				slices.Sort(keys)
				for k, key := range keys[:width] {
					cities[i*width+k], distances[i*width+k] = uint32(key), uint32(key>>32)
				}
			}
		})
	}
	workers.Wait()
	return cities, distances, ctx.Err()
}
