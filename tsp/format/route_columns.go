package format

import (
	"fmt"
	"slices"
	"strings"
)

// Columns that a route adds to those of its places. One that the places have begins with
// routePrefix.
const (
	stopColumn   = "stop"
	rowColumn    = "row"
	legColumn    = "leg"
	lengthColumn = "length"
	routePrefix  = "route_"
)

// ownColumns is the number of columns before the columns of the places: stop and row.
const ownColumns = 2

var addedColumns = []string{stopColumn, rowColumn, legColumn, lengthColumn}

// What a line says of its route: whether it returns to the first place, and the unit of its length.
const (
	closedData = "closed"
	unitData   = "unit"
)

// columns returns the names of the columns of a route as a table: the number of the stop and its
// row, the columns of the places, and the leg and the length with their unit.
func (r *Route) columns(t *Table) []string {
	suffix := ""
	if unit := r.Input.Instance.Unit.Name; unit != "" {
		suffix = "_" + unit
	}
	return slices.Concat([]string{freeName(t.Header, stopColumn), freeName(t.Header, rowColumn)}, t.Header,
		[]string{freeName(t.Header, legColumn+suffix), freeName(t.Header, lengthColumn+suffix)})
}

// freeName returns the name of a column that a route adds to others.
func freeName(columns []string, name string) string {
	for slices.Contains(columns, name) {
		name = routePrefix + name
	}
	return name
}

// distinct returns the names of columns where each name may be given once: later columns of a name get
// numbers, and those without a name the number of their column.
func distinct(columns []string) []string {
	names, taken := make([]string, len(columns)), make(map[string]bool, len(columns))
	for _, name := range columns {
		taken[name] = true
	}
	given := make(map[string]bool, len(columns))
	for i, name := range columns {
		if name == "" {
			name = unnamedColumn(i)
		}
		free := name
		for n := 2; given[free] || free != columns[i] && taken[free]; n++ {
			free = fmt.Sprintf("%s_%d", name, n)
		}
		names[i], given[free] = free, true
	}
	return names
}

// routeNote says what is left out of a route that this program has written.
func routeNote(columns []string) string {
	last := len(columns) - 1
	return "the file is a route that this program has written: the columns " + strings.Join(columns[:last], ", ") + " and " +
		columns[last] + " and a return to the first place at the end are left out"
}

// routeColumn returns the index of the column that a route has added with a name, maybe with a unit;
// -1 if there is none. Where the places have such a column, too, it is the one with more prefixes,
// else the one without a unit, else the last one.
func routeColumn(columns []string, name string) int {
	at, best := -1, -1
	for i, column := range columns {
		added, prefixes := withoutPrefix(column)
		rank := 2 * prefixes
		if added == name {
			rank++
		}
		if own, _, _ := strings.Cut(added, "_"); own == name && rank >= best {
			at, best = i, rank
		}
	}
	return at
}

// withoutPrefix removes the prefixes of a column, and counts them.
func withoutPrefix(column string) (name string, prefixes int) {
	for strings.HasPrefix(column, routePrefix) {
		column = column[len(routePrefix):]
		prefixes++
	}
	return column, prefixes
}

// isRoute reports whether columns of GeoJSON or KML are those of a route that this program has
// written: its line says whether it is closed.
func isRoute(columns []string) bool {
	return slices.Contains(columns, closedData) &&
		!slices.ContainsFunc(addedColumns, func(name string) bool { return routeColumn(columns, name) < 0 })
}

// dropRoute removes the columns of a route that this program has written as GeoJSON or KML.
func (i *Input) dropRoute() {
	t := i.Table
	if t == nil || i.Format != GeoJSON && i.Format != KML || !isRoute(t.Header) {
		return
	}
	var at []int // of the columns
	var names []string
	for _, name := range addedColumns {
		column := routeColumn(t.Header, name)
		at, names = append(at, column), append(names, t.Header[column])
	}
	for column, name := range t.Header { // of the line alone
		if (name == closedData || name == unitData) && t.isEmpty(column) {
			at = append(at, column)
		}
	}
	slices.Sort(at)
	t.drop(at)
	i.Notes = append(i.Notes, routeNote(names))
}

// isEmpty reports whether no row has a text in a column.
func (t *Table) isEmpty(column int) bool {
	return !slices.ContainsFunc(t.Rows, func(row []string) bool { return row[column] != "" })
}
