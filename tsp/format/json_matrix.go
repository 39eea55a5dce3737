package format

import (
	"fmt"
	"math"
	"strings"
)

type matrixField struct {
	name, unit string
	measure    Measure // "": it is not known
}

// matrixFields are the members with a matrix, in order of preference, and the units of their
// values.
var matrixFields = []matrixField{
	{"durations", second, Duration}, {"distances", metre, Distance}, // of OSRM and openrouteservice
	{"times", second, Duration}, {"weights", "", ""}, // of GraphHopper, beside distances
	{"distance_matrix", "", Distance}, {"duration_matrix", "", Duration}, {"time_matrix", "", Duration},
	{"matrix", "", ""},
}

// plainMatrix reads a document that is only a matrix.
func (r *jsonReader) plainMatrix() (*Roads, error) {
	if r.options.Minimize != "" {
		return nil, r.options.oneMatrix(r.name)
	}
	roads := &Roads{Name: r.name, Legs: r.matrix()}
	r.finish()
	return roads, r.err
}

// matrixModel reads a matrix with what belongs to it: the waypoints of OSRM, or the data of a model
// of OR-Tools.
func (d *document) matrixModel() (*Roads, error) {
	d.checkCode()
	name, unit, others := d.matrixField()
	if d.err != nil {
		return nil, d.err
	}
	roads := &Roads{Name: d.name, Legs: d.member(name).matrix(), Unit: unit}
	d.scaleLegs(roads)
	d.waypoints(roads)
	m := &model{document: d, places: len(roads.Legs)}
	m.read()
	for _, other := range others {
		d.unused.add(other, name+" are used")
	}
	if roads.ends, roads.Warnings = m.ends, d.unused.warnings(); d.has("depot") || d.has("starts") {
		roads.start = &m.depot
	}
	return roads, d.err
}

// matrixField returns the name of the member with the matrix, the unit of its values, and the names
// of the others.
func (d *document) matrixField() (name, unit string, others []string) {
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
		d.fail(refuse(d.name, "the file has no matrix of %ss; it has %s", d.options.Minimize, strings.Join(others, ", ")))
	case name == "":
		d.fail(refuse(d.name, "the JSON has neither a matrix (durations, distances or distance_matrix), "+
			"nor vehicles and jobs, nor points of GeoJSON"))
	}
	return name, unit, others
}

// matrix reads rows of numbers. Null and -1 become +Inf, which stands for no leg.
func (r *jsonReader) matrix() (rows [][]float64) {
	r.array(func(i int) {
		switch {
		case i == r.limits.Places:
			r.fail(r.tooManyPlaces())
		case i > 0 && i >= len(rows[0]):
			r.failLine("the matrix has more rows than its first row has distances, %d", len(rows[0]))
		}
		rows = append(rows, r.row(i, rows))
	})
	r.fail(r.bad.Err())
	if len(rows) > 0 && len(rows[0]) != len(rows) {
		r.failLine("row 1 of the matrix has %d distances, not one for each of the %d places", len(rows[0]), len(rows))
	}
	return rows
}

// row reads row i of a matrix. It has as many numbers as the first one.
func (r *jsonReader) row(i int, before [][]float64) (row []float64) {
	if i > 0 {
		row = make([]float64, 0, len(before[0]))
	}
	r.array(func(j int) {
		switch {
		case i > 0 && j == len(before[0]):
			r.failLine("row %d of the matrix has more than %d distances; row 1 has %d", i+1, j, j)
		case j == r.limits.Places:
			r.fail(r.tooManyPlaces())
		case int64(j)*int64(j) >= r.limits.Distances:
			r.fail(overLimit(r.lineError("the matrix has more than %d distances, the limit; give fewer places",
				r.limits.Distances)))
		}
		row = append(row, r.distance(i, j))
	})
	if i > 0 && len(row) < len(before[0]) {
		r.failLine("row %d of the matrix has %d distances; row 1 has %d", i+1, len(row), len(before[0]))
	}
	return row
}

// distance reads the distance from place i to place j. What is no distance is added to the faults.
func (r *jsonReader) distance(i, j int) float64 {
	token := r.next()
	if r.err != nil {
		return 0
	}
	switch token.Kind() {
	case 'n':
		return math.Inf(1)
	case '0':
		v, err := token.Float()
		if err != nil {
			r.addDistance(shorten(token.String()), i, j, "is too large for a number of 64 bits")
		}
		d, ok := leg(v)
		if !ok && i != j {
			r.addDistance(shorten(token.String()), i, j, "is negative; null or -1 stands for no leg")
		}
		return d
	case '{', '[':
		r.failLine("%s, the distance from place %d to place %d, is not a number; null or -1 stands for no leg",
			describe(token), i+1, j+1)
		return 0
	}
	r.addDistance(describe(token), i, j, "is not a number; null or -1 stands for no leg")
	return 0
}

// addDistance adds a fault of a distance.
func (r *jsonReader) addDistance(text string, i, j int, reason string) {
	r.bad.Add(r.lineError("%s, the distance from place %d to place %d, %s", text, i+1, j+1, reason),
		fmt.Sprintf("place %d to place %d", i+1, j+1))
}

// tooManyPlaces returns the error for more places than the limit.
func (r *jsonReader) tooManyPlaces() error {
	return overLimit(r.errorHere("there are more than %d places, the limit; give fewer",
		r.limits.Places))
}
