package tsp

import (
	"context"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
)

// endWidth is the number of nearest ends to which an end has edges.
const endWidth = 5

// joinEnds joins all fragments, in rounds, by edges from each end to the nearest ends of other fragments, the shortest first.
// A round usually leaves a tenth of the fragments.
func (f *fragments) joinEnds(ctx context.Context, in *Instance, sizes rangeSizes) error {
	if f.count == 1 {
		return nil
	}
	ends, err := hilbertOrderOf(ctx, in, f.ends(len(f.other), func(city int) uint32 { return uint32(city) }))
	if err != nil {
		return err
	}
	far := false
	for ; f.count > 1; ends = f.ends(len(ends), func(i int) uint32 { return ends[i] }) {
		if in.Metric == Pairs {
			alternate(ends)
		}
		edges, err := f.endEdges(ctx, newRTree(in, ends), far)
		if err != nil {
			return err
		}
		before := f.count
		if err := f.joinAll(ctx, edges, sizes); err != nil {
			return err
		}
		far = f.count > before/2
	}
	return nil
}

// ends returns the ends of fragments among n cities, in their order.
func (f *fragments) ends(n int, city func(i int) uint32) []uint32 {
	parts := make([][]uint32, runtime.GOMAXPROCS(0))
	parallel.Parts(n, len(parts), func(part, from, to int) {
		for i := from; i < to; i++ {
			if city := city(i); f.other[city] != interior {
				parts[part] = append(parts[part], city)
			}
		}
	})
	return slices.Concat(parts...)
}

// endEdges returns edges from each end to the nearest ends of other fragments. It adds an edge to the next such end along
// the curve if that is no farther: many ends at one place have the same few nearest ends. With far it adds that edge at any
// distance. Then a round joins at least a sixth of the fragments, whatever the distances are.
func (f *fragments) endEdges(ctx context.Context, ends *rTree, far bool) (parallel.Pairs, error) {
	n, skip := len(ends.cities), 2
	if ends.in.Metric == Pairs { // ends of the two kinds alternate
		skip = 3
	}
	cells, edges := ends.nearCells(ctx), parallel.NewPairs(n*(endWidth+1))
	err := parallel.Batches(ctx, n, func(from, to int) {
		near := search{rTree: ends}
		for place := from; place < to; place++ {
			city := ends.cities[place]
			partner := f.other[city]
			near.findNear(cells, place, partner, endWidth)
			next := ends.cities[(place+1)%n]
			if next == partner {
				next = ends.cities[(place+skip)%n]
			}
			key := nearKey(ends.in.Distance(int(city), int(next)), next)
			if far || key>>32 <= near.nearest.bound>>32 {
				near.nearest.keys = append(near.nearest.keys, key)
			}
			// Unused places have edges from the city to itself, which join nothing.
			for k := range endWidth + 1 {
				length, other := uint64(0), city
				if k < len(near.nearest.keys) {
					length, other = near.nearest.keys[k]>>32, uint32(near.nearest.keys[k])
				}
				at := place*(endWidth+1) + k
				edges.Keys[at], edges.Values[at] = length<<32|uint64(min(city, other)), max(city, other)
			}
		}
	})
	return edges, err
}
