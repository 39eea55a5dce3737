package format

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// Output is a file format of routes.
type Output string

// The formats of routes.
const (
	OutputCSV     Output = "csv" // and tsv, with tabs
	OutputTSV     Output = "tsv"
	OutputXLSX    Output = "xlsx"    // a workbook of Excel
	OutputGeoJSON Output = "geojson" // the line and the places
	OutputGPX     Output = "gpx"     // a route
	OutputKML     Output = "kml"     // the line and the places
	OutputKMZ     Output = "kmz"     // KML, compressed
	OutputJSON    Output = "json"
	OutputTour    Output = "tour" // of TSPLIB
)

// Outputs lists the formats of routes.
var Outputs = []Output{
	OutputCSV, OutputTSV, OutputXLSX, OutputGeoJSON, OutputGPX, OutputKML, OutputKMZ, OutputJSON, OutputTour,
}

// OutputOf returns the format that the suffix of a file name stands for, in upper or lower case.
// The error is a [*tsp.Error].
func OutputOf(name string) (Output, error) {
	o := Output(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")))
	if !slices.Contains(Outputs, o) {
		return "", refuse(name, "the suffix is none of %v", Outputs)
	}
	return o, nil
}

// Check returns an error if routes of an input cannot be written in a format: GeoJSON, GPX and KML
// need latitudes and longitudes.
func (o Output) Check(input *Input) error {
	onMap := slices.Contains([]Output{OutputGeoJSON, OutputGPX, OutputKML, OutputKMZ}, o)
	if located := input.Instance.Located(); onMap && located.Metric.Geometry() != tsp.Globe {
		advice := "use csv"
		if input.places != nil {
			advice += ", or give the coordinate reference system of x and y"
		}
		distances := located.Metric.Description()
		if input.Format == TSPLIB {
			distances = "metric " + string(located.Metric)
		}
		return refuse(input.Instance.Name, "%s has latitudes and longitudes, and the instance has not (%s); %s", o,
			distances, advice)
	}
	return nil
}

// Route is a tour of an input's places in the order of the visit.
type Route struct {
	Input  *Input
	Tour   tsp.Tour
	Open   bool    // the route ends at the last place; otherwise it returns to the first
	Length float64 // in units
}

// NewRoute returns the route of a tour that is valid for the input. A closed one is turned so that
// it begins at a city.
func NewRoute(input *Input, tour tsp.Tour, open bool, start int32) *Route {
	r := &Route{Input: input, Tour: tour, Open: open}
	if at := slices.Index(tour, start); !open && at > 0 {
		r.Tour = slices.Concat(tour[at:], tour[:at])
	}
	if input.Instance.CheckTour(tour) == nil {
		r.Length = tour.UnitLength(input.Instance, open)
	}
	return r
}

// Stop is a place of a route.
type Stop struct {
	Number      int     // from 1 on
	City        int32   // from 0 on
	Leg, Length float64 // from the place before, and from the first one, in units
}

// Stops iterates over the places in the order of the visit. A closed route ends with its first place.
// Without a tour of the input there are none.
func (r *Route) Stops(yield func(Stop) bool) {
	if r.check() != nil {
		return
	}
	var sum tsp.UnitSum
	last := len(r.Tour)
	if r.Open {
		last--
	}
	for i := range last + 1 {
		v := Stop{Number: i + 1, City: r.Tour[i%len(r.Tour)]}
		if i > 0 {
			v.Leg = r.Input.Instance.UnitDistance(int(r.Tour[i-1]), int(v.City))
			sum.Add(v.Leg)
			v.Length = sum.Value()
		}
		if !yield(v) {
			return
		}
	}
}

// check returns an error unless the route has an input with its tour.
func (r *Route) check() error {
	if r.Input == nil || r.Input.Instance == nil {
		return tsp.Errorf("route", "it has no input; NewRoute returns routes")
	}
	return r.Input.Instance.CheckTour(r.Tour)
}

// Write writes the route. A route without an input, and a tour that is not one of the input, is an
// [*tsp.Error].
func (r *Route) Write(w io.Writer, o Output) error {
	if err := r.check(); err != nil {
		return err
	}
	if err := o.Check(r.Input); err != nil {
		return err
	}
	switch o {
	case OutputCSV:
		return r.writeCSV(w, r.Input.csvDialect())
	case OutputTSV:
		d := r.Input.dialect
		d.separator, d.named = '\t', false
		return r.writeCSV(w, d)
	case OutputXLSX:
		return r.writeWorkbook(w)
	case OutputKML:
		return r.writeKML(w)
	case OutputKMZ:
		return r.writeKMZ(w)
	case OutputGeoJSON:
		return r.writeGeoJSON(w)
	case OutputGPX:
		return r.writeGPX(w)
	case OutputJSON:
		return r.writeJSON(w)
	case OutputTour:
		comment := "Length " + r.Input.Instance.Unit.FormatValue(r.Length)
		if r.Open {
			comment += fmt.Sprintf(", an open path from city %d to city %d", r.Tour[0]+1, r.Tour[len(r.Tour)-1]+1)
		}
		return tsplib.WriteTour(w, r.Tour, r.Input.Instance.Name, comment)
	}
	return refuse(string(o), "the format of a route is none of %v", Outputs)
}

// table returns the columns of the input or, if it has none, the coordinates of the instance.
func (r *Route) table() *Table {
	in := r.Input.Instance.Located()
	if t := r.Input.Table; t != nil {
		if t.Header == nil && len(t.Rows) > 0 {
			t = &Table{Rows: t.Rows, texts: t.texts}
			for column := range t.Rows[0] {
				t.Header = append(t.Header, unnamedColumn(column))
			}
		}
		return t
	}
	t := &Table{Rows: make([][]string, in.Dimension())}
	switch {
	case in.Metric.Geometry() == tsp.Globe:
		t.Header = []string{"lat", "lon"}
		for city := range t.Rows {
			latitude, longitude := in.Degrees(city)
			t.Rows[city] = []string{decimal(latitude), decimal(longitude)}
		}
	case in.Metric != tsp.Explicit:
		x, y := givenCoordinates(in)
		t.Header = []string{"x", "y"}
		for city := range t.Rows {
			t.Rows[city] = []string{decimal(x[city]), decimal(y[city])}
		}
	}
	return t
}

// givenCoordinates returns the coordinates of a plane as the file of the instance has them.
func givenCoordinates(in *tsp.Instance) (x, y []float64) {
	if in.Given != nil && in.Given.X != nil {
		return in.Given.X, in.Given.Y
	}
	return in.X, in.Y
}

// unnamedColumn returns the name of a column, counted from 0, of an input without a header.
func unnamedColumn(column int) string { return fmt.Sprintf("column%d", column+1) }

// name returns the name of a city, its row or number if it has none.
func (r *Route) name(city int32) string {
	if names := r.Input.Instance.Names; names != nil && names[city] != "" {
		return names[city]
	}
	return strconv.Itoa(int(r.row(city)))
}

// label returns what the stop of a route is called where people look for the next one: its number
// and its name, if it has one, as "12 Depot".
func (r *Route) label(v Stop) string {
	number := strconv.Itoa(v.Number)
	if names := r.Input.Instance.Names; names != nil && names[v.City] != "" {
		return number + " " + names[v.City]
	}
	return number
}

// dropStops removes the numbers of stops that [Route.label] puts before names, which are the first
// column of rows. It reports whether all names have them.
func dropStops(rows [][]string) bool {
	names := make([]string, len(rows))
	for i, row := range rows {
		name, found := strings.CutPrefix(row[0]+" ", strconv.Itoa(i+1)+" ")
		if !found {
			return false
		}
		names[i] = strings.TrimSuffix(name, " ")
	}
	for i, row := range rows {
		row[0] = names[i]
	}
	return true
}

// row returns the row of a city in the input, its number if the input has no rows.
func (r *Route) row(city int32) int32 { return r.Input.Instance.Row(city) }

// decimal writes a number in the shortest way without an exponent.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// units writes a length in units.
func (r *Route) units(length float64) string { return r.Input.Instance.UnitText(length) }
