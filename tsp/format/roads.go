package format

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp"
)

// Roads are the distances or travel times between places, as a file with a matrix or a routing
// server gives them. [Input.WithRoads] puts them in the place of the distances of an input.
type Roads struct {
	Name     string      // of the file or the server, for messages
	Legs     [][]float64 // from row to row, in units, 0 or more; +Inf: there is no way
	Unit     string      // "m", "s", or "" if it is not known
	Names    []string    // by row, "" for none; nil: rows have no names
	IDs      []string    // by row, "" for none; nil: rows have no ids
	At       []Location  // by row; nil: rows have no locations
	InOrder  bool        // row i is place i: neither names nor locations are compared
	Warnings []string    // what is not used although the result may depend on it

	lines  []int32  // by row: the line of its file, from 1 on; nil: rows have none
	labels []string // by row, as people may call it: the street of a place, or the start of a vehicle; nil: Names
	start  *int32   // the row at which a route begins; nil: any
	ends   *tsp.Ends
}

// ReadRoadsFile reads a file with a matrix, as [ReadRoads] does.
func ReadRoadsFile(ctx context.Context, file string, o Options) (*Roads, error) {
	return opened(file, func(r io.Reader) (*Roads, error) { return ReadRoads(ctx, r, file, o) })
}

// ReadRoads reads a matrix of places that another file has: an answer of the table service of OSRM
// or of the matrix services of openrouteservice and GraphHopper, a problem of VROOM, a matrix in
// CSV, a workbook or JSON, or TSPLIB's EXPLICIT. Of the options the measure and the limits are
// used. When the context ends, the error is its cause.
func ReadRoads(ctx context.Context, r io.Reader, name string, o Options) (*Roads, error) {
	if err := o.checkMeasure(name); err != nil {
		return nil, err
	}
	limits := o.Limits.withDefaults()
	text, begin, err := openText(ctx, r, name, limits)
	if err != nil {
		return nil, err
	}
	s := &source{ctx: ctx, name: name, options: Options{Minimize: o.Minimize}, limits: limits, besidePlaces: true}
	format := guess(begin)
	if format == TSPLIB && keyword.Match(firstLine(begin)) {
		return s.matrixOfTSPLIB(text)
	}
	if format == TSPLIB { // columns by blanks
		format = CSV
	}
	if err := s.readText(text, format); err != nil {
		return nil, err
	}
	roads, err := s.readRoads(format)
	if err != nil {
		return nil, err
	}
	roads.Warnings = append(roads.Warnings, s.warnings...)
	if len(roads.Legs) == 0 {
		return nil, refuse(name, "the matrix has no rows")
	}
	return roads, nil
}

// readRoads reads a matrix in a format that is not TSPLIB's.
func (s *source) readRoads(format Format) (*Roads, error) {
	if format == JSON {
		return s.roadsOfJSON()
	}
	if s.options.Minimize != "" {
		return nil, s.options.oneMatrix(s.name)
	}
	isMap := format == GPX
	if isZip(s.data) {
		kml, err := s.openArchive()
		if err != nil {
			return nil, err
		}
		isMap = kml != nil
	}
	if isMap {
		return nil, refuse(s.name, "the file has places, and no matrix of the distances between them")
	}
	g, err := s.matrixGrid()
	if err != nil {
		return nil, err
	}
	return s.readLegs(g)
}

// mostSheets bounds the sheets of a workbook among which a matrix is searched: each is read alone.
const mostSheets = 10

// matrixGrid returns the rows of CSV, or of the first sheet of a workbook that is a matrix.
func (s *source) matrixGrid() (*grid, error) {
	g, err := s.tableGrid()
	if err != nil || g.isSquare() {
		return g, err
	}
	for i := 1; i < min(len(g.sheets), mostSheets); i++ {
		s.options.Sheet = g.sheets[i]
		if other, err := s.tableGrid(); s.ctx.Err() != nil {
			return nil, context.Cause(s.ctx)
		} else if err == nil && other.isSquare() {
			return other, nil
		}
	}
	return nil, refuse(s.name, "the table is no matrix: it has neither as many rows as columns, "+
		"nor 0 from each place to itself")
}

// isSquare reports whether the rows are a matrix, with or without names.
func (g *grid) isSquare() bool {
	_, _, ok := g.matrixBody(tsp.MinCities)
	return ok || len(g.rows) == len(g.rows[0])
}

func (s *source) roadsOfJSON() (*Roads, error) {
	r := s.jsonReader()
	if r.kind() == '[' {
		return r.plainMatrix()
	}
	d := r.document()
	if !d.isVROOM() {
		return d.matrixModel()
	}
	v, err := d.readProblem()
	if err != nil {
		return nil, err
	}
	if v.matrix == nil {
		return nil, refuse(s.name, "the problem of VROOM has no matrices")
	}
	roads, err := v.roads()
	if err == nil {
		roads.Warnings = d.unused.warnings()
	}
	return roads, err
}

// matrixOfTSPLIB reads a matrix of TSPLIB.
func (s *source) matrixOfTSPLIB(text io.Reader) (*Roads, error) {
	if s.options.Minimize != "" {
		return nil, s.options.oneMatrix(s.name)
	}
	input, err := readTSPLIB(s.ctx, text, s.name, s.limits)
	if err != nil {
		return nil, err
	}
	in := input.Instance
	if in.Metric != tsp.Explicit {
		return nil, refuse(s.name, "the file has places, and no matrix of the distances between them")
	}
	r := &Roads{Name: s.name, Warnings: input.Warnings}
	n := in.Dimension()
	for i := range n {
		row := make([]float64, n)
		for j := range row {
			row[j] = in.UnitDistance(i, j)
		}
		r.Legs = append(r.Legs, row)
	}
	return r, nil
}

// legText names the distance from a row to another one in a message: "in row 1, column 2".
type legText func(from, to int) string

// instance returns the instance of the legs, with warnings. name names a row, leg a distance.
func (r *Roads) instance(
	ctx context.Context, name func(row int) string, leg legText,
) (*tsp.Instance, []string, error) {
	zero, legs := 0, newLegCount(len(r.Legs))
	for i, row := range r.Legs {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		for j, d := range row {
			if i == j {
				continue
			}
			if d == 0 {
				zero++
			}
			legs.add(i, j, d)
		}
	}
	missing, err := legs.warnings(r.Name, name)
	if err != nil {
		return nil, nil, err
	}
	in, err := tsp.FromDecimals(ctx, r.Legs, r.Unit)
	var refused *tsp.DistanceError
	if errors.As(err, &refused) {
		return nil, nil, refuse(r.Name, "the distance %v %s %s", refused.Distance, leg(refused.From, refused.To),
			refused.Reason)
	}
	if err != nil {
		return nil, nil, err
	}
	in.FirstNumber = 1
	rounded, err := roundedDistances(ctx, in, leg)
	return in, slices.Concat(zeroDistances(zero, len(r.Legs)), missing, rounded), err
}

// ownNames returns the names that the matrix itself has for its rows; nil if there are none.
func (r *Roads) ownNames() []string {
	names := r.labels
	if names == nil {
		names = r.Names
	}
	if !slices.ContainsFunc(names, func(name string) bool { return name != "" }) {
		return nil
	}
	return names
}

// rowText names a row of a matrix without other places.
func (r *Roads) rowText(row int) string {
	names := r.ownNames()
	if names == nil && r.lines == nil {
		return "place " + strconv.Itoa(row+1)
	}
	return (&tsp.Instance{Names: names, Rows: r.lines, FirstNumber: 1}).CityText(int32(row))
}

// cellText names a distance of such a matrix.
func (r *Roads) cellText(from, to int) string {
	if r.lines == nil {
		return fmt.Sprintf("in row %d, column %d", from+1, to+1)
	}
	return "from " + r.rowText(from) + " to " + r.rowText(to)
}

// WithRoads returns the input with the distances of roads: lengths are those of the roads, and
// pictures and maps have the places where they are. Rows are places with their id or name or, if
// rows have none, with their location, else in the order of the places. There may be more rows than
// places, if names or locations tell which ones the places are. The error is a [*tsp.Error] if the
// rows are not the places, if there is no way to a place, or if the input has no coordinates
// itself. When the context ends, the error is its cause. The legs must not change afterwards.
func (i *Input) WithRoads(ctx context.Context, r *Roads) (*Input, error) {
	at := i.Instance.Located()
	if at.Metric.Axes() == 0 {
		return nil, refuse(i.Instance.Name, "the file has a matrix, and no places; give the places of %s", r.Name)
	}
	m, err := r.match(ctx, i)
	if err != nil {
		return nil, err
	}
	r = r.part(m.row)
	if err := r.checkReach(i.Instance); err != nil {
		return nil, err
	}
	name := func(row int) string { return placeText(i.Instance, row) }
	leg := func(from, to int) string { return "from " + name(from) + " to " + name(to) }
	in, warnings, err := r.instance(ctx, name, leg)
	if err != nil {
		return nil, err
	}
	in.Name, in.Comment, in.Names, in.IDs, in.Rows = at.Name, at.Comment, at.Names, at.IDs, at.Rows
	in.Fixed, in.Display = at.Fixed, at
	joined := *i
	joined.Instance, joined.leg = in, leg
	if joined.Start == 0 && joined.Ends == nil {
		joined.Ends = r.ends
		joined.setStart(r)
	}
	joined.ownLengths = nil
	joined.Warnings = slices.DeleteFunc(slices.Clone(i.Warnings),
		func(text string) bool { return slices.Contains(i.ownLengths, text) })
	joined.Warnings = slices.Concat(joined.Warnings, r.Warnings, warnings, m.warnings)
	joined.Notes = slices.Concat(i.Notes, m.notes)
	return &joined, nil
}

// setStart sets the city at which a matrix says that the route begins.
func (i *Input) setStart(r *Roads) {
	if r.start != nil {
		i.Start = *r.start
	}
}

// part returns the roads of some rows.
func (r *Roads) part(rows []int32) *Roads {
	part := *r
	part.start, part.ends = nil, nil
	inOrder := len(rows) == len(r.Legs)
	places := make(map[int32]int32, len(rows))
	for place, row := range rows {
		places[row] = int32(place)
		inOrder = inOrder && int(row) == place
	}
	if r.start != nil {
		if start, found := places[*r.start]; found {
			part.start = &start
		}
	}
	if r.ends != nil {
		part.ends = r.endsOf(places)
	}
	if inOrder {
		return &part
	}
	part.Legs = make([][]float64, len(rows))
	for place, row := range rows {
		part.Legs[place] = make([]float64, len(rows))
		for to, column := range rows {
			part.Legs[place][to] = r.Legs[row][column]
		}
	}
	return &part
}

// endsOf returns the ends of the path as places: an end that is no place is free.
func (r *Roads) endsOf(places map[int32]int32) *tsp.Ends {
	ends := tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	for i, row := range r.ends {
		if place, found := places[row]; found {
			ends[i] = place
		}
	}
	return &ends
}
