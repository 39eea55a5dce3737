package format

import (
	"fmt"
	"math"
	"slices"
)

// matrixFields are the members with a matrix, in order of preference, and the units of their
// values.
var matrixFields = []struct{ name, unit string }{
	{"durations", "s"}, {"distances", "m"}, // of OSRM's table service
	{"distance_matrix", ""}, {"duration_matrix", ""}, {"time_matrix", ""}, {"matrix", ""},
}

// readPlainMatrix reads a document that is only a matrix.
func (s *source) readPlainMatrix(r *jsonReader) (*Input, error) {
	rows, err := r.matrix()
	if err == nil {
		err = r.finish()
	}
	if err != nil {
		return nil, err
	}
	return s.matrixOf(rows, "", nil, JSON)
}

// readMatrix reads a matrix with what belongs to it: the waypoints of OSRM, or the data of a model
// of OR-Tools.
func (d *document) readMatrix() (*Input, error) {
	if err := d.checkCode(); err != nil {
		return nil, err
	}
	var present []string
	unit := ""
	for _, field := range matrixFields {
		if d.has(field.name) {
			if present == nil {
				unit = field.unit
			}
			present = append(present, field.name)
		}
	}
	if present == nil {
		return nil, refuse(d.name, "the JSON has neither a matrix (durations, distances or distance_matrix), "+
			"nor vehicles and jobs, nor points of GeoJSON")
	}
	rows, err := d.member(present[0]).matrix()
	if err != nil {
		return nil, err
	}
	names, err := d.waypoints(len(rows))
	if err != nil {
		return nil, err
	}
	m := &model{document: d, places: len(rows)}
	if err := m.read(); err != nil {
		return nil, err
	}
	input, err := d.matrixOf(rows, unit, names, JSON)
	if err != nil {
		return nil, err
	}
	input.Start, input.Ends = m.depot, m.ends
	for _, name := range present[1:] {
		d.unused.add(name, present[0]+" are used")
	}
	input.Warnings = slices.Concat(input.Warnings, d.unused.warnings())
	return input, nil
}

// matrix reads rows of numbers. Null and -1 become +Inf, which stands for no leg.
func (r *jsonReader) matrix() ([][]float64, error) {
	var rows [][]float64
	err := r.array(func(i int) error {
		switch {
		case i == r.limits.Places:
			return r.tooManyPlaces()
		case i > 0 && i >= len(rows[0]):
			return r.lineError("the matrix has more rows than its first row has distances, %d", len(rows[0]))
		}
		row, err := r.row(i, rows)
		rows = append(rows, row)
		return err
	})
	if err == nil && len(rows) > 0 && len(rows[0]) != len(rows) {
		err = r.lineError("row 1 of the matrix has %d distances, not one for each of the %d places",
			len(rows[0]), len(rows))
	}
	return rows, err
}

// row reads row i of a matrix. It has as many numbers as the first one.
func (r *jsonReader) row(i int, before [][]float64) ([]float64, error) {
	var row []float64
	if i > 0 {
		row = make([]float64, 0, len(before[0]))
	}
	err := r.array(func(j int) error {
		switch {
		case i > 0 && j == len(before[0]):
			return r.lineError("row %d of the matrix has more than %d distances; row 1 has %d", i+1, j, j)
		case j == r.limits.Places:
			return r.tooManyPlaces()
		case int64(j)*int64(j) >= r.limits.Distances:
			return r.tooManyDistances()
		}
		v, err := r.distance(i, j)
		row = append(row, v)
		return err
	})
	if err == nil && i > 0 && len(row) < len(before[0]) {
		err = r.lineError("row %d of the matrix has %d distances; row 1 has %d", i+1, len(row), len(before[0]))
	}
	return row, err
}

// distance reads the distance from place i to place j.
func (r *jsonReader) distance(i, j int) (float64, error) {
	token, err := r.next()
	if err != nil {
		return 0, err
	}
	switch token.Kind() {
	case 'n':
		return math.Inf(1), nil
	case '0':
		v, err := token.Float()
		if err != nil {
			return 0, r.wrongDistance(shorten(token.String()), i, j, "is too large for a number of 64 bits")
		}
		d, ok := leg(v)
		if !ok && i != j {
			return 0, r.wrongDistance(shorten(token.String()), i, j, "is negative; null or -1 stands for no leg")
		}
		return d, nil
	}
	return 0, r.wrongDistance(describe(token), i, j, "is not a number; null or -1 stands for no leg")
}

func (r *jsonReader) wrongDistance(text string, i, j int, reason string) error {
	return r.lineError("%s, the distance from place %d to place %d, %s", text, i+1, j+1, reason)
}

// tooManyDistances returns the error for a matrix with more distances than the limit.
func (r *jsonReader) tooManyDistances() error {
	return overLimit(
		r.lineError("the matrix has more than %d distances, the limit; give fewer places",
			r.limits.Distances))
}

// tooManyPlaces returns the error for more places than the limit.
func (r *jsonReader) tooManyPlaces() error {
	return overLimit(r.errorHere("there are more than %d places, the limit; give fewer",
		r.limits.Places))
}

// legCount counts the legs that a matrix has from and to each place.
type legCount struct {
	from, to []int
	none     int // legs that there are not
}

func newLegCount(places int) *legCount {
	return &legCount{from: make([]int, places), to: make([]int, places)}
}

// add adds the distance from place i to place j, +Inf if there is no such leg.
func (l *legCount) add(i, j int, distance float64) {
	if math.IsInf(distance, 1) {
		l.none++
		return
	}
	l.from[i]++
	l.to[j]++
}

// warnings returns what missing legs mean. It returns an error if no route visits all places. A
// route must end at a place without outgoing legs, and start at a place without incoming legs.
func (l *legCount) warnings(name string) ([]string, error) {
	if l.none == 0 {
		return nil, nil
	}
	n := len(l.from)
	list := []string{fmt.Sprintf("%d of %d legs of the matrix %s empty or -1: no tour uses %s", l.none, n*(n-1),
		verb(l.none, "is", "are"), verb(l.none, "it", "them"))}
	ends, starts := without(l.from), without(l.to)
	switch {
	case len(ends) > 1:
		return nil, refuse(name, "no leg leaves place %d, and none leaves place %d: no route visits both", ends[0],
			ends[1])
	case len(starts) > 1:
		return nil, refuse(name, "no leg leads to place %d, and none leads to place %d: no route visits both",
			starts[0], starts[1])
	case len(ends) == 1 && len(starts) == 1 && ends[0] == starts[0]:
		return nil, refuse(name, "no leg leaves place %d, and none leads to it: no route visits it", ends[0])
	}
	if len(ends) == 1 {
		list = append(list, fmt.Sprintf("no leg leaves place %d: only an open path that ends there visits it",
			ends[0]))
	}
	if len(starts) == 1 {
		list = append(list,
			fmt.Sprintf("no leg leads to place %d: only an open path that begins there visits it", starts[0]))
	}
	return list, nil
}

// without returns the first two places without legs, counted from 1.
func without(legs []int) (places []int) {
	for i, count := range legs {
		if count == 0 && len(places) < 2 {
			places = append(places, i+1)
		}
	}
	return places
}
