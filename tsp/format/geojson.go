package format

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// feature is a GeoJSON object of RFC 7946: a feature collection, a feature or a geometry.
type feature struct {
	Type        string          `json:"type"`
	Features    []feature       `json:"features"`
	Geometry    *feature        `json:"geometry"`
	Geometries  []feature       `json:"geometries"`
	ID          json.RawMessage `json:"id"`
	Properties  map[string]any  `json:"properties"`
	Coordinates json.RawMessage `json:"coordinates"`
}

// points collects the points of GeoJSON with their properties.
type points struct {
	source     *source
	places     places
	properties []map[string]any
	other      int  // geometries that are not points
	height     bool // a point has a third coordinate
}

// readGeoJSON reads the points of features, whose properties become the columns of the table.
func (s *source) readGeoJSON() (*Input, error) {
	var top feature
	if err := s.decode(&top); err != nil {
		return nil, err
	}
	p := &points{source: s}
	p.places.globe = true
	if err := p.collect(&top, nil); err != nil {
		return nil, err
	}
	if len(p.places.x) == 0 {
		return nil, refuse(s.name, "the GeoJSON has no points")
	}
	p.makeTable()
	var warnings []string
	if p.other > 0 {
		warnings = append(warnings, fmt.Sprintf("%d geometries are not points and not used", p.other))
	}
	if p.height {
		warnings = append(warnings, "the third coordinate of points is not used")
	}
	return s.instanceOf(&p.places, GeoJSON, warnings)
}

// collect adds the points of an object.
func (p *points) collect(f *feature, properties map[string]any) error {
	switch f.Type {
	case "FeatureCollection":
		for i := range f.Features {
			if err := p.collect(&f.Features[i], nil); err != nil {
				return err
			}
		}
	case "GeometryCollection":
		for i := range f.Geometries {
			if err := p.collect(&f.Geometries[i], properties); err != nil {
				return err
			}
		}
	case "Feature":
		if f.Geometry == nil {
			return nil // without a place
		}
		own := f.Properties
		if _, has := own["id"]; !has && f.ID != nil {
			own = map[string]any{"id": json.Number(f.ID)}
			if unquoted, err := strconv.Unquote(string(f.ID)); err == nil {
				own["id"] = unquoted
			}
			for key, value := range f.Properties {
				own[key] = value
			}
		}
		return p.collect(f.Geometry, own)
	case "Point":
		var at []float64
		if err := json.Unmarshal(f.Coordinates, &at); err != nil {
			return refuse(p.source.name, "coordinates %s are not a point", quote(string(f.Coordinates)))
		}
		return p.add(at, properties)
	case "MultiPoint":
		var all [][]float64
		if err := json.Unmarshal(f.Coordinates, &all); err != nil {
			return refuse(p.source.name, "coordinates %s are not points", quote(string(f.Coordinates)))
		}
		for _, at := range all {
			if err := p.add(at, properties); err != nil {
				return err
			}
		}
	default:
		p.other++
	}
	return nil
}

// add adds a point.
func (p *points) add(at []float64, properties map[string]any) error {
	if len(at) < 2 {
		return refuse(p.source.name, "point %d has %d coordinates, not longitude and latitude", len(p.places.x)+1, len(at))
	}
	p.height = p.height || len(at) > 2
	p.places.add(at[0], at[1])
	p.properties = append(p.properties, properties)
	return nil
}

// makeTable makes the columns: all properties in alphabetical order, then lat and lon.
func (p *points) makeTable() {
	var keys []string
	seen := map[string]bool{"lat": true, "lon": true}
	for _, properties := range p.properties {
		for key := range properties {
			if !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	t := &Table{Header: append(slices.Clone(keys), "lat", "lon")}
	l := layout{index: map[Role]int{}}
	for i, key := range keys {
		if role := roleOf(key); (role == Name || role == ID) && !l.has(role) {
			l.index[role] = i
		}
	}
	for i, properties := range p.properties {
		var row []string
		for _, key := range keys {
			row = append(row, textOf(properties[key]))
		}
		t.Rows = append(t.Rows, append(row, textOf(p.places.y[i]), textOf(p.places.x[i])))
	}
	p.places.table, p.places.names = t, columnOf(t.Rows, l)
}

// textOf writes a JSON value as text: strings without quotes, nothing for null.
func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text, err := json.Marshal(value)
	if err != nil {
		return ""
	}
	return string(text)
}
