package format

import (
	"io"
	"slices"
	"strconv"
)

// writeCSV writes a row for each place in the order of the visit: the number of the stop, the row
// in the input, the input's columns, and the leg from the place before and the length so far in
// units. The last row of a closed route is its first place again.
func (r *Route) writeCSV(w io.Writer, d dialect) error {
	out, end, err := d.begin(w)
	if err != nil {
		return err
	}
	t := r.table()
	if err := out.Write(r.columns(t)); err != nil {
		return err
	}
	isDecimal := make([]bool, len(t.Header)) // of a workbook, whose numbers have points
	for column := range t.Header {
		isDecimal[column] = r.Input.Format == XLSX && d.comma && t.isDecimal(column) && (t.texts == nil || !t.texts[column])
	}
	for v := range r.Stops {
		cells := r.cells(t, v, d)
		for column, text := range t.Rows[v.City] {
			if isDecimal[column] {
				cells[ownColumns+column] = d.number(text)
			}
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	return end()
}

// isDecimal reports whether all texts of a column are numbers.
func (t *Table) isDecimal(column int) bool {
	return !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[column] != "" && !plainNumber.MatchString(row[column]) })
}

// cells returns the row of a stop, as [Route.columns] names its columns. Numbers of the route are
// those of a dialect.
func (r *Route) cells(t *Table, v Stop, d dialect) []string {
	return slices.Concat([]string{strconv.Itoa(v.Number), strconv.Itoa(int(r.row(v.City)))}, t.Rows[v.City],
		[]string{d.number(r.units(v.Leg)), d.number(r.units(v.Length))})
}

// dropRoute removes from a route that writeCSV has written what it added to the places: the first
// place again at the end and, if columns is true, four columns. It returns a note, "" for tables
// that are no such route.
func (g *grid) dropRoute(columns bool) string {
	header := g.rows[0]
	last := len(header) - 1
	if last < 4 || routeColumn(header[last-1:last], legColumn) < 0 || routeColumn(header[last:], lengthColumn) < 0 {
		return ""
	}
	for column, want := range []string{stopColumn, rowColumn} {
		if name, _ := withoutPrefix(header[column]); name != want {
			return ""
		}
	}
	g.isRoute = true
	note := routeNote([]string{header[0], header[1], header[last-1], header[last]})
	if end := len(g.rows) - 1; end > 1 && g.rows[end][1] == g.rows[1][1] {
		g.rows, g.lines = g.rows[:end], g.lines[:end]
	}
	if columns {
		for i, row := range g.rows {
			g.rows[i] = row[ownColumns : last-1]
		}
		g.left = ownColumns
	}
	return note
}
