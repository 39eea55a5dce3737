package tsplib

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// Weights of the instance of a Hamiltonian cycle problem. A tour that has as many edges of weight edgeWeight as cities is a Hamiltonian cycle. Neither is
// 0: a shortest tour has a length that a run can have as its target.
const (
	edgeWeight   = 1
	noEdgeWeight = 2
)

// hcp is TSPLIB's TYPE of Hamiltonian cycle problems.
const hcp = "HCP"

// edgeFormats are the values of EDGE_DATA_FORMAT.
var edgeFormats = []string{"EDGE_LIST", "ADJ_LIST"}

// readEdges reads an EDGE_DATA_SECTION. As EDGE_LIST it has the two cities of each edge, as ADJ_LIST a city, its neighbours and -1. It ends
// with -1.
func readEdges(h *header, in *tsp.Instance, keyword, value string) error {
	if err := h.section(keyword, value, "TYPE", "DIMENSION", "EDGE_DATA_FORMAT"); err != nil {
		return err
	}
	if h.kind != hcp {
		return h.lines.errorf("%s needs TYPE %s", keyword, hcp)
	}
	n := h.dimension
	if err := h.planMatrix(); err != nil {
		return err
	}
	list, ended := h.format == "ADJ_LIST", false
	var edges []tsp.Edge
	for !ended {
		if !h.lines.next() {
			return h.lines.endOr("%s ends without -1", keyword)
		}
		var err error
		if edges, ended, err = h.edgeLine(edges, list); err != nil {
			return err
		}
	}
	edges = distinct(edges)
	if len(edges) < n-1 {
		return h.lines.errorf("%d edges are too few: a path through %d cities has %d", len(edges), n, n-1)
	}
	if city := unvisitable(edges, n); city > 0 {
		return h.lines.errorf("no path visits all cities: city %d has no edge, or is the third with one", city)
	}
	var err error
	if in.Weights, err = h.lines.newMatrix(n, noEdgeWeight); err != nil {
		return err
	}
	in.Forbidden = noEdgeWeight
	for _, e := range edges {
		in.Weights[int(e[0])*n+int(e[1])], in.Weights[int(e[1])*n+int(e[0])] = edgeWeight, edgeWeight
	}
	return nil
}

// distinct returns the edges of a graph, each once.
func distinct(edges []tsp.Edge) []tsp.Edge {
	for i, e := range edges {
		edges[i] = tsp.Edge{min(e[0], e[1]), max(e[0], e[1])}
	}
	slices.SortFunc(edges, func(a, b tsp.Edge) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return slices.Compact(edges)
}

// unvisitable returns the number, from 1 on, of a city without edges or of the third city with one
// edge: a path has only two ends. It returns 0 if there is no such city.
func unvisitable(edges []tsp.Edge, n int) int {
	degrees := make([]int, n)
	for _, e := range edges {
		degrees[e[0]]++
		degrees[e[1]]++
	}
	ends := 0
	for city, degree := range degrees {
		if degree == 1 {
			ends++
		}
		if degree == 0 || ends > 2 {
			return city + 1
		}
	}
	return 0
}

// edgeLine appends the edges of the current line of an EDGE_DATA_SECTION and reports whether it ends the section.
func (h *header) edgeLine(edges []tsp.Edge, list bool) (all []tsp.Edge, ended bool, err error) {
	l, fields := h.lines, strings.Fields(h.lines.text)
	if slices.Equal(fields, []string{terminator}) {
		return edges, true, nil
	}
	last := len(fields) - 1
	if list {
		if fields[last] != terminator {
			return nil, false, l.errorf("a line of ADJ_LIST has a city, its neighbours and -1")
		}
		fields = fields[:last]
	} else if last != 1 {
		return nil, false, l.errorf("a line of EDGE_LIST has two cities")
	}
	for _, text := range fields[1:] {
		e, err := l.edge([]string{fields[0], text}, h.dimension)
		if err != nil {
			return nil, false, err
		}
		if e[0] == e[1] {
			return nil, false, l.errorf("an edge joins two different cities, not city %d and itself", e[0]+1)
		}
		edges = append(edges, e)
	}
	return edges, false, nil
}
