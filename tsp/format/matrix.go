package format

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
)

// looksLikeMatrix reports whether a CSV file is a matrix: as many numbers in each row as there are rows, and zeros or nothing on the diagonal. A first
// row or a first column with names may stand before them.
func (g *grid) looksLikeMatrix() bool {
	body, _ := g.matrixBody()
	n := len(body)
	if n < tsp.MinCities {
		return false
	}
	for i, row := range body {
		if len(row) != n {
			return false
		}
		if v, ok := g.number(row[i]); (!ok || v != 0) && row[i] != "" {
			return false
		}
	}
	return true
}

// matrixBody returns the rows of a matrix without names, and the names of the rows, else those of the columns, else nil.
func (g *grid) matrixBody() (body [][]string, names []string) {
	body = g.rows
	n := len(body)
	if len(body[0]) == n-1 || len(body[0]) == n && !g.numbers(body[0][1:]) { // one row more than columns, or a header above both
		names, body = body[0], body[1:]
		n--
	}
	if n == 0 || len(body[0]) != n+1 {
		return body, names
	}
	first := make([]string, n)
	rest := make([][]string, n)
	for i, row := range body {
		first[i], rest[i] = row[0], row[1:]
	}
	return rest, first
}

// readMatrix reads a matrix of CSV.
func (s *source) readMatrix(g *grid) (*Input, error) {
	body, names := g.matrixBody()
	distances := make([][]float64, len(body))
	first := g.lines[len(g.lines)-len(body)]
	for i, row := range body {
		if len(row) != len(body) {
			return nil, s.errorAt(first+i, "%d distances in a matrix of %d rows", len(row), len(body))
		}
		distances[i] = make([]float64, len(row))
		for j, text := range row {
			v, ok := g.number(text)
			if !ok && i != j {
				return nil, s.errorAt(g.lines[len(g.lines)-len(body)+i], "%s, the distance from row %d to row %d, is not a number", quote(text), i+1, j+1)
			}
			distances[i][j] = v
		}
	}
	return s.matrixOf(distances, "", names, Matrix)
}

// matrixOf returns the instance of a matrix in a unit.
func (s *source) matrixOf(distances [][]float64, unit string, names []string, format Format) (*Input, error) {
	if s.options.Metric != "" || len(s.options.Columns) > 0 {
		return nil, s.options.notFor(s.name, format)
	}
	for i, row := range distances {
		if len(row) != len(distances) {
			return nil, refuse(s.name, "row %d of the matrix has %d distances, not one for each of the %d places", i+1, len(row), len(distances))
		}
	}
	in, err := tsp.FromDecimals(distances, unit)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(names, func(name string) bool { return name != "" }) {
		in.Names = names
	}
	n, zero := len(distances), 0
	for i, row := range distances {
		for j, d := range row {
			if i != j && d == 0 {
				zero++
			}
		}
	}
	table := &Table{Header: []string{"name"}}
	for city := range n {
		name := fmt.Sprint(city + 1)
		if in.Names != nil {
			name = in.Names[city]
		}
		table.Rows = append(table.Rows, []string{name})
	}
	return &Input{Instance: in, Format: format, Table: table, Warnings: zeroDistances(zero, n)}, nil
}
