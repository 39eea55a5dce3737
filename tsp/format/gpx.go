package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"

	"golang.org/x/text/encoding/htmlindex"
)

// gpx has the points of a GPX file (https://www.topografix.com/GPX/1/1/).
type gpx struct {
	XMLName   xml.Name   `xml:"gpx"`
	Waypoints []gpxPoint `xml:"wpt"`
	Routes    []struct {
		Points []gpxPoint `xml:"rtept"`
	} `xml:"rte"`
}

type gpxPoint struct {
	Latitude    string `xml:"lat,attr"`
	Longitude   string `xml:"lon,attr"`
	Elevation   string `xml:"ele,omitempty"`
	Name        string `xml:"name,omitempty"`
	Description string `xml:"desc,omitempty"`
}

// readGPX reads waypoints or, without any, the points of routes.
func (s *source) readGPX() (*Input, error) {
	var g gpx
	decoder := xml.NewDecoder(bytes.NewReader(s.data))
	decoder.CharsetReader = func(label string, r io.Reader) (io.Reader, error) {
		if _, err := htmlindex.Get(label); err != nil {
			return nil, err
		}
		return r, nil // toUTF8 has decoded it
	}
	if err := decoder.Decode(&g); err != nil {
		if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
			return nil, s.errorAt(syntax.Line, "%s", syntax.Msg)
		}
		return nil, refuse(s.name, "not a GPX file: %v", err)
	}
	all := g.Waypoints
	for i := 0; i < len(g.Routes) && len(g.Waypoints) == 0; i++ {
		all = append(all, g.Routes[i].Points...)
	}
	if len(all) == 0 {
		return nil, refuse(s.name, "the GPX file has neither waypoints nor routes")
	}
	p := &places{globe: true, table: &Table{Header: []string{"name", "desc", "ele", "lat", "lon"}}}
	named := false
	for i, at := range all {
		latitude, errLatitude := strconv.ParseFloat(at.Latitude, 64)
		longitude, errLongitude := strconv.ParseFloat(at.Longitude, 64)
		if errLatitude != nil || errLongitude != nil {
			return nil, refuse(s.name, "lat %s, lon %s of point %d are not numbers", quote(at.Latitude), quote(at.Longitude), i+1)
		}
		p.add(longitude, latitude)
		p.names = append(p.names, at.Name)
		named = named || at.Name != ""
		p.table.Rows = append(p.table.Rows, []string{at.Name, at.Description, at.Elevation, at.Latitude, at.Longitude})
	}
	if !named {
		p.names = nil
	}
	return s.instanceOf(p, GPX, nil)
}
