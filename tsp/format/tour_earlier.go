package format

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// EarlierTour is what a tour of another list of places says of the cities of an instance, as of
// yesterday's list for the list of today.
type EarlierTour struct {
	// Order has the cities that the tour visits at the same place, in its order. If more than half
	// of the cities that it visits have moved, it has these, too.
	Order tsp.Tour
	Shape Shape
	Moved []int32 // cities that the tour visits at other coordinates, in ascending order
	New   []int32 // cities that it does not visit, in ascending order
	Gone  int     // number of its places that the instance does not have
	// Ambiguous has names and ids that several places have, in ascending order, where neither other
	// names nor coordinates tell which city a place is: these places count as gone, their cities as
	// new.
	Ambiguous []string
	Visits    []Visit // all places of the tour, in its order; a closed tour does not repeat the first
	// Places has the places of Visits, to measure the tour. It is nil if the file has no coordinates, or
	// none of the instance's metric.
	Places *tsp.Instance
	// RoadLength is the length by roads that the file states, in the unit of the instance. It is nil if
	// the instance has no roads of places, or if the file states no length by roads in this unit.
	RoadLength *float64

	visits tsp.Tour // the cities that the tour visits, in its order
}

// Visit is a place of an earlier tour.
type Visit struct {
	City int32  // of the instance; NoCity: the instance does not have this place
	Name string // its name, else its id, in the file of the tour; "": the file has neither
}

// NoCity stands for no city of an instance.
const NoCity = unmatched

// Kept returns the number of cities that the tour visits at the same place.
func (e *EarlierTour) Kept(of *tsp.Instance) int { return of.Dimension() - len(e.New) - len(e.Moved) }

// IsWhole reports whether the tour visits all cities and nothing else. Then Order is a tour.
func (e *EarlierTour) IsWhole() bool { return len(e.New) == 0 && e.Gone == 0 && len(e.Moved) == 0 }

// ReadEarlierTourFile reads a tour from a file, as [ReadEarlierTour] does.
func ReadEarlierTourFile(ctx context.Context, file string, of *tsp.Instance, o Options) (*EarlierTour, error) {
	return opened(file, func(r io.Reader) (*EarlierTour, error) { return ReadEarlierTour(ctx, r, file, of, o) })
}

// ReadEarlierTour reads a tour of an instance as [ReadTour] does. It may also be of another list
// of places, if its file has their names or coordinates. A place is the city with its id, else with
// its name and coordinates, else with its coordinates, else the only one with its name. Ids are
// taken only if at least half of those that both lists have are of one place or name: others
// number the places of each list. Of the options, the limits are used and, for CSV and workbooks, columns,
// sheet and coordinate reference system of the instance's file; a workbook without the sheet is read from
// its first one. A tour of other cities that has only numbers is refused, and so is one without any city
// of the instance.
func ReadEarlierTour(
	ctx context.Context, r io.Reader, name string, of *tsp.Instance, o Options,
) (*EarlierTour, error) {
	s, err := openTour(ctx, r, name, o.Limits)
	if err != nil {
		return nil, err
	}
	if isZip(s.data) {
		s.options.Sheet = o.Sheet
	}
	f, visited, err := s.readVisit(of, o)
	switch {
	case err != nil:
		return nil, err
	case visited == nil && len(f.Tour) != of.Dimension():
		return nil, s.otherCities(len(f.Tour), of.Dimension())
	case visited == nil:
		return wholeTour(f.Tour, f.Shape), nil
	}
	e := visited.earlier(of)
	if len(e.visits) == 0 {
		return nil, refuse(name, "none of its places (%d) is in %s, by id, name or coordinates", visited.count, of.Name)
	}
	return e, nil
}

// wholeTour returns an earlier tour that visits all cities of an instance and nothing else.
func wholeTour(tour tsp.Tour, shape Shape) *EarlierTour {
	e := &EarlierTour{Order: tour, Shape: shape, visits: tour}
	for _, city := range tour {
		e.Visits = append(e.Visits, Visit{City: city})
	}
	return e
}

// visitedPlaces are the places of a file in the order of a visit, without the first one at the end.
type visitedPlaces struct {
	count      int
	shape      Shape
	rows       tsp.Tour // their numbers in the list of the visit; nil: the file does not say
	names, ids []string // nil: none
	at         *places  // their coordinates; nil: none
	stated     *statedLength
}

// placesOfMap returns the places of a map, or of a matrix in JSON.
func (s *source) placesOfMap(format Format, of *tsp.Instance) (*visitedPlaces, error) {
	input, err := s.read(format)
	if err != nil {
		return nil, err
	}
	v := &visitedPlaces{count: input.Instance.Dimension(), shape: s.routeShape(format), names: input.Instance.Names,
		ids: input.Instance.IDs, at: input.places}
	if t := input.Table; t != nil && t.Header != nil {
		if v.rows = rowsTour(append([][]string{t.Header}, t.Rows...), of); v.rows != nil {
			v.names = nil
			if at := slices.Index(t.Header, "name"); at >= 0 { // beside stop, which is a name, too
				v.names = columnOf(t.Rows, at)
			}
		}
	}
	return v.withoutReturn(), nil
}

// isBlankTable reports whether the text has places with blanks between the columns, and not a list
// of numbers.
func (s *source) isBlankTable() bool {
	if !isBlankTable(s.data[:min(len(s.data), peekBytes)]) {
		return false
	}
	_, err := s.numbers()
	return err != nil
}

// csvPlaces reads places of CSV or a workbook. They may have no coordinates, but names or ids.
func (s *source) csvPlaces(of *tsp.Instance, o Options) (*visitedPlaces, error) {
	g, err := s.tableGrid()
	if err != nil {
		return nil, err
	}
	v := &visitedPlaces{rows: rowsTour(g.rows, of)}
	g.dropStops(v)
	if of.Located().Metric.Geometry() == tsp.Globe {
		s.options.Metric = Haversine
	} else {
		s.options.Metric = Euclidean
	}
	s.options.Columns = o.Columns.in(g.rows[0])
	l, err := s.layoutOf(g)
	if err == nil {
		if v.at, _, err = s.placesOf(g, l); err != nil {
			return nil, err
		}
		if s.options.CRS = o.CRS; !v.at.degrees && v.at.globe != (of.Located().Metric.Geometry() == tsp.Globe) {
			if _, err := s.project(v.at, ""); err != nil {
				return nil, err
			}
		}
		v.count, v.names, v.ids = len(v.at.x), v.at.names, v.at.ids
		return v.withoutReturn(), nil
	}
	g.withoutFormulas()
	v.count = len(g.rows) - 1
	l = namingColumns(g.rows[0])
	v.names, v.ids = namesOf(g.rows[1:], l)
	switch {
	case v.names != nil:
		return v.withoutReturn(), nil
	case v.rows != nil:
		return nil, nil
	}
	return nil, err
}

// dropStops removes from a written route what it has beside the columns of its input, and a return
// to the first place.
func (g *grid) dropStops(v *visitedPlaces) {
	lines, stated := len(g.rows), g.statedLength()
	if g.dropRoute(true) == "" {
		return
	}
	if v.shape, v.stated = ShapeOpen, stated; len(g.rows) < lines {
		v.shape, v.rows = ShapeClosed, v.rows[:len(g.rows)-1]
	}
	if g.rows[0][0] == unnamedColumn(0) { // the input had no header
		g.rows, g.lines = g.rows[1:], g.lines[1:]
	}
}

// in returns the columns if a header has all that are named, else none.
func (c Columns) in(header []string) Columns {
	for _, column := range c {
		letters := letterColumn(column)
		isNumber := strings.Trim(column, "0123456789") == "" || letters > 0 && letters <= len(header)
		if !isNumber && !slices.ContainsFunc(header, func(name string) bool { return strings.EqualFold(name, column) }) {
			return nil
		}
	}
	return c
}

// withoutReturn removes the last place of a written route if it is the first one again.
func (v *visitedPlaces) withoutReturn() *visitedPlaces {
	last := v.count - 1
	isRoute := v.rows != nil || v.shape == ShapeOpen
	if !isRoute || last < 1 || v.names != nil && v.names[0] != v.names[last] ||
		v.rows != nil && v.rows[0] != v.rows[last] ||
		v.at != nil && (v.at.x[0] != v.at.x[last] || v.at.y[0] != v.at.y[last]) {
		return v
	}
	v.count, v.shape = last, ShapeClosed
	v.rows = v.rows[:min(last, len(v.rows))]
	return v
}

// placeList is a list of places with what identifies them: nil functions and "" stand for nothing.
type placeList struct {
	count        int
	id, name, at placeKey
}

// same reports whether nothing tells two places apart.
func (l placeList) same(a, b int) bool {
	for _, key := range []placeKey{l.id, l.name, l.at} {
		if key != nil && key(a) != key(b) {
			return false
		}
	}
	return a != b
}

// lists returns the places of the visit and the cities of an instance. What only one of them has is
// nil in both.
func (v *visitedPlaces) lists(of *tsp.Instance) (visited, cities placeList) {
	visited, cities = placeList{count: v.count}, placeList{count: of.Dimension()}
	if v.at != nil {
		cities.at, visited.at = coordinatesOf(of, v.at)
	}
	// Ids without names are read as names.
	switch {
	case v.ids == nil && of.IDs != nil && shared(v.names, of.IDs) > shared(v.names, of.Names):
		visited.id, cities.id = keyOf(v.names), keyOf(of.IDs)
		return visited, cities
	case v.ids != nil && of.IDs == nil && shared(v.ids, of.Names) > shared(v.names, of.Names):
		visited.id, cities.id = keyOf(v.ids), keyOf(of.Names)
		return visited, cities
	}
	if v.names != nil && of.Names != nil {
		visited.name, cities.name = keyOf(v.names), keyOf(of.Names)
	}
	if v.ids != nil && of.IDs != nil {
		visited.id, cities.id = keyOf(v.ids), keyOf(of.IDs)
	}
	return visited, cities
}

// shared returns how many of some texts others have.
func shared(texts, others []string) (count int) {
	known := make(map[string]bool, len(others))
	for _, text := range others {
		known[text] = true
	}
	for _, text := range texts {
		if known[text] {
			count++
		}
	}
	return count
}

func keyOf(texts []string) placeKey { return func(place int) string { return texts[place] } }

// earlier finds the cities of an instance among the places.
func (v *visitedPlaces) earlier(of *tsp.Instance) *EarlierTour {
	visited, cities := v.lists(of)
	if v.rows != nil && v.rows.Validate(cities.count) == nil && v.agree(visited, cities) {
		e := wholeTour(v.rows, v.shape)
		e.RoadLength = v.lengthByRoads(of)
		return e
	}
	m := match(visited, cities)
	e := &EarlierTour{Shape: v.shape, Ambiguous: m.ambiguous}
	found := make([]bool, cities.count)
	for place, city := range m.city {
		switch {
		case city == unmatched && place == v.count-1 && visited.same(0, place):
			e.Shape = ShapeClosed
			continue
		}
		e.Visits = append(e.Visits, Visit{city, v.name(place)})
		switch {
		case city == unmatched:
			e.Gone++
			continue
		case visited.at != nil && visited.at(place) != cities.at(int(city)):
			e.Moved = append(e.Moved, city)
		default:
			e.Order = append(e.Order, city)
		}
		e.visits, found[city] = append(e.visits, city), true
	}
	for city, found := range found {
		if !found {
			e.New = append(e.New, int32(city))
		}
	}
	if len(e.Moved) > len(e.Order) {
		e.Order = e.visits
	}
	slices.Sort(e.Moved)
	e.Places, e.RoadLength = v.instance(of, len(e.Visits)), v.lengthByRoads(of)
	return e
}

// name returns what the file calls a place.
func (v *visitedPlaces) name(place int) string {
	switch {
	case v.names != nil && v.names[place] != "":
		return v.names[place]
	case v.ids != nil:
		return v.ids[place]
	}
	return ""
}

// instance returns the first places as an instance with the metric of another one, nil if there is
// none.
func (v *visitedPlaces) instance(of *tsp.Instance, count int) *tsp.Instance {
	if v.at == nil || v.at.globe != (of.Metric.Geometry() == tsp.Globe) {
		return nil
	}
	x, y := v.at.x[:count], v.at.y[:count]
	var in *tsp.Instance
	var err error
	switch {
	case of.Metric == tsp.Haversine:
		in, err = tsp.FromDegrees(y, x)
	case of.Given != nil:
		in, err = tsp.FromXY(of.Metric, x, y)
	}
	if err != nil { // fewer places than an instance has
		return nil
	}
	return in
}

// agree reports whether no place differs from the city of its row.
func (v *visitedPlaces) agree(visited, cities placeList) bool {
	for place, city := range v.rows {
		for _, keys := range [][2]placeKey{{visited.id, cities.id}, {visited.name, cities.name}, {visited.at, cities.at}} {
			if keys[0] == nil {
				continue
			}
			if mine, theirs := keys[1](int(city)), keys[0](place); mine != theirs && mine != "" && theirs != "" {
				return false
			}
		}
	}
	return true
}
