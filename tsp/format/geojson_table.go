package format

import (
	"fmt"
	"maps"
	"slices"

	"github.com/aco-vk/aco-vk/internal/faults"
)

const noProperties = -1

// propertyTable has the properties of features. Points of one feature share them.
type propertyTable struct {
	reader  *geoReader
	columns map[string]int32 // by name, in the order in which they appear
	sets    [][]property     // by feature
	points  []int32          // by point: its set, or noProperties
}

// property is a value of a column.
type property struct {
	column  int32
	text    string
	literal bool // it is no text in JSON
}

// read reads an object of properties and returns the number of its set.
func (t *propertyTable) read() int32 {
	var set []property
	t.reader.jsonReader.object(func(name string) {
		column := t.column(name)
		literal := t.reader.kind() != '"'
		set = append(set, property{column, t.reader.cell(), literal})
	})
	t.sets = append(t.sets, set)
	return int32(len(t.sets) - 1)
}

// column returns the column of a property, a new one if it is the first with this name.
func (t *propertyTable) column(name string) int32 {
	if column, found := t.columns[name]; found {
		return column
	}
	if len(t.columns) == t.reader.limits.Columns {
		t.reader.fail(overLimit(t.reader.errorHere("there are more than %d different properties, the limit of columns; "+
			"give fewer", len(t.columns))))
	}
	if t.columns == nil {
		t.columns = map[string]int32{}
	}
	column := int32(len(t.columns))
	t.columns[name] = column
	return column
}

// addID adds the id of a feature to its properties. A property with this name comes first.
func (t *propertyTable) addID(set *int32, id property) {
	column := t.column("id")
	if *set == noProperties {
		t.sets = append(t.sets, nil)
		*set = int32(len(t.sets) - 1)
	}
	for _, p := range t.sets[*set] {
		if p.column == column {
			if p.text != id.text {
				t.reader.unused.add("id", "the property id is used")
			}
			return
		}
	}
	id.column = column
	t.sets[*set] = append(t.sets[*set], id)
}

// assign gives points the properties of a set.
func (t *propertyTable) assign(first, end int, set int32) {
	for len(t.points) < first {
		t.points = append(t.points, noProperties)
	}
	for range end - first {
		t.points = append(t.points, set)
	}
}

// fill makes the table of places: all properties in alphabetical order, then lat and lon.
func (t *propertyTable) fill(p *places) error {
	s := t.reader.source
	t.assign(len(p.x), len(p.x), noProperties)
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(t.columns)), func(name string) bool {
		if name == "lat" || name == "lon" {
			t.reader.unused.add("properties."+name, "the table has the coordinates")
			return true
		}
		return false
	})
	width := len(names) + 2
	if cells := len(p.x) * width; cells > s.limits.Cells {
		return overLimit(refuse(s.name, "the table of %d places with %d columns has more than %d cells, the limit; "+
			"give fewer properties", len(p.x), width, s.limits.Cells))
	}
	at := make([]int, len(t.columns)) // by column: where it is in a row
	for name, column := range t.columns {
		at[column] = slices.Index(names, name)
	}
	cells, literals := make([]string, len(p.x)*width), slices.Repeat([]bool{true}, len(p.x)*width)
	p.table = &Table{Header: append(slices.Clone(names), "lat", "lon"), Rows: make([][]string, len(p.x)),
		literal: make([][]bool, len(p.x))}
	for i, set := range t.points {
		if err := s.ended(i); err != nil {
			return err
		}
		row, literal := cells[i*width:][:width:width], literals[i*width:][:width:width]
		if set != noProperties {
			for _, property := range t.sets[set] {
				if column := at[property.column]; column >= 0 {
					row[column], literal[column] = property.text, property.literal
				}
			}
		}
		row[width-2], row[width-1] = decimal(p.y[i]), decimal(p.x[i])
		p.table.Rows[i], p.table.literal[i] = row, literal
	}
	p.names, p.ids = namesOf(p.table.Rows, namingColumns(names))
	return nil
}

// namingColumns returns the first column of names and the first one of ids.
func namingColumns(columns []string) layout {
	l := layout{index: map[Role]int{}}
	for i, column := range columns {
		if role := roleOf(column); (role == Name || role == ID) && !l.has(role) {
			l.index[role] = i
		}
	}
	return l
}

// endFeature gives the points of a feature its properties and counts features without a place.
func (g *geoReader) endFeature(o *geoObject, lines int) {
	if g.fault != nil {
		g.bad.Add(g.fault, g.featureText(o))
		g.fault = nil
	}
	if len(g.places.x) == o.first {
		if g.lines == lines {
			g.unplaced.Add(nil, g.featureText(o))
		}
		return
	}
	if o.id != nil {
		g.properties.addID(&o.properties, *o.id)
	}
	g.properties.assign(o.first, len(g.places.x), o.properties)
}

// featureText names the feature that is read.
func (g *geoReader) featureText(o *geoObject) string {
	name := ""
	if o.properties != noProperties {
		for _, p := range g.properties.sets[o.properties] {
			if column := g.properties.columns; name == "" && slices.ContainsFunc(slices.Collect(maps.Keys(column)),
				func(text string) bool { return column[text] == p.column && roleOf(text) == Name }) {
				name = p.text
			}
		}
	}
	return faults.Named(name, fmt.Sprintf("feature %d", max(g.features, 1)))
}

// endGeometry adds the points of a geometry.
func (g *geoReader) endGeometry(o *geoObject) {
	switch {
	case o.kind != "Point" && o.kind != "MultiPoint":
		if g.lines++; o.kind == "LineString" && o.level == 2 && g.line == nil && !o.more {
			g.line = o.positions
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
	for _, at := range o.positions {
		g.places.add(at[0], at[1])
	}
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
