package format

import (
	"encoding/json"
	"io"
	"math"
)

// object is an object of JSON.
type object map[string]any

// writeGeoJSON writes a feature with the line of the route, then one for each place, with the
// input's columns as properties (RFC 7946).
func (r *Route) writeGeoJSON(w io.Writer) error {
	in, t := r.Input.Instance, r.table()
	line, parts := [][2]float64{}, [][][2]float64{}
	var places []object
	for v := range r.visits {
		latitude, longitude := in.Located().Degrees(int(v.city))
		at := [2]float64{math.Remainder(longitude, 360), latitude}
		if len(line) > 0 {
			if last := line[len(line)-1]; math.Abs(at[0]-last[0]) > 180 {
				end, start := acrossDateLine(last, at)
				parts, line = append(parts, append(line, end)), [][2]float64{start}
			}
		}
		line = append(line, at)
		if v.stop > len(r.Tour) {
			continue // back at the first place
		}
		properties := object{}
		for column, name := range t.Header {
			properties[name] = t.Rows[v.city][column]
		}
		properties["stop"], properties["row"], properties["name"] = v.stop, r.row(v.city), r.name(v.city)
		properties["leg"], properties["length"] = json.Number(r.units(v.leg)), json.Number(r.units(v.length))
		places = append(places, object{"type": "Feature", "properties": properties,
			"geometry": object{"type": "Point", "coordinates": at}})
	}
	geometry := object{"type": "LineString", "coordinates": line}
	if len(parts) > 0 {
		geometry = object{"type": "MultiLineString", "coordinates": append(parts, line)}
	}
	route := object{"type": "Feature", "geometry": geometry,
		"properties": object{"name": in.Name, "length": json.Number(r.units(r.Length)), unitData: in.Unit.Name,
			closedData: !r.Open}}
	return json.NewEncoder(w).Encode(object{"type": "FeatureCollection",
		"features": append([]object{route}, places...)})
}

// acrossDateLine returns the points at which a line leaves the map on one side and comes back on
// the other.
func acrossDateLine(from, to [2]float64) (end, start [2]float64) {
	side := math.Copysign(180, from[0])
	share := (side - from[0]) / (to[0] + 2*side - from[0])
	latitude := from[1] + float64(share*(to[1]-from[1]))
	return [2]float64{side, latitude}, [2]float64{-side, latitude}
}
