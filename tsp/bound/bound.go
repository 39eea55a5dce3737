package bound

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// Options says how much work a bound is worth. The zero value is a good choice for every instance.
type Options struct {
	// Iterations is the number of steps of the ascent. 0 means 5,000,000 divided by the number of
	// cities, from 50 to 2000: a few seconds for up to 100,000 cities. In an asymmetric instance a
	// city counts twice. With a time limit 0 means as many as fit, up to 2000.
	Iterations int

	// TimeLimit ends the computation. The bound is the largest that is complete then: of a tree of
	// all edges or, if none is, the smaller one that HeldKarp has before the first tree. 0 means
	// no limit. With a limit the bound depends on the speed of the machine.
	TimeLimit time.Duration

	// Path has the first and the last city of open paths. Each may be tsp.FreeEnd. The bound is
	// then a bound of all paths with these ends. nil: closed tours.
	Path *tsp.Ends
}

// Result is a lower bound.
type Result struct {
	Length     int64 // no tour is shorter, in steps
	InUnits    int64 // no tour is shorter in units: it is less where steps are rounded; see tsp.Instance.UnitBound
	Iterations int   // steps of the ascent
	// Degrees has, by number of edges, the cities of the 1-tree with that number; in an asymmetric
	// instance, its nodes. In a tour all have 2. nil: no tree was complete.
	Degrees []int
	Elapsed time.Duration
}

// HeldKarp returns the Held–Karp bound of a valid instance: the length of a minimum 1-tree whose
// cities have weights, rounded up (Held and Karp, "The Traveling-Salesman Problem and Minimum
// Spanning Trees: Part II", Mathematical Programming 1, 1971). A subgradient ascent on the edges
// of candidate lists chooses the weights. The last tree is of all edges and computed in integers:
// whatever the weights, no tour is shorter than the bound. With random cities in the plane the
// best weights give a bound about 0.7% below the optimum (Johnson and McGeoch, "Experimental
// Analysis of Heuristics for the STSP", in The Traveling Salesman Problem and Its Variations,
// 2002).
//
// The bound is one of the tours that have all fixed edges: the 1-tree has them too. In an
// asymmetric instance each city is a pair of nodes as in [reduce.NodePairs], and the ascent begins
// with the prices of an optimal assignment. So the bound is at least the length of the shortest
// assignment.
//
// The bound before the first tree is half of the sum of the lengths of the two shortest edges of
// each city, or in an asymmetric instance the sum of the prices.
//
// Without a time limit the bound is the same on every machine. HeldKarp uses all processors. A
// matrix takes time proportional to n², an asymmetric one in the worst case n³. The error is a
// [*tsp.Error] for an instance that is not valid, for options that are negative, for ends that
// no path has and for a time limit that is too short for any bound, and the context's error when
// the context ends.
func HeldKarp(ctx context.Context, in *tsp.Instance, options Options) (*Result, error) {
	started := time.Now()
	if err := options.check(in); err != nil {
		return nil, err
	}
	reduced, offset, err := simplify(ctx, in, options.Path)
	if err != nil {
		return nil, err
	}
	result, _, err := heldKarp(ctx, reduced, options, started)
	if err != nil {
		return nil, err
	}
	result.complete(in, offset, started)
	return result, nil
}

// check refuses an instance that is not valid, and options out of range.
func (o Options) check(in *tsp.Instance) error {
	switch {
	case o.Iterations < 0:
		return refuse("%d iterations are less than 0", o.Iterations)
	case o.TimeLimit < 0:
		return refuse("the time limit %s is less than 0", o.TimeLimit)
	}
	return in.Validate()
}

// complete makes a bound of an instance of a bound of a simpler one.
func (r *Result) complete(in *tsp.Instance, offset int64, started time.Time) {
	r.Length += offset
	r.InUnits = in.UnitBound(r.Length)
	r.Elapsed = time.Since(started)
}

// heldKarp returns the bound of an instance whose cities have at most one fixed edge each, or that
// has only one tour, and its ascent, nil with one tour.
func heldKarp(ctx context.Context, in *tsp.Instance, options Options, started time.Time) (*Result, *ascent, error) {
	if only := onlyTour(in); only != nil {
		return &Result{Length: only.Length(in), Degrees: []int{0, 0, len(only)}}, nil, ctx.Err()
	}
	limited, cancel := options.limit(ctx, started, 1)
	defer cancel()
	a, err := newAscent(ctx, limited, in, options, started)
	if err != nil && ctx.Err() == nil && limited.Err() != nil {
		return nil, nil, refuse("no bound is complete within %s: allow more time",
			options.TimeLimit.Round(time.Millisecond))
	}
	if err != nil {
		return nil, nil, err
	}
	result, err := a.run(ctx, limited, options, started)
	return result, a, err
}

// limit returns a context that ends after a part of the time limit, if there is one.
func (o Options) limit(
	ctx context.Context, started time.Time, part time.Duration,
) (context.Context, context.CancelFunc) {
	if o.TimeLimit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, started.Add(o.TimeLimit/part))
}

func refuse(format string, args ...any) error {
	return &tsp.Error{Subject: "lower bound", Reason: fmt.Sprintf(format, args...)}
}

// simplify returns an instance that is simpler to bound: each of its tours stands for a tour of in
// or, if ends are given, for an open path. offset is the length of the tour or path minus the
// length of the simpler instance's tour. Each city has at most one fixed edge, unless there is
// only one tour.
func simplify(ctx context.Context, in *tsp.Instance, ends *tsp.Ends) (reduced *tsp.Instance, offset int64, err error) {
	if in.Metric != tsp.Explicit && !in.Symmetric() { // distances of coordinates are symmetric
		symmetric := *in
		symmetric.Kind, in = tsp.TSP, &symmetric
	}
	if ends != nil {
		path, err := reduce.ClosePath(ctx, in, *ends)
		if err != nil {
			return nil, 0, err
		}
		in, offset = path.Instance, path.Offset
	}
	if c := reduce.Contract(in); c != nil {
		return c.Instance, offset + c.Offset, nil
	}
	return in, offset, nil
}

// onlyTour returns the tour of an instance that has only one, otherwise nil. It has fewer than three
// cities, or its fixed edges are one path, or two paths in an asymmetric instance.
func onlyTour(in *tsp.Instance) tsp.Tour {
	paths := 1
	if !in.Symmetric() {
		paths = 2
	}
	if in.Dimension() >= 3 && len(in.Fixed) < in.Dimension()-paths {
		return nil
	}
	return slices.Concat(reduce.FixedPaths(in)...)
}
