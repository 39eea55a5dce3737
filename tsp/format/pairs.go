package format

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// ReadPairs reads a JSON array of pairs of numbers: x and y or, with metric haversine, latitude and
// longitude. The table has the numbers as they were given. Of the options the metric, the coordinate
// reference system and the limits but for bytes are used; sheets and measures are refused. The error is
// a [*tsp.Error], for more places than the limit a [*tsp.LimitError], and when the context ends, its
// cause.
func ReadPairs(ctx context.Context, r io.Reader, name string, o Options) (*Input, error) {
	switch {
	case o.Sheet != "":
		return nil, o.noSheets(name)
	case o.Minimize != "":
		return nil, o.oneMatrix(name)
	}
	header := []string{string(X), string(Y)}
	if o.Metric == Haversine {
		header = []string{string(Latitude), string(Longitude)}
	}
	s := &source{ctx: ctx, name: name, limits: o.Limits.withDefaults(), options: Options{Format: CSV, Metric: o.Metric,
		CRS: o.CRS, Columns: Columns{Role(header[0]): "1", Role(header[1]): "2"}}}
	s.limits.Bytes = math.MaxInt64
	text, _, err := openText(ctx, r, name, s.limits)
	if err == nil {
		err = s.readText(text, JSON)
	}
	if err != nil {
		return nil, err
	}
	var syntax *tsp.SyntaxError
	var limit *tsp.LimitError
	g, err := s.pairs()
	if errors.As(err, &syntax) && !errors.As(err, &limit) {
		return nil, refuse(name, "%s; give an array of pairs [x, y], of numbers alone", syntax.Reason)
	}
	if err != nil {
		return nil, err
	}
	input, err := s.readRows(g)
	if errors.As(err, &syntax) {
		return nil, refuse(name, "city %d: %s", syntax.Line, syntax.Reason)
	}
	if err != nil {
		return nil, err
	}
	input.Table.Header, input.Instance.Rows = header, nil
	return input, nil
}

// pairs reads the rows of an array of pairs. Their lines are numbers of cities.
func (s *source) pairs() (*grid, error) {
	g, bad, r := &grid{dialect: dialect{separator: ','}}, faults.List{}, s.jsonReader()
	r.part.name = "cities"
	r.array(func(i int) {
		if i == s.limits.Places {
			r.fail(r.tooManyPlaces())
		}
		row := []string{}
		r.array(func(axis int) {
			row = append(row, r.pairNumber(&bad, i+1))
			if axis == 2 {
				r.failHere("there are more than two numbers")
			}
		})
		if len(row) < 2 {
			r.failHere("there are fewer than two numbers")
		}
		g.rows, g.lines = append(g.rows, row), append(g.lines, i+1)
	})
	r.finish()
	r.fail(bad.Err())
	if r.err == nil && len(g.rows) < tsp.MinCities {
		r.fail(refuse(s.name, "there are no places"))
	}
	return g, r.err
}

// pairNumber reads a number as it is written. What is none is added to the faults.
func (r *jsonReader) pairNumber(bad *faults.List, city int) string {
	kind, token := r.kind(), r.next()
	if r.err != nil {
		return ""
	}
	add := func(err error) { bad.Add(err, fmt.Sprintf("city %d", city)) }
	switch kind {
	case '{', '[':
		r.fail(r.wrong(token, "a number"))
	case '0':
		if _, err := token.Float(); err != nil {
			add(r.errorHere("%s is too large for a number of 64 bits", shorten(token.String())))
		}
		return token.String()
	default:
		add(r.wrong(token, "a number"))
	}
	return "0"
}
