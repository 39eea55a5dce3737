package format

import (
	"encoding/json"
	"io"
	"math"
	"slices"
)

// object is an object of JSON.
type object map[string]any

// writeGeoJSON writes a feature with the line of the route, then one for each place, with the
// input's columns as properties (RFC 7946). Properties of the route have names that no column has;
// the name of a place is written where it has no column.
func (r *Route) writeGeoJSON(w io.Writer) error {
	in, t := r.Input.Instance, r.table()
	cells := newJSONCells(r.Input, t)
	own := func(name string) string { return freeName(cells.names, name) }
	stop, row, leg, length := own(stopColumn), own(rowColumn), own(legColumn), own(lengthColumn)
	var line geoLine
	var places []object
	for v := range r.Stops {
		latitude, longitude := in.Located().Degrees(int(v.City))
		at := [2]float64{math.Remainder(longitude, 360), latitude}
		if line.add(at); v.Number > len(r.Tour) {
			continue // back at the first place
		}
		properties := object{nameProperty: r.name(v.City)}
		for column, name := range cells.names {
			properties[name] = cells.value(int(v.City), column)
		}
		properties[stop], properties[row] = v.Number, r.row(v.City)
		properties[leg], properties[length] = json.Number(r.units(v.Leg)), json.Number(r.units(v.Length))
		places = append(places, object{"type": "Feature", "properties": properties,
			"geometry": object{"type": "Point", "coordinates": at}})
	}
	route := object{"type": "Feature", "geometry": line.geometry(),
		"properties": object{nameProperty: in.Name, length: json.Number(r.units(r.Length)), unitData: in.Unit.Name,
			closedData: !r.Open}}
	return json.NewEncoder(w).Encode(object{"type": "FeatureCollection", "features": slices.Insert(places, 0, route)})
}

// nameProperty has the name of a place and, in the line, of the instance.
const nameProperty = "name"

// jsonCells makes JSON of the cells of a table.
type jsonCells struct {
	table *Table
	names []string    // of the columns
	typed *typedCells // of a workbook; nil: other tables say which cells are no texts
}

func newJSONCells(input *Input, t *Table) *jsonCells {
	c := &jsonCells{table: t, names: distinct(t.Header)}
	if input.Format == XLSX {
		c.typed = newTypedCells(input, t)
	}
	return c
}

// value returns a cell as the input has it: a number, true, false, an object or an array, null, else a
// text.
func (c *jsonCells) value(city, column int) any {
	text := c.table.Rows[city][column]
	switch {
	case c.typed != nil:
		return c.typed.value(column, text)
	case c.table.literal == nil || !c.table.literal[city][column]:
		return text
	case text == "":
		return nil
	}
	return json.RawMessage(text)
}
