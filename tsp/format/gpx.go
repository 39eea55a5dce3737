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
	columns   fieldColumns
	waypoints pointList
	stops     pointList // of routes
	routes    int
	points    pointList // of tracks
	tracks    int
	bad       faults.List // points
}

// readGPX reads waypoints, else the points of routes, else those of tracks.
func (x *xmlReader) readGPX() (*Input, error) {
	g := &gpxReader{xmlReader: x, columns: fieldColumns{names: gpxColumns[:latitudeColumn]}}
	if err := cmp.Or(g.document(g.topElement), g.bad.Err()); err != nil {
		return nil, err
	}
	s, lists := x.source, []*pointList{&g.waypoints, &g.stops, &g.points}
	waypoints := len(g.waypoints.x)
	use, warnings := choose(pointKind{waypoints, "waypoints", waypoints, "the waypoints"},
		pointKind{len(g.stops.x), "routes", g.routes, "the points of the route"},
		pointKind{len(g.points.x), "tracks", g.tracks, "the points of the track"})
	if use < 0 {
		return nil, refuse(s.name, "the GPX file has no waypoints, routes or tracks")
	}
	if err := s.checkPlaces(len(lists[use].x), GPX, warnings...); err != nil {
		return nil, err
	}
	p, err := s.pointPlaces(lists[use], &g.columns, g.columns.names, "points")
	if err != nil {
		return nil, err
	}
	isLine := use > 0
	if isLine && ownGPX.Match(s.data) && dropStops(p.table.Rows) {
		for _, row := range p.table.Rows {
			row[1] = "" // the length so far
		}
	}
	p.setNames()
	return s.placesOrLine(p, isLine, GPX, slices.Concat(warnings, g.unused.warnings()))
}

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
func (g *gpxReader) point(e xml.StartElement, list *pointList) {
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
	f := &feature{}
	for column, text := range row[:latitudeColumn] {
		f.fields = append(f.fields, field{column: column, text: text})
	}
	list.add(x, y, f)
	list.written = append(list.written, [2]string(row[latitudeColumn:]))
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
