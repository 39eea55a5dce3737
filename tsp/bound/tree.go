package bound

import (
	"context"
	"sync/atomic"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// link is an edge with its weight.
type link struct {
	weight int64
	a, b   uint32 // a < b
	added  bool   // the graph does not have it
}

// noLink is heavier than every edge.
const noLink = int64(1) << 62

// less orders edges by weight, then by cities: no two are equal.
func (e link) less(other link) bool {
	if e.weight != other.weight {
		return e.weight < other.weight
	}
	if e.a != other.a {
		return e.a < other.a
	}
	return e.b < other.b
}

// spanning makes a minimum spanning tree of all edges between cities (Borůvka, see March, Ram and
// Gray, "Fast Euclidean Minimum Spanning Tree", KDD 2010). In each round, each component finds its
// lightest edge to another. The edges of a graph are first guesses, and boxes that have no lighter
// edge are skipped.
type spanning struct {
	boxes      *boxes
	graph      *onetree.Graph
	components []uint32
	sets       onetree.Forest
	least      []atomic.Int64 // by component: the weight of the lightest edge found in the round
	best       []link         // by component
	found      []link         // by city: its lightest edge found in the round that is not one of the graph
	edges      []link         // of the tree
	open       []onetree.Edge // of the graph, between different components
}

// newSpanning returns the minimum spanning tree of all edges. Places of the graph are cities. The
// error is the context's.
func newSpanning(ctx context.Context, b *boxes, g *onetree.Graph) (*spanning, error) {
	n := len(g.Nodes)
	s := &spanning{
		boxes: b, graph: g, components: cityset.All[uint32](n), sets: onetree.NewForest(n), least: make([]atomic.Int64, n),
		best: make([]link, n), found: make([]link, n), open: append([]onetree.Edge(nil), g.Edges...),
	}
	for len(s.edges) < n-1 {
		if err := s.round(ctx); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *spanning) round(ctx context.Context) error {
	for city := range s.best {
		s.best[city].weight, s.found[city].weight = noLink, noLink
	}
	left := s.open[:0]
	for _, e := range s.open {
		if s.components[e.A] != s.components[e.B] {
			left = append(left, e)
			s.offer(link{s.graph.Weight(e), e.A, e.B, false})
		}
	}
	s.open = left
	for city := range s.best {
		s.least[city].Store(s.best[city].weight)
	}
	s.boxes.label(s.components)
	leaves := len(s.boxes.levels[0])
	err := parallel.Batches(ctx, leaves, func(from, to int) {
		f := finder{spanning: s}
		for leaf := from; leaf < to; leaf++ {
			f.find(leaf)
		}
	})
	if err != nil {
		return err
	}
	for _, e := range s.found {
		if e.weight < noLink {
			s.offer(e)
		}
	}
	for _, e := range s.best {
		if e.weight < noLink && s.sets.Join(e.a, e.b, e.weight) {
			s.edges = append(s.edges, e)
		}
	}
	for city := range s.components {
		s.components[city] = s.sets.Root(uint32(city))
	}
	return nil
}

// offer keeps an edge if it is the lightest so far of one of its components.
func (s *spanning) offer(e link) {
	for _, city := range [2]uint32{e.a, e.b} {
		if best := &s.best[s.components[city]]; e.less(*best) {
			*best = e
		}
	}
}

// finder finds the lightest edges of the cities of a box.
type finder struct {
	*spanning
	leaf     *box
	from, to int // its cities
	reach    int64
	stack    []level
}

// level is a box on a level.
type level struct{ level, at int }

// find sets found for the cities of a box of the lowest level. It skips edges that are heavier
// than the lightest found for the component. Among edges of equal weight it skips only the ones
// after a known edge, so that the tree does not depend on which edges are found first.
func (f *finder) find(leaf int) {
	f.leaf, f.from, f.to = &f.boxes.levels[0][leaf], leaf*leafCities, min((leaf+1)*leafCities, len(f.components))
	f.setReach()
	f.stack = append(f.stack[:0], level{len(f.boxes.levels) - 1, 0})
	for len(f.stack) > 0 {
		next := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		b := &f.boxes.levels[next.level][next.at]
		switch {
		case b.component == f.leaf.component && b.component != mixed:
		case !f.mayBeLightest(f.graph.Scaled(f.boxes.apart(f.leaf, b))+b.lightest, f.boxes.firstCity(next)):
		case next.level == 0:
			f.compare(b, next.at)
		default:
			below := len(f.boxes.levels[next.level-1])
			for k := next.at * fanout; k < min((next.at+1)*fanout, below); k++ {
				f.stack = append(f.stack, level{next.level - 1, k})
			}
		}
	}
}

// mayBeLightest reports whether an edge to a box may be the first of a component's lightest edges.
// It compares a lower bound of the weights, without the weight of the city in the leaf, and the
// first city of the box.
func (f *finder) mayBeLightest(weight int64, first uint32) bool {
	if weight != f.reach {
		return weight < f.reach
	}
	for city := uint32(f.from); int(city) < f.to; city++ { // with many cities at one place most weights are equal
		e := link{weight + f.graph.Nodes[city], min(city, first), max(city, first), true}
		if e.less(f.found[city]) && e.less(f.best[f.components[city]]) {
			return true
		}
	}
	return false
}

// setReach sets the largest weight of an edge that may be kept, without the weight of its city in
// the box.
func (f *finder) setReach() {
	f.reach = -noLink
	for city := f.from; city < f.to; city++ {
		f.reach = max(f.reach, f.least[f.components[city]].Load()-f.graph.Nodes[city])
	}
}

// compare finds the lightest edges between the cities of two boxes.
func (f *finder) compare(b *box, leaf int) {
	improved := false
	for city := f.from; city < f.to; city++ {
		component := f.components[city]
		limit := f.least[component].Load()
		for other := leaf * leafCities; other < min((leaf+1)*leafCities, len(f.components)); other++ {
			if f.components[other] == component {
				continue
			}
			w := f.graph.Length(uint32(city), uint32(other)) + f.graph.Nodes[city] + f.graph.Nodes[other]
			if w > limit {
				continue
			}
			if e := (link{w, uint32(min(city, other)), uint32(max(city, other)), true}); e.less(f.found[city]) {
				f.found[city] = e
			}
			if w < limit {
				limit, improved = w, true
				lower(&f.least[component], w)
			}
		}
	}
	if improved {
		f.setReach()
	}
}

// lower sets a value to a smaller one, if it is larger.
func lower(value *atomic.Int64, to int64) {
	for {
		now := value.Load()
		if now <= to || value.CompareAndSwap(now, to) {
			return
		}
	}
}
