package bound

import (
	"context"
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
// optimal. known returns that length, 0 if there is no tour; it is called often, from several
// goroutines at once. bounded receives the bound of HeldKarp as soon as it is complete.
//
// Three things leave the result at the bound of HeldKarp: the known tour is too long for a search, and
// becomes no shorter for a second; the instance has more than 1000 cities, or 500 if it is asymmetric;
// the time limit or ctx ends the search. The error is the one of ctx. The result is nil if ctx ends
// before that bound is complete.
//
// All processors search. BenchmarkProve prints how many published instances take at most 2
// and 10 s: most of up to 100 cities take less than 2 s, but pr76, whose bound is 2.8% below the optimum,
// takes more than a minute.
//
// A subproblem has required and forbidden edges, and its bound is a minimum 1-tree (Volgenant and
// Jonker, "A branch and bound algorithm for the symmetric traveling salesman problem based on the
// 1-tree relaxation", European Journal of Operational Research 9, 1982). It is branched on at a city with
// more than two edges in that tree: one child forbids an edge of the city, one requires it and forbids
// another, and one requires both. If an edge of the city is required already, there are two children.
// Edges that make the tree at least as heavy as the known tour are forbidden, and edges without which
// it would be are required. Weights are integers, so that every bound holds exactly.
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
		len(a.graph.Nodes) > mostNodes || bits.Len64(uint64(length))+a.bits > searchBits {
		return &result, nil
	}
	s := newSearch(a, func() int64 { return known() - offset })
	limited, cancel := options.limit(ctx, started, 1)
	defer cancel()
	if !s.run(limited) {
		return &result, ctx.Err()
	}
	proven := *first
	proven.Length = max(first.Length, s.shortest.Load())
	proven.complete(in, offset, started)
	return &proven, nil
}

// edgeState is what a subproblem requires of an edge.
type edgeState uint8

const (
	free edgeState = iota
	required
	forbidden
)

// search looks for tours of a graph.
type search struct {
	edges    []onetree.Edge // with lengths in multiples of 1<<bits
	bits     int
	nodes    int
	most     int64 // the largest absolute weight of a node
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
	states  []edgeState
	weights []int64 // of the nodes of the graph
}

const (
	// searchBits bounds the weight of a tree with the distances of a tour and weights of nodes.
	searchBits = 56
	// mostNodes is the most nodes for a search, which begins with all edges between them.
	mostNodes = 1000
)

// newSearch returns a search with the weights of an ascent as the first ones.
func newSearch(a *ascent, known func() int64) *search {
	n := len(a.graph.Nodes)
	s := &search{bits: a.bits, nodes: n, most: a.most, known: known, root: &subproblem{weights: slices.Clone(a.graph.Nodes)}}
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
			s.root.states = append(s.root.states, f)
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

// run reports whether no tour is shorter than the shortest one. It returns false if it gives up, or if
// the context ends.
func (s *search) run(ctx context.Context) bool {
	switch begun, proven := s.start(ctx); {
	case proven:
		return true
	case !begun:
		return false
	}
	children := newBrancher(s).explore(ctx, s.root, rootRounds)
	if len(children) == 0 {
		return ctx.Err() == nil
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
	return ctx.Err() == nil
}

// mostEdges is the most edges for each node with which a search begins. kroA100 has 7, whose search takes
// a second, and pr76 has 11, whose search takes more than a minute.
const mostEdges = 16

// Where more edges are left, a search waits for a shorter known tour: it looks as often, with a pause.
const mostLooks, lookPause = 100, 10 * time.Millisecond

// start decides about all edges, and keeps those that are left. It reports whether a search is to be
// made, and whether no shorter tour is left already.
func (s *search) start(ctx context.Context) (begun, proven bool) {
	for {
		p := &subproblem{slices.Clone(s.root.states), slices.Clone(s.root.weights)}
		b, limit := newBrancher(s), s.limit()
		b.startOrder(p)
		if _, _, ok := b.decideAll(ctx, p); !ok {
			return false, ctx.Err() == nil
		}
		left := 0
		for _, f := range p.states {
			if f != forbidden {
				left++
			}
		}
		if left <= mostEdges*s.nodes {
			s.root = p
			s.drop([]*subproblem{p})
			return true, false
		}
		for look := 0; s.limit() == limit; look++ {
			if look == mostLooks {
				return false, false
			}
			select {
			case <-ctx.Done():
				return false, false
			case <-time.After(lookPause):
			}
		}
	}
}

// drop removes the edges that are forbidden in all subproblems.
func (s *search) drop(all []*subproblem) {
	var kept []int
	for e := range s.edges {
		if slices.ContainsFunc(all, func(p *subproblem) bool { return p.states[e] != forbidden }) {
			kept = append(kept, e)
		}
	}
	edges := make([]onetree.Edge, len(kept))
	for i, e := range kept {
		edges[i] = s.edges[e]
	}
	for _, p := range all {
		states := make([]edgeState, len(kept))
		for i, e := range kept {
			states[i] = p.states[e]
		}
		p.states = states
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
