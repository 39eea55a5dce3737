package recombine

import (
	"context"
	"runtime"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// each calls work for 0 to count-1 on all processors. Calls with the same processor do not
// overlap.
func each(count int, work func(processor, i int)) { _ = eachUntil(context.Background(), count, work) }

// eachUntil is each until the context ends. It returns the context's error if it has ended.
func eachUntil(ctx context.Context, count int, work func(processor, i int)) error {
	return parallel.Each(ctx, runtime.GOMAXPROCS(0), count, work)
}

// eachWorker is eachUntil with the workers in place of the processors. The number of processors may
// have grown since the workers were made.
func eachWorker(ctx context.Context, workers []*worker, count int, work func(k *worker, i int)) error {
	return parallel.Each(ctx, len(workers), count, func(k, i int) { work(workers[k], i) })
}

// grain is the number of items of a range. A range takes some ten microseconds or more.
const grain = 1 << 14

// rangesOf returns the number of ranges of ranges.
func rangesOf(count int) int { return (count + grain - 1) / grain }

// ranges calls work on all processors for consecutive ranges that make up 0 to count-1. The ranges
// do not depend on the number of processors.
func ranges(count int, work func(from, to int)) { rangesOfSize(grain, count, work) }

// rangesOfSize is ranges with ranges of the given number of items, for items that take longer.
func rangesOfSize(size, count int, work func(from, to int)) {
	each((count+size-1)/size, func(_, i int) { work(i*size, min((i+1)*size, count)) })
}

// worker solves one window at a time. It reuses its memory.
type worker struct {
	index    windowIndex
	cities   []uint32
	ordering ordering
	solver   solver
}

// find returns the best exchange of edges between the given cities. Its gain is 0 if there is
// none.
func (w *worker) find(m *merger, cities []uint32, states int) (x exchange) {
	p := newWindowPaths(m.tour, m.graph, cities)
	if p == nil {
		return x
	}
	w.index.reset(len(cities))
	for _, city := range cities {
		w.index.add(city)
	}
	window := w.ordering.subproblem(m, p, &w.index)
	window.subtractPotentials()
	if taken, gain := w.solver.solve(window, states); gain > 0 {
		x = p.exchange(m.tour, window.edges, taken)
		x.gain = gain / potentialScale
	}
	return x
}
