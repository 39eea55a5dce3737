package format

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

//go:embed route_list.html
var listText string

var listPage = template.Must(template.New("list").Parse(listText))

// List is a route for people: a row for each stop. Metres are rounded, and numbers have the decimal
// mark of the input. A closed route ends with its first place.
type List struct {
	Title, Summary string
	Columns        []string // of the input, but for names and coordinates
	Stops          []ListStop
}

// ListStop is a row of a list.
type ListStop struct {
	Number      int   // from 1 on
	City        int32 // from 0 on
	Name        string
	Cells       []string // by column
	Leg, Length string   // from the stop before, "" at the first one, and at the arrival
}

// List returns the route for people. The tour must be valid.
func (r *Route) List() *List {
	t := r.table()
	columns := r.listColumns(t)
	list := &List{Title: r.Input.Instance.Name, Summary: r.listSummary()}
	for _, column := range columns {
		list.Columns = append(list.Columns, t.Header[column])
	}
	for stop := range r.Stops {
		row := ListStop{
			Number: stop.Number, City: stop.City, Name: r.placeName(stop.City), Length: r.roadText(stop.Length),
		}
		for _, column := range columns {
			row.Cells = append(row.Cells, t.Rows[stop.City][column])
		}
		if stop.Number > 1 {
			row.Leg = r.roadText(stop.Leg)
		}
		list.Stops = append(list.Stops, row)
	}
	return list
}

// WriteList writes the list of the route as a page of HTML to print.
func (r *Route) WriteList(w io.Writer) error {
	if err := r.check(); err != nil {
		return err
	}
	return listPage.Execute(w, r.List())
}

// listColumns returns the columns of a list: those with any text that are neither coordinates nor
// the names, which have a column of their own.
func (r *Route) listColumns(t *Table) (columns []int) {
	names := r.Input.Instance.Names
	for column, name := range t.Header {
		isName := true
		for city, row := range t.Rows {
			own := strconv.Itoa(city + 1) // of a matrix without names
			if names != nil {
				own = names[city]
			}
			isName = isName && row[column] == own
		}
		isCoordinate := slices.Contains([]Role{X, Y, Latitude, Longitude, third}, coordinateOf(name))
		if !isName && !isCoordinate && !t.isEmpty(column) {
			columns = append(columns, column)
		}
	}
	return columns
}

// listSummary says how long the route is and where it begins and ends.
func (r *Route) listSummary() string {
	text := fmt.Sprintf("%s, %s", counted(len(r.Tour), "stop"), r.roadText(r.Length))
	in := r.Input.Instance
	if in.Metric.Geometry() == tsp.Globe || in.Display != nil {
		text += " (" + in.DistancesText() + ")"
	}
	first, last := r.placeName(r.Tour[0]), r.placeName(r.Tour[len(r.Tour)-1])
	if r.Open {
		return text + ", from " + first + " to " + last
	}
	return text + ", from " + first + " and back"
}

// roadText writes a length for people, with the decimal mark of the input: metres without decimals,
// kilometres with two, and times from a minute on in hours and minutes.
func (r *Route) roadText(length float64) string {
	unit := r.Input.Instance.Unit
	text := unit.FormatValue(length)
	switch unit.Name {
	case "s":
		const inMinute, inHour = 60, 60
		minutes := int64(math.Round(length / inMinute))
		switch {
		case length < inMinute:
			text = fmt.Sprintf("%.0f s", length)
		case minutes < inHour:
			text = fmt.Sprintf("%d min", minutes)
		default:
			text = fmt.Sprintf("%d h %02d min", minutes/inHour, minutes%inHour)
		}
	case "m":
		name, units := unit.Display(math.Round(length))
		decimals := 0
		if units > 1 {
			decimals = 2
		}
		text = strconv.FormatFloat(length/units, 'f', decimals, 64) + " " + name
	}
	if r.Input.dialect.comma {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// placeName returns the name of a place, its row or number if it has none.
func (r *Route) placeName(city int32) string {
	if names := r.Input.Instance.Names; names != nil && names[city] != "" {
		return names[city]
	}
	return r.Input.Instance.CityText(city)
}
