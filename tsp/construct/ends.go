package construct

import (
	"context"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/places"
)

// endWidth is the number of nearest ends to which an end has edges.
const endWidth = 5

// joinEnds joins all fragments, in rounds, by edges from each end to the nearest ends of other
// fragments, the shortest first. A round usually leaves a tenth of the fragments.
func (f joiner) joinEnds(ctx context.Context, in *tsp.Instance) error {
	if f.Count == 1 {
		return nil
	}
	ends, err := places.OrderOf(ctx, in, f.ends(len(f.Other), func(city int) uint32 { return uint32(city) }))
	if err != nil {
		return err
	}
	far := false
	for ; f.Count > 1; ends = f.ends(len(ends), func(i int) uint32 { return ends[i] }) {
		if in.Metric == tsp.Pairs {
			alternate(ends)
		}
		edges, err := f.endEdges(ctx, places.NewTree(in, ends), far)
		if err != nil {
			return err
		}
		before := f.Count
		if err := f.joinAll(ctx, edges); err != nil {
			return err
		}
		far = f.Count > before/2
	}
	return nil
}

// ends returns the ends of fragments among n cities, in their order.
func (f joiner) ends(n int, city func(i int) uint32) []uint32 {
	parts := make([][]uint32, runtime.GOMAXPROCS(0))
	parallel.Parts(n, len(parts), func(part, from, to int) {
		parts[part] = make([]uint32, 0, min(to-from, edgesAtOnce))
		for i := from; i < to; i++ {
			if city := city(i); f.Other[city] != fragments.Interior {
				parts[part] = append(parts[part], city)
			}
		}
	})
	return slices.Concat(parts...)
}

// endEdges returns edges from each end to the nearest ends of other fragments. It adds an edge to
// the next such end along the curve if that is no farther: many ends at one place have the same
// few nearest ends. With far it adds that edge at any distance. Then a round joins at least a
// sixth of the fragments, whatever the distances are.
func (f joiner) endEdges(ctx context.Context, ends *places.Tree, far bool) (parallel.Pairs, error) {
	n, skip := len(ends.Cities), 2
	if ends.Instance.Metric == tsp.Pairs { // ends of the two kinds alternate
		skip = 3
	}
	cells, edges := ends.Cells(ctx), parallel.NewPairs(n*(endWidth+1))
	err := parallel.Batches(ctx, n, func(from, to int) {
		near := places.Search{Tree: ends}
		for place := from; place < to; place++ {
			city := ends.Cities[place]
			partner := f.Other[city]
			near.FindNear(cells, place, partner, endWidth)
			next := ends.Cities[(place+1)%n]
			if next == partner {
				next = ends.Cities[(place+skip)%n]
			}
			key := places.Key(ends.Instance.Distance(int(city), int(next)), next)
			if far || key>>32 <= near.Nearest.Bound>>32 {
				near.Nearest.Keys = append(near.Nearest.Keys, key)
			}
			// Unused places have edges from the city to itself, which join nothing.
			for k := range endWidth + 1 {
				length, other := uint64(0), city
				if k < len(near.Nearest.Keys) {
					length, other = near.Nearest.Keys[k]>>32, uint32(near.Nearest.Keys[k])
				}
				at := place*(endWidth+1) + k
				edges.Keys[at], edges.Values[at] = length<<32|uint64(min(city, other)), max(city, other)
			}
		}
	})
	return edges, err
}

// alternate orders as many nodes of each kind so that the kinds alternate.
func alternate(nodes []uint32) {
	var kinds [2][]uint32
	for _, node := range nodes {
		kinds[node&1] = append(kinds[node&1], node)
	}
	for i := range nodes {
		nodes[i] = kinds[i&1][i/2]
	}
}
