package format

import (
	"io"
	"slices"
	"strconv"
	"strings"
)

// Columns that a route adds to those of its places.
const (
	stopColumn   = "stop"
	rowColumn    = "row"
	legColumn    = "leg"
	lengthColumn = "length"
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
	for v := range r.visits {
		row := append([]string{strconv.Itoa(v.stop), strconv.Itoa(int(r.row(v.city)))}, t.Rows[v.city]...)
		if err := out.Write(append(row, d.number(r.units(v.leg)), d.number(r.units(v.length)))); err != nil {
			return err
		}
	}
	return end()
}

// columns returns the names of the columns of the route.
func (r *Route) columns(t *Table) []string {
	suffix := ""
	if unit := r.Input.Instance.Unit.Name; unit != "" {
		suffix = "_" + unit
	}
	return append(append([]string{stopColumn, rowColumn}, t.Header...), legColumn+suffix, lengthColumn+suffix)
}

// routeNote says what is left out of a route that this program has written.
func routeNote(columns []string) string {
	last := len(columns) - 1
	return "the file is a route that this program has written: the columns " + strings.Join(columns[:last], ", ") + " and " +
		columns[last] + " and a return to the first place at the end are left out"
}

// isRouteColumn reports whether a column has a name, also with a unit.
func isRouteColumn(column, name string) bool {
	own, _, _ := strings.Cut(column, "_")
	return own == name
}

// isRoute reports whether columns are those of a route that this program has written.
func isRoute(columns []string) bool {
	for _, name := range []string{stopColumn, rowColumn, legColumn, lengthColumn} {
		if !slices.ContainsFunc(columns, func(column string) bool { return isRouteColumn(column, name) }) {
			return false
		}
	}
	return true
}

// dropRoute removes the columns of a route that this program has written as GeoJSON or KML.
func (i *Input) dropRoute() {
	if i.Table == nil || i.Format != GeoJSON && i.Format != KML {
		return
	}
	var at []int // of the columns
	var names []string
	for _, name := range []string{stopColumn, rowColumn, legColumn, lengthColumn} {
		column := slices.IndexFunc(i.Table.Header, func(column string) bool { return isRouteColumn(column, name) })
		if column < 0 {
			return
		}
		at, names = append(at, column), append(names, i.Table.Header[column])
	}
	for column, name := range i.Table.Header { // of the line alone
		if (name == closedData || name == unitData) && i.Table.isEmpty(column) {
			at = append(at, column)
		}
	}
	slices.Sort(at)
	drop := func(row []string) []string {
		for _, column := range slices.Backward(at) {
			row = slices.Delete(row, column, column+1)
		}
		return row
	}
	i.Table.Header = drop(i.Table.Header)
	for n, row := range i.Table.Rows {
		i.Table.Rows[n] = drop(row)
	}
	i.Notes = append(i.Notes, routeNote(names))
}

// isEmpty reports whether no row has a text in a column.
func (t *Table) isEmpty(column int) bool {
	return !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[column] != "" })
}

// dropReturn removes the last place of a line if it is the first one again. It returns a note, "" if
// it is not.
func (p *places) dropReturn() string {
	last := len(p.x) - 1
	if last < 3 || p.x[0] != p.x[last] || p.y[0] != p.y[last] {
		return ""
	}
	p.x, p.y, p.table.Rows = p.x[:last], p.y[:last], p.table.Rows[:last]
	if p.names != nil {
		p.names = p.names[:last]
	}
	if p.ids != nil {
		p.ids = p.ids[:last]
	}
	return "the last point of the line is the first one again: it is one place"
}

// dropRoute removes from a route that writeCSV has written what it added to the places: the first
// place again at the end and, if columns is true, four columns. It returns a note, "" for tables
// that are no such route.
func (g *grid) dropRoute(columns bool) string {
	last := len(g.rows[0]) - 1
	if last < 4 || g.rows[0][0] != stopColumn || g.rows[0][1] != rowColumn || !isRouteColumn(g.rows[0][last-1], legColumn) ||
		!isRouteColumn(g.rows[0][last], lengthColumn) {
		return ""
	}
	g.isRoute = true
	note := routeNote([]string{stopColumn, rowColumn, g.rows[0][last-1], g.rows[0][last]})
	if end := len(g.rows) - 1; end > 1 && g.rows[end][1] == g.rows[1][1] {
		g.rows, g.lines = g.rows[:end], g.lines[:end]
	}
	if columns {
		for i, row := range g.rows {
			g.rows[i] = row[2 : last-1]
		}
	}
	return note
}
