package format

import (
	"fmt"
	"io"
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
		row := append([]string{strconv.Itoa(v.stop), strconv.Itoa(int(v.city) + 1)}, t.Rows[v.city]...)
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

// dropRoute removes from a route that writeCSV has written what it added to the places: the first
// place again at the end and, if columns is true, four columns. It returns a note, "" for tables
// that are no such route.
func (g *grid) dropRoute(columns bool) string {
	last := len(g.rows[0]) - 1
	isColumn := func(at int, name string) bool {
		own, _, _ := strings.Cut(g.rows[0][at], "_")
		return own == name
	}
	if last < 4 || g.rows[0][0] != stopColumn || g.rows[0][1] != rowColumn || !isColumn(last-1, legColumn) ||
		!isColumn(last, lengthColumn) {
		return ""
	}
	dropped := fmt.Sprintf("%s, %s, %s and %s", stopColumn, rowColumn, g.rows[0][last-1], g.rows[0][last])
	if end := len(g.rows) - 1; end > 1 && g.rows[end][1] == g.rows[1][1] {
		g.rows, g.lines = g.rows[:end], g.lines[:end]
	}
	if columns {
		for i, row := range g.rows {
			g.rows[i] = row[2 : last-1]
		}
	}
	return "the file is a route that this program has written: the columns " + dropped +
		" and a return to the first place at the end are left out"
}
