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
	g := &geoReader{jsonReader: s.jsonReader()}
	g.places.globe = true
	g.properties.reader = g
	g.object("")
	if err := cmp.Or(g.err, g.bad.Err(), g.fault); err != nil {
		return nil, err
	}
	use := enoughPlaces(len(g.places.x), withoutReturn(len(g.line), func(i int) [2]float64 { return g.line[i] }))
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
func (g *geoReader) object(in string) {
	o := geoObject{first: len(g.places.x), properties: noProperties}
	lines := g.lines
	g.jsonReader.object(func(name string) { g.member(&o, name, in == "") })
	if g.err != nil {
		return
	}
	feature, own := o.kind == "Feature", geoMembers[o.kind]
	if own == "" {
		own = "coordinates"
	}
	switch {
	case o.kind == "":
		g.failHere("an object without a type is not GeoJSON")
	case !slices.Contains(geoTypes, o.kind):
		g.failHere("type %s is not one of GeoJSON's: %s", quote(o.kind), strings.Join(geoTypes, ", "))
	case in != "" && (feature != (in == "features") || o.kind == "FeatureCollection"):
		g.failHere("a %s cannot be in %s", o.kind, in)
	}
	for _, name := range o.placed {
		if name != own {
			g.failHere("a %s cannot have %s", o.kind, name)
		}
	}
	if !feature && o.id != nil {
		g.unused.unknown(o.kind, "id")
	}
	if !feature && o.properties != noProperties {
		g.unused.unknown(o.kind, "properties")
	}
	switch {
	case g.err != nil:
	case feature:
		g.endFeature(&o, lines)
	case len(o.placed) == 0:
		g.failHere("a %s needs %s", o.kind, own)
	case own == "coordinates":
		g.endGeometry(&o)
	}
}

// member reads a member of an object.
func (g *geoReader) member(o *geoObject, name string, top bool) {
	switch name {
	case "features", "geometry", "geometries", "coordinates":
		o.placed = append(o.placed, name)
	}
	switch name {
	case "type":
		o.kind = g.text()
	case "features":
		g.array(func(int) {
			g.features++
			g.object(name)
		})
	case "geometries":
		g.array(func(int) { g.object(name) })
	case "geometry":
		g.object(name)
	case "coordinates":
		g.coordinates(o, 1)
	case "properties":
		o.properties = g.properties.read()
	case "id":
		if kind := g.kind(); kind != '"' && kind != '0' {
			g.failHere("the id of an object is neither a text nor a number")
		}
		o.id = &property{literal: g.kind() != '"', text: g.cell()}
	case "crs":
		g.readCRS()
	default:
		if name != "bbox" && !(top && name == "name") { // which follow from the rest
			g.unused.unknown("", name)
		}
		g.skip()
	}
}

// readCRS reads a coordinate reference system, which files of 2008 may have. It keeps the name of
// one that is not WGS 84.
func (g *geoReader) readCRS() {
	name := "without a name"
	g.jsonReader.object(func(member string) {
		if member != "properties" {
			g.skip()
			return
		}
		g.jsonReader.object(func(member string) {
			if member != "name" {
				g.skip()
				return
			}
			name = g.text()
		})
	})
	if g.crs == "" && !strings.HasSuffix(name, "CRS84") && !strings.HasSuffix(name, ":4326") {
		g.crs = name
	}
}
