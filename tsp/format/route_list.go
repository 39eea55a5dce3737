package format

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
)

//go:embed route_list.html
var listText string

var listPage = template.Must(template.New("list").Parse(listText))

// List is a route for people: a row for each stop. Metres are rounded. Words and decimal marks are of the
// input's language. A closed route ends with its first place.
type List struct {
	Title, Summary string
	Language       Language
	Words          *Words
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

// CardWidth is the width of the screen in pixels up to which the page has a card for each stop, as the table is
// wider.
func (l *List) CardWidth() int {
	const stopAndName, column = 640, 80
	return stopAndName + column*len(l.Columns)
}

// List returns the route for people. The tour must be valid.
func (r *Route) List() *List {
	t := r.table()
	columns := r.listColumns(t)
	words := r.Input.Language.words()
	list := &List{Title: r.Input.Instance.Name, Summary: words.summary(r), Words: words,
		Language: r.Input.Language.ofList()}
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
			text = fmt.Sprintf("%d %s %02d min", minutes/inHour, r.Input.Language.words().hour, minutes%inHour)
		}
	case "m":
		name, units := unit.Display(math.Round(length))
		decimals := 0
		if units > 1 {
			decimals = 2
		}
		text = strconv.FormatFloat(length/units, 'f', decimals, 64) + " " + name
	}
	return r.commaText(text)
}

// placeName returns the name of a place, its row or number if it has none.
func (r *Route) placeName(city int32) string {
	if names := r.Input.Instance.Names; names != nil && names[city] != "" {
		return names[city]
	}
	return r.Input.Instance.CityText(city)
}
