package bound

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/onetree"
)

// Prove is [HeldKarp] and then a branch and bound: it looks for a tour that is shorter than the
// shortest known one. If there is none, the length of the known tour is the bound, and the tour is
// optimal. known returns that length, 0 while there is no tour; it is called now and then from several
// goroutines at once. bounded receives the bound of HeldKarp as soon as it is complete.
//
// If ctx ends the search, the result is the bound of HeldKarp, with the error of ctx. All processors
// search. BenchmarkProve prints how many published instances take 2 and 10 s: most of up to 100 cities
// take less than 2 s, but pr76, whose bound is 2.8% below the optimum, takes more than a minute.
//
// A subproblem has required and forbidden edges, and its bound is a minimum 1-tree (Volgenant and
// Jonker, "A branch and bound algorithm for the symmetric traveling salesman problem based on the
// 1-tree relaxation", European Journal of Operational Research 9, 1982). It is divided at a city with
// more than two edges in that tree: the parts forbid one of its edges, or require one or two and forbid
// the others. Edges that make the tree heavier than the known tour are forbidden, and edges without
// which it is heavier are required. Weights are integers, so that every bound holds exactly.
func Prove(ctx context.Context, in *tsp.Instance, options Options, known func() int64, bounded func(*Result)) (*Result, error) {
	started := time.Now()
	if err := options.check(in); err != nil {
		return nil, err
	}
	reduced, offset, err := simplify(ctx, in, options.Path)
	if err != nil {
		return nil, err
	}
	first, a, err := heldKarp(ctx, reduced, options, started)
	if err != nil {
		return nil, err
	}
	result := *first
	result.complete(in, offset, started)
	bounded(&result)
	if length := known(); length == 0 || result.Length >= length || a == nil || a.graph == nil ||
		bits.Len64(uint64(length))+a.bits > searchBits {
		return &result, nil
	}
	s := newSearch(a, func() int64 { return known() - offset })
	if err := s.run(ctx); err != nil {
		return &result, err
	}
	proven := *first
	proven.Length = max(first.Length, s.shortest.Load())
	proven.complete(in, offset, started)
	return &proven, nil
}

// fate is what a subproblem says of an edge.
type fate uint8

const (
	free fate = iota
	required
	forbidden
)

// search looks for tours of a graph.
type search struct {
	edges    []onetree.Edge // with lengths in multiples of 1<<bits
	bits     int
	nodes    int
	known    func() int64
	shortest atomic.Int64 // length of the shortest known tour
	root     *subproblem

	lock    sync.Mutex
	changed sync.Cond     // of open and working
	open    []*subproblem // the last one is next
	working int           // goroutines that may add to open
}

// subproblem stands for the tours that have all required edges and no forbidden one.
type subproblem struct {
	fates   []fate
	weights []int64 // of the nodes of the graph
}

// searchBits bounds the weight of a tree with the distances of a tour and weights of nodes.
const searchBits = 56

// newSearch returns a search with the weights of an ascent as the first ones.
func newSearch(a *ascent, known func() int64) *search {
	n := len(a.graph.Nodes)
	s := &search{bits: a.bits, nodes: n, known: known, root: &subproblem{weights: slices.Clone(a.graph.Nodes)}}
	s.changed.L = &s.lock
	for i := range uint32(n) {
		for j := i + 1; j < uint32(n); j++ {
			d := a.distance(i, j)
			if d >= sameKind {
				continue
			}
			s.edges = append(s.edges, onetree.Edge{A: i, B: j, Length: d << s.bits})
			f := free
			if a.partner != nil && a.partner[i] == j {
				f = required
			}
			s.root.fates = append(s.root.fates, f)
		}
	}
	s.shortest.Store(known())
	return s
}

// limit returns the weight above which a tree stands for no shorter tour.
func (s *search) limit() int64 {
	for {
		shortest, now := s.shortest.Load(), s.known()
		if now >= shortest || s.shortest.CompareAndSwap(shortest, now) {
			return (min(now, shortest) - 1) << s.bits
		}
	}
}

// found notes the length of a tour.
func (s *search) found(weight int64) {
	length := weight >> s.bits
	for {
		shortest := s.shortest.Load()
		if length >= shortest || s.shortest.CompareAndSwap(shortest, length) {
			return
		}
	}
}

// run returns when no shorter tour is left, or with the error of the context.
func (s *search) run(ctx context.Context) error {
	if !s.start(ctx) {
		return ctx.Err()
	}
	children := newBrancher(s).explore(ctx, s.root, rootRounds)
	if len(children) == 0 {
		return ctx.Err()
	}
	s.drop(children)
	s.open = children
	stop := context.AfterFunc(ctx, func() {
		s.lock.Lock()
		s.changed.Broadcast()
		s.lock.Unlock()
	})
	defer stop()
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() { s.work(ctx) })
	}
	workers.Wait()
	return ctx.Err()
}

// mostEdges is the most edges for each node with which a search begins. kroA100 has 7, whose search takes
// a second, and pr76 has 11, whose search takes more than a minute.
const mostEdges = 16

// start decides about all edges, and keeps those that are left. While they are too many, it waits for a
// shorter known tour. It reports whether a search is to be made.
func (s *search) start(ctx context.Context) bool {
	for {
		p := &subproblem{slices.Clone(s.root.fates), slices.Clone(s.root.weights)}
		b, limit := newBrancher(s), s.limit()
		b.startOrder(p)
		if _, _, ok := b.decideAll(ctx, p); !ok {
			return false
		}
		left := 0
		for _, f := range p.fates {
			if f != forbidden {
				left++
			}
		}
		if left <= mostEdges*s.nodes {
			s.root = p
			s.drop([]*subproblem{p})
			return true
		}
		for s.limit() == limit {
			select {
			case <-ctx.Done():
				return false
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
}

// drop removes the edges that are forbidden in all subproblems.
func (s *search) drop(all []*subproblem) {
	var kept []int
	for e := range s.edges {
		if slices.ContainsFunc(all, func(p *subproblem) bool { return p.fates[e] != forbidden }) {
			kept = append(kept, e)
		}
	}
	edges := make([]onetree.Edge, len(kept))
	for i, e := range kept {
		edges[i] = s.edges[e]
	}
	for _, p := range all {
		fates := make([]fate, len(kept))
		for i, e := range kept {
			fates[i] = p.fates[e]
		}
		p.fates = fates
	}
	s.edges = edges
}

// work explores subproblems until none is left.
func (s *search) work(ctx context.Context) {
	b := newBrancher(s)
	s.lock.Lock()
	defer s.lock.Unlock()
	for ctx.Err() == nil {
		if len(s.open) == 0 {
			if s.working == 0 {
				return
			}
			s.changed.Wait()
			continue
		}
		last := len(s.open) - 1
		next := s.open[last]
		s.open = s.open[:last]
		s.working++
		s.lock.Unlock()
		children := b.explore(ctx, next, 1)
		s.lock.Lock()
		s.working--
		s.open = append(s.open, children...)
		s.changed.Broadcast()
	}
}

// noEdge stands for no edge, and noWeight for its weight.
const (
	noEdge   = -1
	noWeight = math.MaxInt64
)
