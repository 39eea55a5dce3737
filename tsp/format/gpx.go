package format

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
)

// gpxPoint is a point of a GPX file (https://www.topografix.com/GPX/1/1/).
type gpxPoint struct {
	Latitude    string `xml:"lat,attr"`
	Longitude   string `xml:"lon,attr"`
	Elevation   string `xml:"ele,omitempty"`
	Name        string `xml:"name,omitempty"`
	Description string `xml:"desc,omitempty"`
}

// gpxReader collects the points of a GPX file.
type gpxReader struct {
	*xmlReader
	waypoints gpxPlaces
	stops     gpxPlaces // of routes
	routes    int
	points    gpxPlaces // of tracks
	tracks    int
	bad       faults.List // points
}

// gpxPlaces are places with their rows of the table.
type gpxPlaces struct {
	x, y []float64
	rows [][]string
}

// readGPX reads waypoints, else the points of routes, else those of tracks.
func (x *xmlReader) readGPX() (*Input, error) {
	g := &gpxReader{xmlReader: x}
	if err := cmp.Or(g.document(g.topElement), g.bad.Err()); err != nil {
		return nil, err
	}
	all, warnings, err := g.used()
	if err != nil {
		return nil, err
	}
	s := x.source
	if err := s.checkPlaces(len(all.x), GPX, warnings...); err != nil {
		return nil, err
	}
	isLine := all != &g.waypoints
	if isLine && ownGPX.Match(s.data) && dropStops(all.rows) {
		for _, row := range all.rows {
			row[1] = "" // the length so far
		}
	}
	p := &places{globe: true, x: all.x, y: all.y, table: &Table{Header: slices.Clone(gpxColumns), Rows: all.rows}}
	if slices.ContainsFunc(all.rows, func(row []string) bool { return row[0] != "" }) {
		p.names, _ = namesOf(all.rows, layout{index: map[Role]int{Name: 0}})
	}
	return s.placesOrLine(p, isLine, GPX, slices.Concat(warnings, g.unused.warnings()))
}

// placesOrLine returns the instance of places. Those of a line may have a return to the first one.
func (s *source) placesOrLine(p *places, isLine bool, format Format, warnings []string) (*Input, error) {
	note := ""
	if isLine && !s.isTour {
		note = p.dropReturn()
	}
	input, err := s.instanceOf(p, format, warnings)
	if err == nil && note != "" {
		input.Notes = append(input.Notes, note)
	}
	return input, err
}

// used returns the places, and warnings about points that are none: waypoints, else the points of
// routes, else those of tracks, unless these have fewer than fewestOfList and others more.
func (g *gpxReader) used() (all *gpxPlaces, warnings []string, err error) {
	add := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	const several = "the points of %d %s are read as places of one tour"
	const unused = "number of %s that are not used: %d; %s are the places"
	use := enoughPlaces(len(g.waypoints.x), len(g.stops.x), len(g.points.x))
	if use < 0 {
		return nil, nil, refuse(g.name, "the GPX file has no waypoints, routes or tracks")
	}
	taken := []string{"the waypoints", "the points of the route", "the points of the track"}[use]
	if n := len(g.waypoints.x); use > 0 && n > 0 {
		add(unused, "waypoints", n, taken)
	}
	switch {
	case use != 1 && g.routes > 0:
		add(unused, "routes", g.routes, taken)
	case g.routes > 1:
		add(several, g.routes, "routes")
	}
	switch {
	case use < 2 && g.tracks > 0:
		add("number of tracks that are not used: %d; they are no places", g.tracks)
	case use == 2 && g.tracks > 1:
		add(several, g.tracks, "tracks")
	}
	if use == 2 {
		add(recordedTrack)
	}
	return []*gpxPlaces{&g.waypoints, &g.stops, &g.points}[use], warnings, nil
}

// recordedTrack is the warning of a track whose points are places.
const recordedTrack = "the points of a track are read as places; a track that was recorded has many"

// gpxColumns are the columns of the table.
var gpxColumns = []string{"name", "desc", "ele", "lat", "lon"}

// topElement reads an element of the document.
func (g *gpxReader) topElement(e xml.StartElement) {
	switch e.Name.Local {
	case "wpt":
		g.point(e, &g.waypoints)
	case "rte":
		g.routes++
		g.only("rtept", func(e xml.StartElement) { g.point(e, &g.stops) }) // the others describe the route
	case "trk":
		g.tracks++
		g.only("trkseg", func(xml.StartElement) {
			g.only("trkpt", func(e xml.StartElement) {
				if max(len(g.waypoints.x), len(g.stops.x)) >= fewestOfList {
					g.skip()
				} else {
					g.point(e, &g.points)
				}
			})
		})
	case "metadata", "name", "desc", "author", "email", "url", "urlname", "time", "keywords", "bounds":
		g.skip() // they describe the file
	default:
		g.unused.unknown("", e.Name.Local)
		g.skip()
	}
}

// point reads a point.
func (g *gpxReader) point(e xml.StartElement, list *gpxPlaces) {
	number := len(list.x) + 1
	if number > g.limits.Places {
		g.fail(overLimit(g.here("there are more than %d places, the limit; give fewer", len(list.x))))
	}
	row := make([]string, len(gpxColumns))
	seen := make([]bool, len(gpxColumns))
	for _, a := range e.Attr {
		column := slices.Index(gpxColumns, a.Name.Local)
		switch {
		case a.Name.Space == "xmlns" || a.Name.Local == "xmlns":
			continue
		case column < latitudeColumn || a.Name.Space != "":
			g.unused.unknown("", a.Name.Local)
			continue
		case seen[column]:
			g.fail(g.here("point %d has two attributes %s", number, a.Name.Local))
		}
		row[column], seen[column] = strings.TrimSpace(a.Value), true
	}
	x, okX := parseNumber(row[longitudeColumn], false)
	y, okY := parseNumber(row[latitudeColumn], false)
	var fault error
	if !okX || !okY {
		fault = g.here("lat %s, lon %s of point %d are not numbers",
			quote(row[latitudeColumn]), quote(row[longitudeColumn]), number)
	}
	g.elements(func(e xml.StartElement) { g.pointElement(e, row, seen, number) })
	list.x, list.y, list.rows = append(list.x, x), append(list.y, y), append(list.rows, row)
	if fault != nil {
		g.bad.Add(fault, faults.Named(row[0], fmt.Sprintf("point %d", number)))
	}
}

// Columns of the table by number.
const (
	elevationColumn = 2
	latitudeColumn  = 3
	longitudeColumn = 4
)

// pointElement reads an element of a point into its row.
func (g *gpxReader) pointElement(e xml.StartElement, row []string, seen []bool, point int) {
	column := slices.Index(gpxColumns[:latitudeColumn], e.Name.Local)
	if column < 0 {
		g.unused.unknown("", e.Name.Local)
		g.skip()
		return
	}
	if seen[column] {
		g.fail(g.here("point %d has two elements %s", point, e.Name.Local))
	}
	if seen[column] = true; column == elevationColumn {
		g.unused.add(e.Name.Local, "distances have two dimensions")
	}
	row[column] = g.text()
}
