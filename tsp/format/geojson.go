package format

import (
	"cmp"
	"fmt"
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
	first      int      // the number of points before it
	placed     []string // which of features, geometry, geometries and coordinates it has
	properties *feature // nil: none
	id         *field   // nil: none
	positions  [][2]float64
	more       bool // there are more positions than the limit of places
	level      int  // of nesting of the positions: 1 for a point
	height     bool
}

// geoReader collects the points of GeoJSON with their properties.
type geoReader struct {
	*jsonReader
	points   pointList
	columns  fieldColumns
	features int
	unused   unused
	unplaced faults.List // features without a place
	bad      faults.List // features
	fault    error       // of the feature that is read
	lines    int         // geometries that are not points
	line     pointList   // the first line; its points are the places if there are no others
	chosen   []string    // warnings
	height   bool
	crs      string // the first coordinate reference system that is not WGS 84
}

// readGeoJSON reads the points of features, whose properties become the columns of the table. Without
// points it reads the first line, which has no properties.
func (s *source) readGeoJSON() (*Input, error) {
	g := &geoReader{jsonReader: s.jsonReader()}
	g.columns.typed = true
	g.object("")
	if err := cmp.Or(g.err, g.bad.Err(), g.fault); err != nil {
		return nil, err
	}
	use, chosen := choose(pointKind{len(g.points.x), "points", len(g.points.x), "the points"},
		pointKind{g.line.withoutReturn(), "lines", 0, "the points of the line"})
	g.chosen = chosen
	list, isLine := &g.points, use == 1
	if isLine {
		g.lines--
		list = &g.line
	}
	if use < 0 {
		return nil, refuse(s.name, "%s", strings.Join(append([]string{"the GeoJSON has no points"}, g.warnings()...), "; "))
	}
	if err := s.checkPlaces(len(list.x), GeoJSON, g.warnings()...); err != nil {
		return nil, err
	}
	projected, err := s.project(&places{x: list.x, y: list.y}, g.crs)
	if err != nil {
		return nil, err
	}
	columns := slices.DeleteFunc(slices.Sorted(slices.Values(g.columns.names)), func(name string) bool {
		if name != "lat" && name != "lon" {
			return false
		}
		g.unused.add("properties."+name, "the table has the coordinates")
		return true
	})
	p, err := s.pointPlaces(list, &g.columns, columns, "properties")
	if err != nil {
		return nil, err
	}
	p.names, p.ids = namesOf(p.table.Rows, namingColumns(columns))
	input, err := s.placesOrLine(p, isLine, GeoJSON, g.warnings())
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
	list = append(list, g.chosen...)
	if g.lines > 0 && !isRoute(g.columns.names) {
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
	o := geoObject{first: len(g.points.x)}
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
	if !feature && o.properties != nil {
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
		o.properties = g.readProperties()
	case "id":
		if kind := g.kind(); kind != '"' && kind != '0' {
			g.failHere("the id of an object is neither a text nor a number")
		}
		o.id = &field{literal: g.kind() != '"', text: g.cell()}
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
	g.only("properties", func() {
		g.only("name", func() { name = g.text() })
	})
	if g.crs == "" && !strings.HasSuffix(name, "CRS84") && !strings.HasSuffix(name, ":4326") {
		g.crs = name
	}
}

// readProperties reads an object of properties.
func (g *geoReader) readProperties() *feature {
	f := &feature{}
	g.jsonReader.object(func(name string) {
		column := g.column(name)
		literal := g.kind() != '"'
		f.fields = append(f.fields, field{column, g.cell(), literal})
	})
	return f
}

// column returns the column of a property.
func (g *geoReader) column(name string) int {
	column, ok := g.columns.column(name, g.limits.Columns)
	if !ok {
		g.fail(overLimit(g.errorHere("there are more than %d different properties, the limit of columns; "+
			"give fewer", g.limits.Columns)))
	}
	return column
}

// addID adds the id of a feature to its properties. A property with this name comes first.
func (g *geoReader) addID(f *feature, id field) {
	id.column = g.column("id")
	at := slices.IndexFunc(f.fields, func(own field) bool { return own.column == id.column })
	if at < 0 {
		f.fields = append(f.fields, id)
	} else if f.fields[at].text != id.text {
		g.unused.add("id", "the property id is used")
	}
}

// endFeature gives the points of a feature its properties and counts features without a place.
func (g *geoReader) endFeature(o *geoObject, lines int) {
	if o.properties == nil {
		o.properties = &feature{}
	}
	if g.fault != nil {
		g.bad.Add(g.fault, g.featureText(o))
		g.fault = nil
	}
	if len(g.points.x) == o.first {
		if g.lines == lines {
			g.unplaced.Add(nil, g.featureText(o))
		}
		return
	}
	if o.id != nil {
		g.addID(o.properties, *o.id)
	}
	for i := o.first; i < len(g.points.x); i++ {
		g.points.features[i] = o.properties
	}
}

// featureText names the feature that is read.
func (g *geoReader) featureText(o *geoObject) string {
	name := ""
	for _, f := range o.properties.fields {
		if name == "" && roleOf(g.columns.names[f.column]) == Name {
			name = f.text
		}
	}
	return faults.Named(name, fmt.Sprintf("feature %d", max(g.features, 1)))
}

// endGeometry adds the points of a geometry.
func (g *geoReader) endGeometry(o *geoObject) {
	switch {
	case o.kind != "Point" && o.kind != "MultiPoint":
		if g.lines++; o.kind == "LineString" && o.level == 2 && g.line.x == nil && !o.more {
			g.line.addAll(o.positions)
			g.height = g.height || o.height
		}
		return
	case o.level == 0: // empty coordinates: RFC 7946 takes them as no geometry
		return
	case o.kind == "Point" && o.level != 1:
		g.failHere("the coordinates of a Point are not longitude and latitude, but nested arrays")
	case o.kind == "MultiPoint" && o.level != 2:
		g.failHere("the coordinates of a MultiPoint are not an array of positions")
	case o.more:
		g.fail(g.tooManyPlaces())
	}
	g.height = g.height || o.height
	g.points.addAll(o.positions)
}

// coordinates reads a position, or arrays of them at this level of nesting. It keeps the positions
// that may be points.
func (g *geoReader) coordinates(o *geoObject, level int) {
	var at [2]float64
	numbers := 0
	g.array(func(i int) {
		if g.kind() == '[' && numbers == 0 {
			g.coordinates(o, level+1)
			return
		}
		if kind := g.kind(); kind != '0' && kind != '[' && kind != '{' { // null, a text or a boolean
			if token := g.next(); g.fault == nil && g.err == nil {
				g.fault = g.wrong(token, "a number")
			}
			numbers++
			return
		}
		v := g.number()
		if i > numbers {
			g.failHere("a number among positions")
		}
		if numbers < len(at) {
			at[numbers] = v
		}
		numbers++
	})
	switch {
	case g.err != nil || numbers == 0:
		return
	case numbers == 1:
		g.failHere("a position has 1 coordinate, not longitude and latitude")
	case o.level != 0 && o.level != level:
		g.failHere("positions are nested differently")
	}
	o.level = level
	o.height = o.height || numbers > len(at)
	if level > 2 {
		return
	}
	if o.more = o.first+len(o.positions) == g.limits.Places; !o.more {
		o.positions = append(o.positions, at)
	}
}
