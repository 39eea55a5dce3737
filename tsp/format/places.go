package format

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
	"github.com/aco-vk/aco-vk/tsp"
)

// places are places before they become an instance: with x and y, or with longitude as x and
// latitude as y.
type places struct {
	x, y    []float64
	globe   bool
	degrees bool     // columns say that they are latitude and longitude
	names   []string // nil: none
	ids     []string // nil: none, or they are the names
	rows    []int32  // in the file, as [tsp.Instance.Rows]; nil: the file has no rows
	table   *Table

	label func(city int) string // describes a place in a message; nil: by its name, id and row
}

// readCSV reads places or a matrix.
func (s *source) readCSV() (*Input, error) {
	g, err := s.readGrid()
	if err != nil {
		return nil, err
	}
	input, err := s.readRows(g)
	if err != nil {
		return nil, err
	}
	input.dialect = g.dialect
	if g.note != "" {
		input.Notes = append(input.Notes, g.note)
	}
	return input, nil
}

// readRows reads the places or the matrix of a table.
func (s *source) readRows(g *grid) (*Input, error) {
	_, _, isMatrix := g.matrixBody(fewestOfList)
	if s.options.Format == Matrix || s.options.Format == "" && len(s.options.Columns) == 0 && isMatrix {
		return s.readMatrix(g)
	}
	route := g.dropRoute(len(s.options.Columns) == 0)
	if width := len(g.rows[0]); width > s.limits.Columns {
		return nil, s.tooWide(width, g.lines[0])
	}
	l, err := s.layoutOf(g)
	if err != nil {
		return nil, err
	}
	p, warnings, err := s.placesOf(g, l)
	if err != nil {
		return nil, err
	}
	if !l.header && len(s.options.Columns) == 0 {
		if err := s.orderDegrees(p, l); err != nil {
			return nil, err
		}
	}
	projected, err := s.project(p, "")
	if err != nil {
		return nil, err
	}
	input, err := s.instanceOf(p, CSV, warnings)
	if err != nil {
		return nil, err
	}
	if s.options.Metric == "" && !p.globe {
		inPlane := p.degreesInPlane(l)
		input.Warnings = append(input.Warnings, inPlane...)
		input.ownLengths = append(input.ownLengths, inPlane...)
	}
	for _, note := range []string{route, projected} {
		if note != "" {
			input.Notes = append(input.Notes, note)
		}
	}
	return input, nil
}

// placesOf reads the coordinates and names of all rows.
func (s *source) placesOf(g *grid, l layout) (*places, []string, error) {
	p := &places{globe: l.has(Latitude, Longitude) && (!l.has(X, Y) || s.options.Metric == Haversine),
		table: &Table{}}
	p.degrees = p.globe
	roles := [2]Role{X, Y}
	if p.globe {
		roles = [2]Role{Longitude, Latitude}
	}
	g.withoutFormulas(l.index[roles[0]], l.index[roles[1]])
	first := 0
	if l.header {
		first, p.table.Header = 1, g.rows[0]
	}
	p.table.Rows = g.rows[first:]
	p.table.texts = g.textColumns(p.table.Rows, l.index[roles[0]], l.index[roles[1]])
	if len(p.table.Rows) > s.limits.Places {
		return nil, nil, overLimit(s.errorAt(g.lines[len(g.lines)-1],
			"the file has more than the limit of %d places; give fewer", s.limits.Places))
	}
	p.names, p.ids = namesOf(p.table.Rows, l)
	p.rows = rowNumbers(g.lines[first:])
	marks, bad := marks{isWorkbook: g.isWorkbook}, faults.List{}
	for i, row := range p.table.Rows {
		if err := s.ended(i); err != nil {
			return nil, nil, err
		}
		var v [2]float64
		reason := ""
		for axis, role := range roles {
			text, why := row[l.index[role]], ""
			if v[axis], why = g.coordinate(text, role, p.globe); reason == "" {
				reason = why
			}
			if why != "" {
				continue
			}
			if mixed := marks.add(text); mixed != "" && !g.isRoute {
				return nil, nil, s.errorAt(g.lines[first+i], "%s", mixed)
			}
		}
		if reason != "" {
			bad.Add(s.errorAt(g.lines[first+i], "%s", reason), p.text(i))
		}
		p.x, p.y = append(p.x, v[0]), append(p.y, v[1])
	}
	if err := bad.Err(); err != nil {
		return nil, nil, err
	}
	if reason := marks.unclear(g.separator); reason != "" && !g.isRoute &&
		!p.globe { // as thousands it is no latitude, nor a longitude
		return nil, nil, refuse(s.name, "%s", reason)
	}
	if g.comma = marks.isComma(g.separator); g.isWorkbook && marks.comma != "" {
		for _, row := range p.table.Rows { // routes have the decimal points of the other cells
			for _, role := range roles {
				row[l.index[role]] = strings.Replace(row[l.index[role]], ",", ".", 1)
			}
		}
	}
	g.checkDigits(p)
	if len(p.x) < tsp.MinCities {
		return nil, nil, s.errorAt(g.lines[len(g.lines)-1], "there are no places")
	}
	if !l.header && len(g.rows) == 2 && len(s.options.Columns) == 0 && g.isMatrix(g.rows, 2) && len(g.rows[0]) == 2 {
		g.warnings = append(g.warnings, "two rows of two numbers are two places; if they are a matrix, give format matrix")
	}
	if at, ok := l.index[third]; ok && l.header {
		g.warnings = append(g.warnings, fmt.Sprintf("column %s is not used: distances have two dimensions", g.rows[0][at]))
	}
	return p, g.warnings, nil
}

// coordinate parses the coordinate of a role, and says what is wrong with it, or "".
func (g *grid) coordinate(text string, role Role, globe bool) (v float64, reason string) {
	v, ok := g.number(text)
	switch {
	case !ok && text == "":
		return 0, fmt.Sprintf("there is no %s; fill it in or remove the row", role)
	case !ok:
		return 0, notNumber(text)
	case !globe && math.Abs(v) > largestCoordinate:
		return 0, fmt.Sprintf("coordinate %s %v is outside ±%.0e", strings.ToUpper(string(role)), v, largestCoordinate)
	}
	return v, ""
}

// rowNumbers returns the numbers of rows as an instance has them.
func rowNumbers(lines []int) []int32 {
	rows := make([]int32, len(lines))
	for i, line := range lines {
		rows[i] = int32(line)
	}
	return rows
}

// text describes a place in a message.
func (p *places) text(city int) string {
	if p.label != nil {
		return p.label(city)
	}
	return (&tsp.Instance{Names: p.names, IDs: p.ids, Rows: p.rows, FirstNumber: 1}).CityText(int32(city))
}

// largestCoordinate bounds coordinates in the plane: float64 has so many whole numbers.
const largestCoordinate = 1e15

// namesOf returns the names and the ids of all places: nil without such a column. If there are
// only ids, they are the names.
func namesOf(rows [][]string, l layout) (names, ids []string) {
	column := func(role Role) []string {
		at, ok := l.index[role]
		if !ok {
			return nil
		}
		return columnOf(rows, at)
	}
	if names, ids = column(Name), column(ID); names == nil {
		return ids, nil
	}
	return names, ids
}

// columnOf returns the texts of a column.
func columnOf(rows [][]string, at int) []string {
	texts := make([]string, len(rows))
	for i, row := range rows {
		texts[i] = row[at]
	}
	return texts
}

// namingColumns returns the first column of names and the first one of ids.
func namingColumns(columns []string) layout {
	l := layout{index: map[Role]int{}}
	for i, column := range columns {
		if role := roleOf(column); (role == Name || role == ID) && !l.has(role) {
			l.index[role] = i
		}
	}
	return l
}

// instanceOf returns the instance of places by the metric.
func (s *source) instanceOf(p *places, format Format, warnings []string) (*Input, error) {
	metric := s.options.Metric
	if metric == "" && p.globe {
		metric = Haversine
	}
	in, err := p.instance(s.name, metric)
	if err != nil {
		return nil, err
	}
	in.Names, in.IDs, in.Rows, in.FirstNumber = p.names, p.ids, p.rows, 1
	wrong, ownLengths, err := p.warnings(s.ctx, in)
	if err != nil {
		return nil, err
	}
	input := &Input{Instance: in, Format: format, Table: p.table, places: p,
		Warnings: slices.Concat(warnings, wrong, ownLengths), ownLengths: ownLengths}
	if p.table != nil {
		input.Warnings = append(input.Warnings, unusedConstraints(p.table.Header)...)
	}
	if metric == Haversine {
		input.Notes = []string{p.area()}
	}
	return input, nil
}

// instance returns the instance of the coordinates. name is the file's in messages.
func (p *places) instance(name string, metric Metric) (*tsp.Instance, error) {
	planar, isPlanar := map[Metric]tsp.Metric{"": tsp.EUC2D, Euclidean: tsp.EUC2D, Manhattan: tsp.MAN2D}[metric]
	switch {
	case metric == Haversine:
		if err := p.checkDegrees(name); err != nil {
			return nil, err
		}
		return tsp.FromDegrees(p.y, p.x)
	case isPlanar:
		if err := p.checkPlane(name); err != nil {
			return nil, err
		}
		return tsp.FromXY(planar, p.x, p.y)
	}
	return nil, refuse(name, "metric %q is not known; metrics are %v", metric, Metrics)
}

// checkPlane returns an error for a coordinate in the plane out of range.
func (p *places) checkPlane(name string) error {
	var bad faults.List
	for city := range p.x {
		for axis, v := range [2]float64{p.x[city], p.y[city]} {
			if math.Abs(v) > largestCoordinate {
				bad.Add(refuse(name, "coordinate %c %v of %s is outside ±%.0e", "XY"[axis], v, p.text(city),
					largestCoordinate), p.text(city))
				break
			}
		}
	}
	return bad.Err()
}

// adviceInPlane says what to do with coordinates that are not degrees. Its argument is a metric.
const adviceInPlane = "for coordinates in the plane give their coordinate reference system or use metric %s"

// checkDegrees returns an error for a latitude or longitude out of range. It says if both seem to
// be swapped.
func (p *places) checkDegrees(name string) error {
	var bad faults.List
	for city := range p.x {
		switch {
		case math.Abs(p.y[city]) <= 90 && math.Abs(p.x[city]) <= 360:
			continue
		case bad.Count == 0 && p.swapped():
			return refuse(name,
				"latitude %v of %s is outside -90..90, and all longitudes are within: latitude and longitude seem to be swapped",
				p.y[city], p.text(city))
		case math.Abs(p.y[city]) > 90:
			bad.Add(refuse(name,
				"latitude %s of %s is outside -90..90; "+adviceInPlane, plain(p.y[city]), p.text(city), Euclidean), p.text(city))
		default:
			bad.Add(refuse(name, "longitude %s of %s is outside -360..360; "+adviceInPlane, plain(p.x[city]), p.text(city),
				Euclidean), p.text(city))
		}
	}
	return bad.Err()
}

// swapped reports whether coordinates would be valid with latitude and longitude exchanged.
func (p *places) swapped() bool {
	for city := range p.x {
		if !(math.Abs(p.x[city]) <= 90 && math.Abs(p.y[city]) <= 360) {
			return false
		}
	}
	return true
}
