package tsplib

import (
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/fragments"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// ReadFixed returns the instance with the fixed edges of a list besides its own. Each line has two
// cities, by name, id, row or number as for [tsp.Instance.City], with a comma or, if no name has blanks,
// with blanks between them. name is the list's name in messages. A line that is no edge, or an
// edge that no tour can have beside those before it, is a [*tsp.SyntaxError]; any other error
// comes from r. An asymmetric instance with coordinates is an [*tsp.Error].
func ReadFixed(r io.Reader, name string, in *tsp.Instance) (*tsp.Instance, error) {
	if !in.Symmetric() && in.Metric != tsp.Explicit {
		return nil, tsp.Errorf("instance "+parse.Quote(in.Name),
			"kind ATSP with coordinates has no fixed edges; use kind TSP")
	}
	f := fragments.NewFixed(in.Dimension(), 1, !in.Symmetric())
	counted := *in
	counted.FirstNumber = 1 // as the list counts
	f.CityText = counted.CityText
	fragments.AddAll(f, in.Fixed)
	l, names, with := newLines(context.Background(), r, name), in.CityNames(), *in
	with.Fixed = slices.Clone(in.Fixed)
	for l.next() {
		e, err := l.namedEdge(names)
		if err != nil {
			return nil, err
		}
		if reason := f.Add(e); reason != "" {
			return nil, l.errorf("fixed edge from %s to %s: %s", f.CityText(e[0]), f.CityText(e[1]), reason)
		}
		with.Fixed = append(with.Fixed, e)
	}
	return &with, l.err
}

// namedEdge parses the current line of a list of edges.
func (l *lines) namedEdge(names *tsp.CityNames) (e tsp.Edge, err error) {
	fields := strings.Fields(l.text)
	if strings.Contains(l.text, ",") {
		record := csv.NewReader(strings.NewReader(l.text))
		record.TrimLeadingSpace = true
		if fields, err = record.Read(); err != nil {
			return e, l.errorf("%s is not an edge: write a comma between two places, a name with a comma or a quote in quotes, "+
				"and each quote in the name twice", parse.Quote(l.text))
		}
	}
	if len(fields) != len(e) {
		return e, l.errorf("%s is not an edge: a line has two places, by name, id or number, with a comma between them",
			parse.Quote(l.text))
	}
	for i, text := range fields {
		city, err := names.City(strings.TrimSpace(text))
		if err != nil {
			return e, l.errorf("%s", err.(*tsp.Error).Reason)
		}
		e[i] = city
	}
	return e, nil
}
