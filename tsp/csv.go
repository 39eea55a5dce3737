package tsp

import (
	"encoding/csv"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
)

// readCSV reads coordinates, a city a line. A header names the columns: x and y, in the plane (EUC_2D), or latitude
// and longitude in decimal degrees (GEO); other columns are ignored. Without a header there are two columns, x and y.
func readCSV(l *lines) (*Instance, error) {
	r := csv.NewReader(&csvLines{lines: l})
	r.TrimLeadingSpace = true
	r.ReuseRecord = true // and the number of fields of the first line is the number of all
	first, err := csvRecord(l, r)
	if err != nil {
		return nil, err
	}
	columns, err := csvColumns(l, first)
	if err != nil {
		return nil, err
	}
	in := &Instance{Kind: TSP, Metric: columns.metric}
	record := first
	if columns.header {
		record, err = csvRecord(l, r)
	}
	for ; err == nil; record, err = csvRecord(l, r) {
		var v [2]float64
		for axis, column := range columns.index {
			if v[axis], err = csvCoordinate(l, record[column], in.Metric, axis); err != nil {
				return nil, err
			}
		}
		in.X, in.Y = append(in.X, v[0]), append(in.Y, v[1])
	}
	if !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(in.X) < MinCities {
		return nil, l.errorf("the file ends after %d cities; the smallest instance has %d", len(in.X), MinCities)
	}
	return in, nil
}

// csvLayout says where the coordinates are.
type csvLayout struct {
	header bool
	index  [2]int // the columns of X and Y
	metric Metric
}

// csvNames are the columns that coordinates are read from.
var csvNames = map[string]struct {
	axis   int
	metric Metric
}{
	"x": {0, EUC2D}, "y": {1, EUC2D},
	"lat": {0, GEO}, "latitude": {0, GEO},
	"lon": {1, GEO}, "lng": {1, GEO}, "long": {1, GEO}, "longitude": {1, GEO},
}

// csvColumns finds the columns by the first line.
func csvColumns(l *lines, first []string) (csvLayout, error) {
	for _, field := range first {
		if _, err := parseDecimal(strings.TrimSpace(field)); err != nil {
			return csvHeader(l, first)
		}
	}
	if len(first) != 2 {
		return csvLayout{}, l.errorf("%d columns without a header; two are x and y, others need a header with "+
			"the names x,y or lat,lon", len(first))
	}
	return csvLayout{index: [2]int{0, 1}, metric: EUC2D}, nil
}

func csvHeader(l *lines, names []string) (csvLayout, error) {
	const missing = -1
	found := map[Metric]*[2]int{EUC2D: {missing, missing}, GEO: {missing, missing}}
	for i, field := range names {
		name, known := csvNames[strings.ToLower(strings.TrimSpace(field))]
		if !known {
			continue
		}
		index := &found[name.metric][name.axis]
		if *index != missing {
			return csvLayout{}, l.errorf("columns %d and %d are both named as the same coordinate", *index+1, i+1)
		}
		*index = i
	}
	plane, globe := *found[EUC2D], *found[GEO]
	isPlane, isGlobe := !slices.Contains(plane[:], missing), !slices.Contains(globe[:], missing)
	switch {
	case isPlane && isGlobe:
		return csvLayout{}, l.errorf("the header names both x,y and lat,lon; rename the two columns that do not count")
	case isPlane:
		return csvLayout{header: true, index: plane, metric: EUC2D}, nil
	case isGlobe:
		return csvLayout{header: true, index: globe, metric: GEO}, nil
	}
	return csvLayout{}, l.errorf("%s names neither the columns x and y nor lat and lon, with commas between them", quote(l.text))
}

func csvCoordinate(l *lines, text string, m Metric, axis int) (float64, error) {
	v, err := m.parseCoordinate(strings.TrimSpace(text), axis)
	if err != nil {
		return 0, l.errorf("%v", err)
	}
	if m == GEO {
		v = degreesMinutes(v)
	}
	return v, nil
}

// degreesMinutes turns decimal degrees into the DDD.MM of GEO coordinates: 48.5 degrees are 48.30. The minutes keep
// their fraction, so a distance is that of the decimal degrees on TSPLIB's sphere.
func degreesMinutes(degrees float64) float64 {
	whole := math.Trunc(degrees)
	return whole + float64((degrees-whole)*0.6)
}

// csvRecord returns the next record, io.EOF at the end, or an error at the current line.
func csvRecord(l *lines, r *csv.Reader) ([]string, error) {
	record, err := r.Read()
	var syntax *csv.ParseError
	if errors.As(err, &syntax) {
		return nil, l.errorf("%v", syntax.Err)
	}
	return record, err
}

// csvLines gives the lines to the CSV reader one at a time, so that each record is on one line, which has a bound.
type csvLines struct {
	*lines
	rest string
}

// Read implements io.Reader.
func (c *csvLines) Read(p []byte) (int, error) {
	if c.rest == "" {
		if !c.next() {
			if c.err != nil {
				return 0, c.err
			}
			return 0, io.EOF
		}
		if strings.Count(c.text, `"`)%2 != 0 {
			return 0, c.errorf("a quote is not closed on its line")
		}
		c.rest = c.text + "\n"
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}
