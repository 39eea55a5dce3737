package format

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
)

// gpxPoint is a point of a GPX file (https://www.topografix.com/GPX/1/1/).
type gpxPoint struct {
	Latitude    string `xml:"lat,attr"`
	Longitude   string `xml:"lon,attr"`
	Elevation   string `xml:"ele,omitempty"`
	Name        string `xml:"name,omitempty"`
	Description string `xml:"desc,omitempty"`
}

// gpxReader reads the elements of a GPX file one after another.
type gpxReader struct {
	*source
	tokens    *xml.Decoder
	namespace string
	depth     int
	count     int // tokens that were read
	waypoints gpxPlaces
	stops     gpxPlaces // of routes
	routes    int
	tracks    int
	unused    unused
}

// gpxPlaces are places with their rows of the table.
type gpxPlaces struct {
	x, y []float64
	rows [][]string
}

// readGPX reads waypoints or, without any, the points of routes.
func (s *source) readGPX() (*Input, error) {
	g := &gpxReader{source: s, tokens: xml.NewDecoder(bytes.NewReader(s.data))}
	g.tokens.CharsetReader = charset
	if err := g.file(); err != nil {
		return nil, err
	}
	all, warnings := &g.waypoints, []string(nil)
	switch routes := g.routes > 0; {
	case len(all.x) == 0 && len(g.stops.x) == 0:
		return nil, refuse(s.name, "the GPX file has neither waypoints nor routes; tracks are not places")
	case len(all.x) == 0:
		if all = &g.stops; g.routes > 1 {
			warnings = []string{fmt.Sprintf("the points of %d routes are read as places of one tour", g.routes)}
		}
	case routes:
		warnings = []string{fmt.Sprintf("number of routes that are not used: %d; the waypoints are the places", g.routes)}
	}
	if g.tracks > 0 {
		warnings = append(warnings, fmt.Sprintf("number of tracks that are not used: %d; they are no places", g.tracks))
	}
	if err := s.checkPlaces(len(all.x), GPX); err != nil {
		return nil, err
	}
	p := &places{globe: true, x: all.x, y: all.y, table: &Table{Header: slices.Clone(gpxColumns), Rows: all.rows}}
	if slices.ContainsFunc(all.rows, func(row []string) bool { return row[0] != "" }) {
		p.names = columnOf(all.rows, layout{index: map[Role]int{Name: 0}})
	}
	return s.instanceOf(p, GPX, slices.Concat(warnings, g.unused.warnings()))
}
