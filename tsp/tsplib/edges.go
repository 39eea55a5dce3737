package tsplib

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// Weights of the instance of a Hamiltonian cycle problem. A tour that has as many edges of weight
// edgeWeight as cities is a Hamiltonian cycle. Neither is 0: a shortest tour has a length that a
// run can have as its target.
const (
	edgeWeight   = 1
	noEdgeWeight = 2
)

// hcp is TSPLIB's TYPE of Hamiltonian cycle problems.
const hcp = "HCP"

// edgeFormats are the values of EDGE_DATA_FORMAT.
var edgeFormats = []string{"EDGE_LIST", "ADJ_LIST"}

// readEdges reads an EDGE_DATA_SECTION. As EDGE_LIST it has the two cities of each edge, as
// ADJ_LIST a city, its neighbours and -1. It ends with -1.
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

// edgeLine appends the edges of the current line of an EDGE_DATA_SECTION and reports whether it
// ends the section.
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

// readFixed reads a FIXED_EDGES_SECTION: an edge on each line, as the numbers of two cities, and
// -1 at the end.
func readFixed(h *header, in *tsp.Instance, keyword, value string) error {
	if err := h.section(keyword, value, "DIMENSION"); err != nil {
		return err
	}
	l := h.lines
	for l.next() {
		fields := strings.Fields(l.text)
		if len(fields) == 1 && fields[0] == terminator {
			return nil
		}
		if len(fields) != 2 {
			return l.errorf("%s has two cities on each line, and -1 at its end", keyword)
		}
		e, err := l.edge(fields, h.dimension)
		if err != nil {
			return err
		}
		in.Fixed, h.fixedLines = append(in.Fixed, e), append(h.fixedLines, l.number)
	}
	return l.endOr("%s ends without -1", keyword)
}

// edge parses the two cities of an edge, of n.
func (l *lines) edge(fields []string, n int) (e tsp.Edge, err error) {
	for i, text := range fields {
		if e[i], err = parse.City(text, n); err != nil {
			return e, l.errorf("%v", err)
		}
	}
	return e, nil
}

// checkFixed returns an error at the line of the first fixed edge that no tour can have beside
// those before it. It needs memory for all cities, so it is called when they are known.
func (h *header) checkFixed(in *tsp.Instance) error {
	if len(in.Fixed) == 0 {
		return nil
	}
	if !in.Symmetric() && in.Metric != tsp.Explicit {
		return h.lines.errorAt(h.seen["FIXED_EDGES_SECTION"],
			"FIXED_EDGES_SECTION needs TYPE TSP or a matrix: kind ATSP with coordinates has no fixed edges")
	}
	if i, reason := fragments.AddAll(fragments.NewFixed(in.Dimension(), 1, !in.Symmetric()), in.Fixed); reason != "" {
		e := in.Fixed[i]
		return h.lines.errorAt(h.fixedLines[i], "fixed edge from city %d to city %d: %s", e[0]+1, e[1]+1, reason)
	}
	return nil
}

// writeFixed writes the fixed edges, if there are some.
func writeFixed(b *bufio.Writer, in *tsp.Instance) {
	if len(in.Fixed) == 0 {
		return
	}
	b.WriteString("FIXED_EDGES_SECTION\n")
	for _, e := range in.Fixed {
		line := strconv.AppendInt(b.AvailableBuffer(), int64(e[0])+1, 10)
		line = strconv.AppendInt(append(line, ' '), int64(e[1])+1, 10)
		b.Write(append(line, '\n'))
	}
	b.WriteString(terminator + "\n")
}
