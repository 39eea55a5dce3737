package format

import (
	"math"
	"slices"
	"strings"
)

// matrixFields are the members with a matrix, in order of preference, and the units of their values.
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

// readMatrix reads a matrix with what belongs to it: the waypoints of OSRM, or the data of a model of
// OR-Tools.
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
		return nil, refuse(d.name, "the JSON has neither a matrix (durations, distances or distance_matrix), nor vehicles and jobs, nor points of GeoJSON")
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
		case i > 0 && i == len(rows[0]):
			return r.lineError("the matrix has more rows than its first row has distances, %d", i)
		}
		row, err := r.row(i, rows)
		rows = append(rows, row)
		return err
	})
	if err == nil && len(rows) > 0 && len(rows[0]) != len(rows) {
		err = r.lineError("row 1 of the matrix has %d distances, not one for each of the %d places", len(rows[0]), len(rows))
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
			return 0, r.lineError("%s, the distance from place %d to place %d, is too large for a number of 64 bits", token.String(), i+1, j+1)
		}
		d, ok := leg(v)
		if !ok && i != j {
			return 0, r.lineError("%v, the distance from place %d to place %d, is negative; null or -1 stands for no leg", v, i+1, j+1)
		}
		return d, nil
	}
	return 0, r.lineError("%s, the distance from place %d to place %d, is not a number; null or -1 stands for no leg", describe(token), i+1, j+1)
}

// tooManyPlaces returns the error for more places than the limit.
func (r *jsonReader) tooManyPlaces() error {
	return r.errorHere("there are more than %d places, the limit; give fewer, or raise the limit", r.limits.Places)
}

// checkCode returns an error if the data are the answer of a routing service that has failed.
func (d *document) checkCode() error {
	if !d.has("code") || d.member("code").kind() != '"' {
		return nil
	}
	code, err := d.text("code")
	if err != nil || strings.EqualFold(code, "ok") {
		return err
	}
	message, err := d.text("message")
	if err != nil {
		return err
	}
	return refuse(d.name, "the routing service has not computed a matrix: code %s, message %s", quote(code), quote(message))
}

// waypoint is a place of OSRM.
type waypoint struct {
	name     string
	location []float64
}

// waypoints returns the names of the places by OSRM's sources. It returns an error if they are not
// the destinations: such a matrix is not of one set of places.
func (d *document) waypoints(n int) ([]string, error) {
	sources, err := d.readWaypoints("sources", n)
	if err != nil || sources == nil {
		return nil, err
	}
	destinations, err := d.readWaypoints("destinations", n)
	if err != nil {
		return nil, err
	}
	names := make([]string, n)
	for i, place := range sources {
		names[i] = place.name
		if destinations != nil && !slices.Equal(place.location, destinations[i].location) {
			return nil, refuse(d.name, "source %d and destination %d are different places; give a matrix with the same sources and destinations", i+1, i+1)
		}
	}
	return names, nil
}

// readWaypoints reads the n waypoints of a member, nil if there is no such member.
func (d *document) readWaypoints(name string, n int) (list []waypoint, err error) {
	if !d.has(name) {
		return nil, nil
	}
	r := d.member(name)
	err = r.array(func(i int) error {
		if i == n {
			return r.errorHere("there are more %s than the %d rows of the matrix", name, n)
		}
		list = append(list, waypoint{})
		return r.object(func(member string) (err error) {
			switch member {
			case "name":
				list[i].name, err = r.text()
				return err
			case "location":
				list[i].location, err = r.position()
				return err
			}
			return r.skip() // what the service found out about the place
		})
	})
	if err == nil && len(list) < n {
		err = r.errorHere("there are %d %s for the %d rows of the matrix", len(list), name, n)
	}
	return list, err
}

// position reads longitude and latitude.
func (r *jsonReader) position() ([]float64, error) {
	at := make([]float64, 0, 2)
	err := r.array(func(i int) error {
		if i == 2 {
			return r.errorHere("a location is longitude and latitude, not more numbers")
		}
		v, err := r.number()
		at = append(at, v)
		return err
	})
	if err == nil && len(at) < 2 {
		err = r.errorHere("a location is longitude and latitude, not %d numbers", len(at))
	}
	return at, err
}
