package format

import (
	"encoding/xml"
	"slices"
	"strings"
)

// gpxColumns are the columns of the table.
var gpxColumns = []string{"name", "desc", "ele", "lat", "lon"}

// topElement reads an element of the document.
func (g *gpxReader) topElement(e xml.StartElement) error {
	switch e.Name.Local {
	case "wpt":
		return g.point(e, &g.waypoints)
	case "rte":
		g.routes++
		return g.elements(func(e xml.StartElement) error {
			if e.Name.Local == "rtept" {
				return g.point(e, &g.stops)
			}
			return g.skip(e) // what describes the route
		})
	case "trk":
		g.tracks++
	case "metadata", "name", "desc", "author", "email", "url", "urlname", "time", "keywords", "bounds":
		// describe the file
	default:
		g.unused.unknown("", e.Name.Local)
	}
	return g.skip(e)
}

// point reads a point.
func (g *gpxReader) point(e xml.StartElement, list *gpxPlaces) error {
	if len(list.x) == g.limits.Places {
		return overLimit(g.here("there are more than %d places, the limit; give fewer, or raise the limit", len(list.x)))
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
			return g.here("point %d has two attributes %s", len(list.x)+1, a.Name.Local)
		}
		row[column], seen[column] = strings.TrimSpace(a.Value), true
	}
	x, okX := parseNumber(row[longitudeColumn], false)
	y, okY := parseNumber(row[latitudeColumn], false)
	if !okX || !okY {
		return g.here("lat %s, lon %s of point %d are not numbers",
			quote(row[latitudeColumn]), quote(row[longitudeColumn]), len(list.x)+1)
	}
	err := g.elements(func(e xml.StartElement) error { return g.pointElement(e, row, seen, len(list.x)+1) })
	list.x, list.y, list.rows = append(list.x, x), append(list.y, y), append(list.rows, row)
	return err
}

// Columns of the table by number.
const (
	elevationColumn = 2
	latitudeColumn  = 3
	longitudeColumn = 4
)

// pointElement reads an element of a point into its row.
func (g *gpxReader) pointElement(e xml.StartElement, row []string, seen []bool, point int) (err error) {
	for column, name := range gpxColumns[:latitudeColumn] {
		if e.Name.Local != name {
			continue
		}
		if seen[column] {
			return g.here("point %d has two elements %s", point, name)
		}
		if seen[column] = true; column == elevationColumn {
			g.unused.add(name, "distances have two dimensions")
		}
		row[column], err = g.text()
		return err
	}
	g.unused.unknown("", e.Name.Local)
	return g.skip(e)
}
