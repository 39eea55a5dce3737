package reduce

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
)

// ClosedPath is an instance whose closed tours stand for the open paths of another one. If both
// ends of the paths are given, it has the same cities and a fixed edge between the ends. With a
// free end it is a matrix with one more city, the last. That city is at distance 0 from all
// others, and fixed edges join it to the given end: a tour without it is a path of the same
// length.
type ClosedPath struct {
	Instance *tsp.Instance
	Offset   int64 // length of a path minus the length of its closed tour
	ends     tsp.Ends
	original *tsp.Instance
}

// ClosePath returns the closed tours that stand for the open paths of a valid instance with the
// given ends. The error is an [*tsp.Error]: for an asymmetric instance with coordinates, if no
// path with the fixed edges has these ends, and if an end is free and the matrix would be too
// large. It is the context's cause if the context ends first.
func ClosePath(ctx context.Context, in *tsp.Instance, ends tsp.Ends) (*ClosedPath, error) {
	if err := CheckEnds(in, ends); err != nil {
		return nil, err
	}
	c := &ClosedPath{ends: ends, original: in}
	if anyFree(ends) {
		return c, c.addCity(ctx)
	}
	closing := tsp.Edge{ends[1], ends[0]}
	closed, err := in, error(nil)
	if !isOnlyLeg(in, ends) {
		if joinsEnds(in, ends) {
			return nil, tsp.Errorf("open path", "no path has these ends: a fixed edge joins %s and %s; remove it, or choose other ends",
				in.CityText(ends[0]), in.CityText(ends[1]))
		}
		closed, err = in.WithFixed(closing)
	}
	if err != nil {
		return nil, tsp.Errorf("open path", "no path has these ends: %s", reasonOf(err))
	}
	c.Instance, c.Offset = closed, -in.Distance(int(closing[0]), int(closing[1]))
	return c, nil
}

// isOnlyLeg reports whether the fixed edges are the path from one end to the other: of two cities.
func isOnlyLeg(in *tsp.Instance, ends tsp.Ends) bool {
	return in.Dimension() == 2 && len(in.Fixed) == 1 && (in.Symmetric() || in.Fixed[0] == tsp.Edge(ends))
}

// joinsEnds reports whether a fixed edge joins the ends of a path, which has other cities between them.
func joinsEnds(in *tsp.Instance, ends tsp.Ends) bool {
	return slices.ContainsFunc(in.Fixed, func(e tsp.Edge) bool {
		return e == tsp.Edge(ends) || e == tsp.Edge{ends[1], ends[0]}
	})
}

// anyFree reports whether an end is free.
func anyFree(e tsp.Ends) bool { return slices.Contains(e[:], tsp.FreeEnd) }

// CheckEnds returns the error of [ClosePath] for ends that no path of the instance has. If the instance
// is a matrix, it also returns the error for one that would be too large.
func CheckEnds(in *tsp.Instance, ends tsp.Ends) error {
	if !in.Symmetric() && in.Metric != tsp.Explicit {
		return tsp.Errorf("open path", "kind ATSP with coordinates has none; use kind TSP")
	}
	for _, city := range ends {
		if reason := invalidEnd(in, city); reason != "" {
			return tsp.Errorf("open path", "%s", reason)
		}
	}
	switch {
	case !anyFree(ends) && ends[0] == ends[1]:
		return tsp.Errorf("open path", "it needs two different ends, not %s twice", in.CityText(ends[0]))
	case anyFree(ends) && len(in.Fixed) == in.Dimension():
		return tsp.Errorf("open path", "the whole tour is fixed; an open path lacks one of its edges")
	case anyFree(ends) && in.Metric == tsp.Explicit:
		return checkPathMatrix(in)
	}
	return nil
}

// invalidEnd returns why no path has an end, or "".
func invalidEnd(in *tsp.Instance, city int32) string {
	if city == tsp.FreeEnd {
		return ""
	}
	if city < 0 || int(city) >= in.Dimension() {
		return in.OutsideText(city)
	}
	edges := 0
	for _, e := range in.Fixed {
		if slices.Contains(e[:], city) {
			edges++
		}
	}
	if edges == 2 {
		return in.CityText(city) + " has two fixed edges; an end of a path has at most one"
	}
	return ""
}

// addCity sets the instance with one more city.
func (c *ClosedPath) addCity(ctx context.Context) error {
	in := c.original
	if err := checkPathMatrix(in); err != nil {
		return err
	}
	closed, err := pathMatrix(ctx, in)
	if err != nil {
		return err
	}
	fixed, added := slices.Clone(in.Fixed), int32(in.Dimension())
	for _, e := range []tsp.Edge{{added, c.ends[0]}, {c.ends[1], added}} {
		if !slices.Contains(e[:], tsp.FreeEnd) {
			fixed = append(fixed, e)
		}
	}
	if c.Instance, err = closed.WithFixed(fixed...); err != nil {
		return tsp.Errorf("open path", "no path has these ends: %s", reasonOf(err))
	}
	return nil
}

// checkPathMatrix returns an error if the matrix of an open path with a free end is too large.
func checkPathMatrix(in *tsp.Instance) error {
	n := in.Dimension()
	lack := fmt.Sprintf("of at most %d cities, and %s has %d", matrix.MaxCities-1, in.Name, n)
	if n < matrix.MaxCities {
		if lack = matrix.Lack(n + 1); lack == "" {
			return nil
		}
		lack = "with one more city, and " + lack
	}
	remedy := "give both ends"
	if in.Metric != tsp.Explicit {
		remedy += ", or leave out the initial tour"
	}
	return tsp.Errorf("open path", "with a free end it needs a matrix %s; %s", lack, remedy)
}

// pathMatrix returns a matrix with one more city, the last, at distance 0 from all others, and
// without fixed edges. Each open path of the original, together with that city, is a tour of the
// same length.
func pathMatrix(ctx context.Context, in *tsp.Instance) (*tsp.Instance, error) {
	n := in.Dimension()
	m := &tsp.Instance{
		Name: in.Name, Comment: in.Comment, FirstNumber: in.FirstNumber, Kind: in.Kind, Metric: tsp.Explicit,
		Unit: in.Unit, Forbidden: in.Forbidden, Weights: make([]int32, (n+1)*(n+1)),
	}
	distance := in.DistanceFunc()
	if err := parallel.Each(ctx, runtime.GOMAXPROCS(0), n, func(_, i int) {
		row := m.Weights[i*(n+1):][:n]
		for j := range row {
			row[j] = int32(distance(uint32(i), uint32(j)))
		}
	}); err != nil {
		return nil, context.Cause(ctx)
	}
	return m, nil
}

// IsAdded reports whether a city is the one that the closed tours have and the paths have not.
func (c *ClosedPath) IsAdded(city int32) bool { return int(city) >= c.original.Dimension() }

// hasCity reports whether the closed tours have one more city than the paths.
func (c *ClosedPath) hasCity() bool { return c.Instance.Dimension() > c.original.Dimension() }

// Expand returns the path for a closed tour, in its order. Of a path with two free ends the end
// with the smaller number is first.
func (c *ClosedPath) Expand(t tsp.Tour) tsp.Tour {
	var path tsp.Tour
	if c.hasCity() {
		at := slices.Index(t, int32(len(t)-1))
		path = slices.Concat(t[at+1:], t[:at])
	} else {
		at := slices.Index(t, c.ends[0])
		if c.original.Symmetric() && t[(at+1)%len(t)] == c.ends[1] { // backwards
			at = (at + 1) % len(t)
		}
		path = slices.Concat(t[at:], t[:at])
	}
	if !c.original.Symmetric() {
		return path
	}
	first, last := path[0], path[len(path)-1]
	backwards := first != c.ends[0] && c.ends[0] != tsp.FreeEnd || last != c.ends[1] && c.ends[1] != tsp.FreeEnd
	if backwards || c.ends == (tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}) && first > last {
		slices.Reverse(path)
	}
	return path
}

// Reduce returns the closed tour for a closed tour of the original. With a free end, the added
// city replaces the longest edge that may be missing in the path. If there is none, the tour
// returned lacks a fixed edge.
func (c *ClosedPath) Reduce(t tsp.Tour) tsp.Tour {
	if !c.hasCity() {
		return t
	}
	n := len(t)
	fixed := make(map[tsp.Edge]bool, 2*len(c.original.Fixed))
	for _, e := range c.original.Fixed {
		fixed[e], fixed[tsp.Edge{e[1], e[0]}] = true, true
	}
	at, longest := n-1, int64(-1)
	for i, from := range t {
		to := t[(i+1)%n]
		if !c.mayEndAt(from, to) || fixed[tsp.Edge{from, to}] {
			continue
		}
		if length := c.original.Distance(int(from), int(to)); length > longest {
			at, longest = i, length
		}
	}
	return slices.Concat(t[:at+1], tsp.Tour{int32(n)}, t[at+1:])
}

// mayEndAt reports whether two cities can be the last and the first city of a path; in a symmetric
// instance also in the other order.
func (c *ClosedPath) mayEndAt(a, b int32) bool {
	if !c.original.Symmetric() {
		return (c.ends[0] == tsp.FreeEnd || c.ends[0] == b) && (c.ends[1] == tsp.FreeEnd || c.ends[1] == a)
	}
	for _, city := range c.ends {
		if city != tsp.FreeEnd && city != a && city != b {
			return false
		}
	}
	return true
}
