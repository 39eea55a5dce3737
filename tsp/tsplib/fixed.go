package tsplib

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp/internal/parse"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
)

// readFixed reads a FIXED_EDGES_SECTION: an edge on each line, as the numbers of two cities, and -1 at the end.
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

// checkFixed returns an error at the line of the first fixed edge that no tour can have beside those before it. It needs memory for all cities, so
// it is called when they are known.
func (h *header) checkFixed(in *tsp.Instance) error {
	if len(in.Fixed) == 0 {
		return nil
	}
	if !in.Symmetric() && in.Metric != tsp.Explicit {
		return h.lines.errorAt(h.seen["FIXED_EDGES_SECTION"], "FIXED_EDGES_SECTION needs TYPE TSP or a matrix: kind ATSP with coordinates has no fixed edges")
	}
	if i, reason := fragments.AddAll(fragments.NewFixed(in.Dimension(), !in.Symmetric()), in.Fixed); reason != "" {
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
