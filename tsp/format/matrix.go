package format

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// matrixBody returns the rows of a matrix without names, and the names of the rows or, without
// these, of the columns; nil if there are none. ok is false unless the matrix is a square whose
// diagonal is empty, 0 or -1, with at least so many rows. A first row or a first column with names may stand before it.
func (g *grid) matrixBody(least int) (body [][]string, names []string, ok bool) {
	type place struct{ row, column int }
	places := []place{{0, 0}, {1, 0}, {0, 1}, {1, 1}}
	if g.hasCorner() {
		places = []place{{1, 1}, {0, 0}, {1, 0}, {0, 1}}
	}
	for _, p := range places {
		if len(g.rows) == 0 || len(g.rows)-p.row != len(g.rows[0])-p.column {
			continue
		}
		body, first := [][]string(nil), []string(nil)
		for _, row := range g.rows[p.row:] {
			body, first = append(body, row[p.column:]), append(first, row[0])
		}
		switch {
		case !g.isMatrix(body, least):
		case p.column > 0:
			return body, first, true
		case p.row > 0:
			return body, g.rows[0], true
		default:
			return body, nil, true
		}
	}
	return nil, nil, false
}

// hasCorner reports whether the first field is above names and beside names: the diagonal then
// begins in the second row.
func (g *grid) hasCorner() bool {
	if len(g.rows) < 2 || len(g.rows[1]) < 2 {
		return false
	}
	_, corner := g.number(g.rows[0][0])
	_, above := g.number(g.rows[0][1])
	_, second := g.number(g.rows[1][1])
	return !corner && (second || !above && g.rows[0][1] != "")
}

// isMatrix reports whether there are enough rows, as many as columns, with nothing, 0 or -1 on the
// diagonal.
func (g *grid) isMatrix(rows [][]string, least int) bool {
	if len(rows) < least {
		return false
	}
	for i, row := range rows {
		if v, ok := g.number(row[i]); row[i] != "" && row[i] != noValue && (!ok || v != 0 && v != noLeg) {
			return false
		}
	}
	return true
}

// readMatrix reads a matrix of CSV.
func (s *source) readMatrix(g *grid) (*Input, error) {
	r, err := s.readLegs(g)
	if err != nil {
		return nil, err
	}
	return s.matrixOf(r, Matrix)
}

// readLegs reads the rows of a matrix of CSV.
func (s *source) readLegs(g *grid) (*Roads, error) {
	body, names, ok := g.matrixBody(tsp.MinCities)
	if !ok {
		body = g.rows
	} else if at := slices.Index(names, noValue); at >= 0 {
		return nil, s.errorAt(g.lines[0], "name %d of the matrix: %s", at+1, notNumber(noValue))
	} else if err := s.checkHeader(g, names, len(body)); err != nil {
		return nil, err
	}
	if n := int64(len(body)); n*n > s.limits.Distances {
		return nil, overLimit(s.errorAt(g.lines[0],
			"a matrix of %d rows has more than the limit of %d distances; give fewer places", n, s.limits.Distances))
	}
	distances := make([][]float64, len(body))
	marks, lines, bad := marks{isWorkbook: g.isWorkbook}, g.lines[len(g.lines)-len(body):], faults.List{}
	for i, row := range body {
		if err := s.ended(0); err != nil {
			return nil, err
		}
		line := lines[i]
		if len(row) != len(body) {
			return nil, s.errorAt(line, "%d distances in a matrix of %d rows", len(row), len(body))
		}
		distances[i] = make([]float64, len(row))
		for j, text := range row {
			v, ok := g.number(text)
			if text == "" {
				v = noLeg
			} else if !ok && i != j {
				bad.Add(s.errorAt(line, "the distance from row %d to row %d: %s", line, lines[j], notNumber(text)),
					fmt.Sprintf("row %d to row %d", line, lines[j]))
				continue
			} else if reason := marks.add(text); reason != "" {
				return nil, s.errorAt(line, "%s", reason)
			}
			if distances[i][j], ok = leg(v); !ok && i != j {
				bad.Add(s.errorAt(line, "%s, the distance from row %d to row %d, is negative; nothing or -1 stands for no leg",
					text, line, lines[j]), fmt.Sprintf("row %d to row %d", line, lines[j]))
			}
		}
	}
	if err := bad.Err(); err != nil {
		return nil, err
	}
	if reason := marks.unclear(g.separator); reason != "" {
		return nil, refuse(s.name, "%s", reason)
	}
	g.comma = marks.isComma(g.separator)
	return &Roads{Name: s.name, Legs: distances, Names: names, Warnings: g.warnings, lines: rowNumbers(lines)}, nil
}

// checkHeader returns an error if the columns of a matrix of n rows have the names of the rows in another
// order.
func (s *source) checkHeader(g *grid, names []string, n int) error {
	if len(g.rows) == n || len(g.rows[0]) == n {
		return nil
	}
	columns := onlyOnes(g.rows[0][1:], folded)
	for row, name := range names {
		if column, found := columns[folded(name)]; found && column != row {
			return s.errorAt(g.lines[0], "%s names row %d of the matrix and column %d; give rows and columns in one order",
				quote(name), row+1, column+1)
		}
	}
	return nil
}

// noLeg stands for no leg from one place to another, as nothing does.
const noLeg = -1

// leg returns the distance for a number in a matrix, +Inf for no leg, and whether it is one.
func leg(v float64) (float64, bool) {
	if v == noLeg {
		return math.Inf(1), true
	}
	return v, v >= 0
}

// matrixOf returns the instance of a square matrix.
func (s *source) matrixOf(r *Roads, format Format) (*Input, error) {
	if s.options.Metric != "" || len(s.options.Columns) > 0 {
		return nil, s.options.notFor(s.name, format)
	}
	n := len(r.Legs)
	if err := s.checkPlaces(n, format); err != nil {
		return nil, err
	}
	in, warnings, err := r.instance(s.ctx, r.rowText, r.cellText)
	if err != nil {
		return nil, err
	}
	in.Names = r.ownNames()
	table := &Table{Header: []string{"name"}}
	for city := range n {
		name := fmt.Sprint(city + 1)
		if in.Names != nil {
			name = in.Names[city]
		}
		table.Rows = append(table.Rows, []string{name})
	}
	input := &Input{Instance: in, Format: format, Table: table, Ends: r.ends,
		Warnings: slices.Concat(warnings, r.Warnings), leg: r.cellText}
	in.Rows = r.lines
	input.setStart(r)
	return input, nil
}

// fewestOfList is the number of places from which on a list is taken before a longer one, and rows of
// numbers can be a matrix. One or two are more often an addition to the list of places.
const fewestOfList = 3

// checkPlaces returns an error for no places, with what else is in the file and not used, and
// for columns that only CSV has.
func (s *source) checkPlaces(n int, format Format, unused ...string) error {
	switch {
	case n < tsp.MinCities:
		return refuse(s.name, "%s", strings.Join(append([]string{"there are no places"}, unused...), "; "))
	case len(s.options.Columns) > 0:
		return refuse(s.name, "%s files have no columns to choose; leave out the columns", format)
	}
	return s.options.checkSystem(s.name, format)
}
