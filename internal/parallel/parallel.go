// Package parallel divides loops among all processors, sorts on all of them, and calls functions beside others.
package parallel

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Batches calls work for batches of 0..n-1 on all processors, until the context ends.
func Batches(ctx context.Context, n int, work func(from, to int)) error {
	const batch = 256 // long enough that taking one costs nothing
	return Each(ctx, runtime.GOMAXPROCS(0), (n+batch-1)/batch, func(_, i int) { work(i*batch, min((i+1)*batch, n)) })
}

// For calls work for each of 0..n-1 on all processors, until the context ends.
func For(ctx context.Context, n int, work func(i int)) error {
	return Batches(ctx, n, func(from, to int) {
		for i := from; i < to; i++ {
			work(i)
		}
	})
}

// All calls work for each of 0..n-1 on all processors, and waits for all.
func All(n int, work func(i int)) {
	Parts(n, runtime.GOMAXPROCS(0), func(_, from, to int) {
		for i := from; i < to; i++ {
			work(i)
		}
	})
}

// Each calls work for each of 0..n-1 in so many workers, until the context ends. Work begins in
// ascending order. Calls with the same number of the worker follow one another.
func Each(ctx context.Context, workers, n int, work func(worker, i int)) error {
	if workers = min(workers, n); workers <= 1 { // a short loop needs no other goroutine
		for i := 0; i < n && ctx.Err() == nil; i++ {
			work(0, i)
		}
		return ctx.Err()
	}
	return eachOf(ctx, workers, n, work)
}

func eachOf(ctx context.Context, workers, n int, work func(worker, i int)) error {
	var (
		group sync.WaitGroup
		next  atomic.Int64
	)
	run := func(worker int) {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			work(worker, i)
		}
	}
	for worker := range workers - 1 {
		group.Go(func() { run(worker) })
	}
	run(workers - 1)
	group.Wait()
	return ctx.Err()
}

// Range returns the least and the largest of some values: +Inf and -Inf if there are none. It uses
// all processors.
func Range(values []float64) (least, most float64) {
	return RangeOf(len(values), func(from, to int) (least, most float64) {
		least, most = math.Inf(1), math.Inf(-1)
		for _, v := range values[from:to] {
			least, most = min(least, v), max(most, v)
		}
		return least, most
	})
}

// Extent returns the smallest of some values and its difference from the largest; without values,
// zeros.
func Extent(values []float64) (least, size float64) {
	if len(values) == 0 {
		return 0, 0
	}
	least, most := Range(values)
	return least, most - least
}

// RangeOf is Range of n values that a function looks at: it returns the range of the values
// from..to-1.
func RangeOf(n int, part func(from, to int) (least, most float64)) (least, most float64) {
	parts := make([][2]float64, runtime.GOMAXPROCS(0))
	Parts(n, len(parts), func(i, from, to int) { parts[i][0], parts[i][1] = part(from, to) })
	least, most = parts[0][0], parts[0][1]
	for _, part := range parts[1:] {
		least, most = min(least, part[0]), max(most, part[1])
	}
	return least, most
}

// First returns the smallest of 0..n-1 that a function finds, or -1 if it finds none. The function
// looks at from..to-1, and returns -1 if it finds none of them. First uses all processors.
func First(n int, find func(from, to int) int) int {
	if n <= few {
		return find(0, n)
	}
	found := make([]int, runtime.GOMAXPROCS(0))
	Parts(n, len(found), func(part, from, to int) { found[part] = find(from, to) })
	for _, i := range found {
		if i >= 0 {
			return i
		}
	}
	return -1
}

// few is the number of values up to which a loop takes less time than to start goroutines.
const few = 128

// Parts cuts 0..n-1 into equal parts, calls work for all of them in parallel, and waits for all. Up to few
// values, unless each part has one, need no other goroutine.
func Parts(n, parts int, work func(part, from, to int)) {
	if parts == 1 || n <= few && parts < n {
		for part := range parts {
			work(part, part*n/parts, (part+1)*n/parts)
		}
		return
	}
	var workers sync.WaitGroup
	for part := range parts - 1 {
		workers.Go(func() { work(part, part*n/parts, (part+1)*n/parts) })
	}
	if parts > 0 {
		work(parts-1, (parts-1)*n/parts, n)
	}
	workers.Wait()
}

// Pairs has keys, each with a value.
type Pairs struct {
	Keys   []uint64
	Values []uint32
}

func NewPairs(n int) Pairs { return Pairs{make([]uint64, n), make([]uint32, n)} }

// Append adds a pair.
func (p *Pairs) Append(key uint64, value uint32) {
	p.Keys, p.Values = append(p.Keys, key), append(p.Values, value)
}

// Grow makes room for n more pairs.
func (p *Pairs) Grow(n int) { p.Keys, p.Values = slices.Grow(p.Keys, n), slices.Grow(p.Values, n) }

// AppendAll adds all pairs of another list.
func (p *Pairs) AppendAll(other Pairs) {
	p.Keys, p.Values = append(p.Keys, other.Keys...), append(p.Values, other.Values...)
}

// Truncate keeps the first n pairs, and the memory of all.
func (p *Pairs) Truncate(n int) { p.Keys, p.Values = p.Keys[:n], p.Values[:n] }

// Part returns the pairs from..to-1. They share the memory of p.
func (p Pairs) Part(from, to int) Pairs { return Pairs{p.Keys[from:to:to], p.Values[from:to:to]} }

// Join returns the pairs of all parts, one part after the other. Those of a single part share its memory.
func Join(parts []Pairs) Pairs {
	if len(parts) == 1 {
		return parts[0]
	}
	first := make([]int, len(parts)+1)
	for i, part := range parts {
		first[i+1] = first[i] + len(part.Keys)
	}
	all := NewPairs(first[len(parts)])
	Parts(len(parts), len(parts), func(part, _, _ int) {
		copy(all.Keys[first[part]:], parts[part].Keys)
		copy(all.Values[first[part]:], parts[part].Values)
	})
	return all
}

// Meanwhile calls a function in a goroutine of its own, and sends what it returns: a pointer to the zero value
// after an error.
func Meanwhile[T any](f func() (*T, error)) <-chan *T {
	made := make(chan *T, 1)
	go func() {
		value, err := f()
		if err != nil {
			value = new(T)
		}
		made <- value
	}()
	return made
}
