package format

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/faults"
)

// geoTypes are the types of GeoJSON objects of RFC 7946.
var geoTypes = []string{
	"FeatureCollection", "Feature", "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
	"GeometryCollection",
}

// geoMembers are the members that place an object of each type. Those of other types are refused.
var geoMembers = map[string]string{
	"FeatureCollection": "features", "Feature": "geometry", "GeometryCollection": "geometries",
}

// geoObject is what is known of a GeoJSON object while it is read. Its members may have any order.
type geoObject struct {
	kind       string
	first      int       // the number of points before it
	placed     []string  // which of features, geometry, geometries and coordinates it has
	properties int32     // of a feature
	id         *property // nil: none
	positions  [][2]float64
	more       bool // there are more positions than the limit of places
	level      int  // of nesting of the positions: 1 for a point
	height     bool
}

// geoReader collects the points of GeoJSON with their properties.
type geoReader struct {
	*jsonReader
	places     places
	features   int
	properties propertyTable
	unused     unused
	unplaced   faults.List  // features without a place
	bad        faults.List  // features
	fault      error        // of the feature that is read
	lines      int          // geometries that are not points
	points     int          // that are no places, because the points of a line are
	line       [][2]float64 // the first line; its points are the places if there are no others
	height     bool
	crs        string // the first coordinate reference system that is not WGS 84
}

// readGeoJSON reads the points of features, whose properties become the columns of the table. Without
// points it reads the first line, which has no properties.
func (s *source) readGeoJSON() (*Input, error) {
	g := &geoReader{jsonReader: s.jsonReader(s.whole())}
	g.places.globe = true
	g.properties.reader = g
	if err := cmp.Or(g.object(""), g.bad.Err(), g.fault); err != nil {
		return nil, err
	}
	use := enoughPlaces(len(g.places.x), len(g.line))
	isLine := use == 1
	if isLine {
		g.lines--
		g.points, g.places, g.properties.points = len(g.places.x), places{globe: true}, nil
		for _, at := range g.line {
			g.places.add(at[0], at[1])
		}
	}
	if use < 0 {
		return nil, refuse(s.name, "%s", strings.Join(append([]string{"the GeoJSON has no points"}, g.warnings()...), "; "))
	}
	if err := s.checkPlaces(len(g.places.x), GeoJSON, g.warnings()...); err != nil {
		return nil, err
	}
	projected, err := s.project(&g.places, g.crs)
	if err != nil {
		return nil, err
	}
	if err := g.properties.fill(&g.places); err != nil {
		return nil, err
	}
	input, err := s.placesOrLine(&g.places, isLine, GeoJSON, g.warnings())
	if err == nil && projected != "" {
		input.Notes = append(input.Notes, projected)
	}
	return input, err
}

// warnings says what is not used.
func (g *geoReader) warnings() (list []string) {
	if g.unplaced.Count > 0 {
		list = append(list, fmt.Sprintf("number of features without a place: %d: %s; they are not visited",
			g.unplaced.Count, g.unplaced.String()))
	}
	if g.points > 0 {
		list = append(list, fmt.Sprintf("number of points that are not used: %d; the points of the line are the places", g.points))
	}
	if g.lines > 0 && !isRoute(slices.Collect(maps.Keys(g.properties.columns))) {
		list = append(list, fmt.Sprintf("number of geometries that are not points: %d; they are not used", g.lines))
	}
	if g.height {
		list = append(list, "the third coordinate of points is not used")
	}
	return append(list, g.unused.warnings()...)
}

// object reads an object and the objects in it. It is the value of a member; "" stands for the
// whole document.
func (g *geoReader) object(in string) error {
	o := geoObject{first: len(g.places.x), properties: noProperties}
	lines := g.lines
	if err := g.jsonReader.object(func(name string) error { return g.member(&o, name, in == "") }); err != nil {
		return err
	}
	switch {
	case o.kind == "":
		return g.errorHere("an object without a type is not GeoJSON")
	case !slices.Contains(geoTypes, o.kind):
		return g.errorHere("type %s is not one of GeoJSON's: %s", quote(o.kind), strings.Join(geoTypes, ", "))
	}
	feature := o.kind == "Feature"
	if in != "" && feature != (in == "features") || in != "" && o.kind == "FeatureCollection" {
		return g.errorHere("a %s cannot be in %s", o.kind, in)
	}
	own := geoMembers[o.kind]
	if own == "" {
		own = "coordinates"
	}
	for _, name := range o.placed {
		if name != own {
			return g.errorHere("a %s cannot have %s", o.kind, name)
		}
	}
	g.sayUnused(&o, feature)
	switch {
	case feature:
		return g.endFeature(&o, lines)
	case len(o.placed) == 0:
		return g.errorHere("a %s needs %s", o.kind, own)
	case own == "coordinates":
		return g.endGeometry(&o)
	}
	return nil
}

// sayUnused says what only features can have, and what another object has.
func (g *geoReader) sayUnused(o *geoObject, feature bool) {
	if !feature && o.id != nil {
		g.unused.unknown(o.kind, "id")
	}
	if !feature && o.properties != noProperties {
		g.unused.unknown(o.kind, "properties")
	}
}

// member reads a member of an object.
func (g *geoReader) member(o *geoObject, name string, top bool) (err error) {
	switch name {
	case "features", "geometry", "geometries", "coordinates":
		o.placed = append(o.placed, name)
	}
	switch name {
	case "type":
		o.kind, err = g.text()
	case "features":
		err = g.array(func(int) error {
			g.features++
			return g.object(name)
		})
	case "geometries":
		err = g.array(func(int) error { return g.object(name) })
	case "geometry":
		err = g.object(name)
	case "coordinates":
		err = g.coordinates(o, 1)
	case "properties":
		o.properties, err = g.properties.read()
	case "id":
		if kind := g.kind(); kind != '"' && kind != '0' {
			return g.errorHere("the id of an object is neither a text nor a number")
		}
		o.id = &property{literal: g.kind() != '"'}
		o.id.text, err = g.cell()
	case "crs":
		err = g.readCRS()
	default:
		if name != "bbox" && !(top && name == "name") { // which follow from the rest
			g.unused.unknown("", name)
		}
		err = g.skip()
	}
	return err
}

// readCRS reads a coordinate reference system, which files of 2008 may have. It keeps the name of
// one that is not WGS 84.
func (g *geoReader) readCRS() error {
	name := "without a name"
	err := g.jsonReader.object(func(member string) error {
		if member != "properties" {
			return g.skip()
		}
		return g.jsonReader.object(func(member string) (err error) {
			if member != "name" {
				return g.skip()
			}
			name, err = g.text()
			return err
		})
	})
	if g.crs == "" && !strings.HasSuffix(name, "CRS84") && !strings.HasSuffix(name, ":4326") {
		g.crs = name
	}
	return err
}
