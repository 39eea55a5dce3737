package tsplib

import (
	"math"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/matrix"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// matrixFormat says which parts of a matrix a file has, in the order of rows.
type matrixFormat struct{ lower, diagonal, upper bool }

// matrixFormats are the values of EDGE_WEIGHT_FORMAT. The columns of one triangle are the rows of
// the other, as these matrices are symmetric.
var matrixFormats = map[string]matrixFormat{
	"FULL_MATRIX":    {lower: true, diagonal: true, upper: true},
	"UPPER_ROW":      {upper: true},
	"LOWER_COL":      {upper: true},
	"LOWER_ROW":      {lower: true},
	"UPPER_COL":      {lower: true},
	"UPPER_DIAG_ROW": {diagonal: true, upper: true},
	"LOWER_DIAG_COL": {diagonal: true, upper: true},
	"LOWER_DIAG_ROW": {lower: true, diagonal: true},
	"UPPER_DIAG_COL": {lower: true, diagonal: true},
}

// columns returns the columns from..to-1 that a file has of row i of n.
func (f matrixFormat) columns(i, n int) (from, to int) {
	from, to = i, i
	if f.diagonal {
		to = i + 1
	} else if f.upper {
		from = i + 1
	}
	if f.lower {
		from = 0
	}
	if f.upper {
		to = n
	}
	return from, to
}

// count returns how many weights a file has.
func (f matrixFormat) count(n int) int {
	half := n * (n - 1) / 2
	count := 0
	if f.lower {
		count += half
	}
	if f.diagonal {
		count += n
	}
	if f.upper {
		count += half
	}
	return count
}

// matrixReader collects the weights of a file in their order.
type matrixReader struct {
	matrixFormat
	n         int
	symmetric bool
	i, j      int // the row and column of the next weight
	to        int // the end of row i
	weights   []int32
}

func newMatrixReader(format matrixFormat, n int, symmetric bool) *matrixReader {
	m := &matrixReader{matrixFormat: format, n: n, symmetric: symmetric, i: -1}
	m.step()
	return m
}

// step moves to the next row and column that the file has.
func (m *matrixReader) step() {
	m.j++
	for m.j >= m.to && m.i < m.n {
		m.i++
		m.j, m.to = m.columns(m.i, m.n)
	}
}

// add appends the next weight.
func (m *matrixReader) add(l *lines, text string) error {
	w, whole := parse.Whole(text)
	if !whole {
		return l.errorf("weight %s from city %d to city %d is not a whole number in 0..%d",
			parse.Quote(text), m.i+1, m.j+1, math.MaxInt32)
	}
	if w < 0 && m.i != m.j {
		return l.errorf("weight %d from city %d to city %d is negative; add a constant to all weights",
			w, m.i+1, m.j+1)
	}
	if m.symmetric && m.lower && m.upper && m.j < m.i {
		if back := m.weights[m.j*m.n+m.i]; back != int32(w) {
			return l.errorf("TYPE TSP is symmetric, but from city %d to city %d the weight is %d, and back it is %d; "+
				"TYPE ATSP may differ", m.j+1, m.i+1, back, w)
		}
	}
	m.weights = append(m.weights, int32(w))
	m.step()
	return nil
}

// full returns the whole matrix, row by row. It stops when the context ends.
func (m *matrixReader) full(l *lines) ([]int32, error) {
	if m.lower && m.upper {
		return m.weights, nil
	}
	full := make([]int32, m.n*m.n)
	next := 0
	for i := range m.n {
		if err := l.ended(); err != nil {
			return nil, err
		}
		from, to := m.columns(i, m.n)
		for j := from; j < to; j++ {
			full[i*m.n+j], full[j*m.n+i] = m.weights[next], m.weights[next]
			next++
		}
	}
	return full, nil
}

func readWeights(h *header, in *tsp.Instance, keyword, value string) error {
	err := h.section(keyword, value, "TYPE", "DIMENSION", "EDGE_WEIGHT_TYPE")
	if err != nil {
		return err
	}
	l := h.lines
	if h.metric != tsp.Explicit {
		return l.errorf("%s does not fit EDGE_WEIGHT_TYPE %s", keyword, h.metric)
	}
	format, known := matrixFormats[h.format]
	if !known {
		return l.errorf("%s needs EDGE_WEIGHT_FORMAT with the format of a matrix before it", keyword)
	}
	if err := h.planMatrix(); err != nil {
		return err
	}
	m, count := newMatrixReader(format, h.dimension, h.kind == string(tsp.TSP)), format.count(h.dimension)
	for l.next() {
		if startsKeyword(l.text[0]) {
			l.unread()
			break
		}
		for text := range strings.FieldsSeq(l.text) {
			if len(m.weights) == count {
				return l.errorf("%s has more than the %d weights of %s", keyword, count, h.format)
			}
			if err := m.add(l, text); err != nil {
				return err
			}
		}
	}
	if len(m.weights) < count {
		return l.endOr("%s ends after %d of %d weights", keyword, len(m.weights), count)
	}
	if in.Weights, err = m.full(l); err != nil {
		return err
	}
	return l.err
}

// planMatrix returns an error if a file has more cities than a matrix may have by the limits and
// by memory.
func (h *header) planMatrix() error {
	n := int64(h.dimension)
	if n > matrix.MaxCities {
		return h.lines.errorf("DIMENSION %d is more than the %d cities of the largest explicit matrix", n,
			matrix.MaxCities)
	}
	if most := h.limits.Cells; most > 0 && n*n > most {
		return &tsp.LimitError{Err: h.lines.errorf(
			"a matrix of DIMENSION %d has %d distances, more than the limit of %d; give fewer cities", n, n*n, most)}
	}
	if lack := matrix.Lack(h.dimension); lack != "" {
		return h.lines.errorf("%s", lack)
	}
	return nil
}

// newMatrix returns a matrix with one weight everywhere. It stops when the context ends.
func (l *lines) newMatrix(n int, weight int32) ([]int32, error) {
	weights := make([]int32, n*n)
	for i := range n {
		if err := l.ended(); err != nil {
			return nil, err
		}
		row := weights[i*n:][:n]
		for j := range row {
			row[j] = weight
		}
	}
	return weights, nil
}
