package tsp

import "context"

// endWidth is the number of nearest ends that an end has edges to.
const endWidth = 5

// joinEnds joins the fragments to one, in rounds: edges from each end to the nearest ends of other fragments, the shortest first.
// Mostly a round leaves a tenth of them.
func (f *fragments) joinEnds(ctx context.Context, in *Instance) error {
	if f.count == 1 {
		return nil
	}
	ends, far := curve(in), false
	for f.count > 1 {
		kept := ends[:0]
		for _, city := range ends {
			if f.other[city] != inner {
				kept = append(kept, city)
			}
		}
		ends = kept
		edges, err := f.endEdges(ctx, newBoxes(in, ends), far)
		if err != nil {
			return err
		}
		before := f.count
		f.joinAll(edges)
		far = f.count > before/2
	}
	return nil
}

// endEdges returns edges from each end to the nearest of other fragments, and to the next such end along the curve when that is no
// farther: so that many ends in one place, whose nearest are all the same few, find each other. With far the next may be
// anywhere: then a round joins a sixth of the fragments at least, whatever a matrix has in store.
func (f *fragments) endEdges(ctx context.Context, ends *boxes, far bool) (pairs, error) {
	n := len(ends.cities)
	edges := newPairs(n * (endWidth + 1))
	err := inShares(ctx, n, func(from, to int) {
		near := search{boxes: ends}
		for place := from; place < to; place++ {
			city := ends.cities[place]
			partner := f.other[city]
			near.run(place, &everywhere, partner, endWidth)
			next := ends.cities[(place+1)%n]
			if next == partner {
				next = ends.cities[(place+2)%n]
			}
			key := nearKey(ends.in.Distance(int(city), int(next)), next)
			if far || key>>32 <= near.nearest.bound>>32 {
				near.nearest.keys = append(near.nearest.keys, key)
			}
			// What is left of the room has edges from the city to itself, which join nothing.
			for k := range endWidth + 1 {
				length, other := uint64(0), city
				if k < len(near.nearest.keys) {
					length, other = near.nearest.keys[k]>>32, uint32(near.nearest.keys[k])
				}
				at := place*(endWidth+1) + k
				edges.keys[at], edges.values[at] = length<<32|uint64(min(city, other)), max(city, other)
			}
		}
	})
	return edges, err
}
