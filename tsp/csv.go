package tsp

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
)

// readCSV reads the format that [ReadCSV] describes.
func readCSV(l *lines) (*Instance, error) {
	r := csv.NewReader(&csvLines{lines: l})
	r.TrimLeadingSpace = true
	r.ReuseRecord = true
	first, err := csvRecord(l, r)
	if err != nil {
		return nil, err
	}
	columns, err := csvColumns(l, first)
	if err != nil {
		return nil, err
	}
	in := &Instance{Metric: columns.metric}
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
		return nil, l.errorf("number of cities: %d; the smallest instance has %d", len(in.X), MinCities)
	}
	if in.Metric == Haversine {
		return FromDegrees(in.X, in.Y)
	}
	return FromXY(in.Metric, in.X, in.Y)
}

// csvLayout says which columns have the coordinates.
type csvLayout struct {
	header bool
	index  [2]int // the columns of X and Y
	metric Metric
}

// csvNames are the names of columns with coordinates.
var csvNames = map[string]struct {
	axis   int
	metric Metric
}{
	"x": {0, EUC2D}, "y": {1, EUC2D},
	"lat": {0, Haversine}, "latitude": {0, Haversine},
	"lon": {1, Haversine}, "lng": {1, Haversine}, "long": {1, Haversine}, "longitude": {1, Haversine},
}

// csvColumns finds the columns from the first line.
func csvColumns(l *lines, first []string) (csvLayout, error) {
	for _, field := range first {
		if _, err := parseDecimal(strings.TrimSpace(field)); err != nil {
			return csvHeader(l, first)
		}
	}
	if len(first) != 2 {
		return csvLayout{}, l.errorf("%d columns without a header; add a header that names x and y, or lat and lon", len(first))
	}
	return csvLayout{index: [2]int{0, 1}, metric: EUC2D}, nil
}

func csvHeader(l *lines, names []string) (csvLayout, error) {
	const missing = -1
	found := map[Metric]*[2]int{EUC2D: {missing, missing}, Haversine: {missing, missing}}
	for i, field := range names {
		name, known := csvNames[strings.ToLower(strings.TrimSpace(field))]
		if !known {
			continue
		}
		index := &found[name.metric][name.axis]
		if *index != missing {
			return csvLayout{}, l.errorf("columns %d and %d name the same coordinate", *index+1, i+1)
		}
		*index = i
	}
	plane, globe := *found[EUC2D], *found[Haversine]
	isPlane, isGlobe := !slices.Contains(plane[:], missing), !slices.Contains(globe[:], missing)
	switch {
	case isPlane && isGlobe:
		return csvLayout{}, l.errorf("the header names x and y as well as lat and lon; rename the two columns to ignore")
	case isPlane:
		return csvLayout{header: true, index: plane, metric: EUC2D}, nil
	case isGlobe:
		return csvLayout{header: true, index: globe, metric: Haversine}, nil
	}
	return csvLayout{}, l.errorf("the header %s does not name columns x and y, or lat and lon, separated by commas", quote(l.text))
}

func csvCoordinate(l *lines, text string, m Metric, axis int) (float64, error) {
	v, err := m.parseCoordinate(strings.TrimSpace(text), axis)
	if err != nil {
		return 0, l.errorf("%v", err)
	}
	return v, nil
}

// csvRecord returns the next record, io.EOF at the end, or an error at the current line.
func csvRecord(l *lines, r *csv.Reader) ([]string, error) {
	record, err := r.Read()
	if errors.Is(err, csv.ErrFieldCount) {
		return nil, l.errorf("number of columns: %d; the first line has %d", len(record), r.FieldsPerRecord)
	}
	var syntax *csv.ParseError
	if errors.As(err, &syntax) {
		return nil, l.errorf("%v", syntax.Err)
	}
	return record, err
}

// csvLines lets the CSV reader read one line at a time: a record is one line, whose length is bounded.
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
			return 0, c.errorf("a quote is not closed on its line; a field has no line break")
		}
		c.rest = c.text + "\n"
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}
