package format

import (
	"fmt"
	"math"
	"strings"
)

// matrixFields are the members with a matrix, in order of preference, and the units of their
// values.
var matrixFields = []struct {
	name, unit string
	measure    Measure // "": it is not known
}{
	{"durations", second, Duration}, {"distances", metre, Distance}, // of OSRM and openrouteservice
	{"times", second, Duration}, {"weights", "", ""}, // of GraphHopper, beside distances
	{"distance_matrix", "", Distance}, {"duration_matrix", "", Duration}, {"time_matrix", "", Duration},
	{"matrix", "", ""},
}

// readPlainMatrix reads a document that is only a matrix.
func (s *source) readPlainMatrix(r *jsonReader) (*Roads, error) {
	if s.options.Minimize != "" {
		return nil, s.options.oneMatrix(s.name)
	}
	rows, err := r.matrix()
	if err == nil {
		err = r.finish()
	}
	return &Roads{Name: s.name, Legs: rows}, err
}

// readMatrix reads a matrix with what belongs to it: the waypoints of OSRM, or the data of a model
// of OR-Tools.
func (d *document) readMatrix() (*Roads, error) {
	if err := d.checkCode(); err != nil {
		return nil, err
	}
	name, unit, others, err := d.matrixField()
	if err != nil {
		return nil, err
	}
	rows, err := d.member(name).matrix()
	if err != nil {
		return nil, err
	}
	roads := &Roads{Name: d.name, Legs: rows, Unit: unit}
	if err := d.readMetadata(roads); err != nil {
		return nil, err
	}
	if err := d.waypoints(roads); err != nil {
		return nil, err
	}
	m := &model{document: d, places: len(rows)}
	if err := m.read(); err != nil {
		return nil, err
	}
	for _, other := range others {
		d.unused.add(other, name+" are used")
	}
	if roads.ends, roads.Warnings = m.ends, d.unused.warnings(); d.has("depot") || d.has("starts") {
		roads.start = &m.depot
	}
	return roads, nil
}

// matrixField returns the name of the member with the matrix, the unit of its values, and the names
// of the others.
func (d *document) matrixField() (name, unit string, others []string, err error) {
	for _, field := range matrixFields {
		switch want := d.options.Minimize; {
		case !d.has(field.name):
		case name != "" || want != "" && field.measure != want:
			others = append(others, field.name)
		default:
			name, unit = field.name, field.unit
		}
	}
	switch {
	case name == "" && len(others) > 0:
		return "", "", nil, refuse(d.name, "the file has no matrix of %ss; it has %s", d.options.Minimize,
			strings.Join(others, ", "))
	case name == "":
		return "", "", nil, refuse(d.name, "the JSON has neither a matrix (durations, distances or distance_matrix), "+
			"nor vehicles and jobs, nor points of GeoJSON")
	}
	return name, unit, others, nil
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
	if err == nil {
		err = r.bad.Err()
	}
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

// distance reads the distance from place i to place j. What is no distance is added to the faults.
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
			r.addDistance(shorten(token.String()), i, j, "is too large for a number of 64 bits")
		}
		d, ok := leg(v)
		if !ok && i != j {
			r.addDistance(shorten(token.String()), i, j, "is negative; null or -1 stands for no leg")
		}
		return d, nil
	case '{', '[':
		return 0, r.lineError("%s, the distance from place %d to place %d, is not a number; null or -1 stands for no leg",
			describe(token), i+1, j+1)
	}
	r.addDistance(describe(token), i, j, "is not a number; null or -1 stands for no leg")
	return 0, nil
}

// addDistance adds a fault of a distance.
func (r *jsonReader) addDistance(text string, i, j int, reason string) {
	r.bad.Add(r.lineError("%s, the distance from place %d to place %d, %s", text, i+1, j+1, reason),
		fmt.Sprintf("place %d to place %d", i+1, j+1))
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
