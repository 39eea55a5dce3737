package format

import (
	"encoding/json"
	"io"

	"github.com/aco-vk/aco-vk/tsp"
)

// routeDocument is a route in JSON.
type routeDocument struct {
	Name   string      `json:"name"`
	Unit   string      `json:"unit,omitempty"`
	Length json.Number `json:"length"` // in units
	Closed bool        `json:"closed"`
	Stops  []routeStop `json:"stops"`
	Tour   []int32     `json:"tour"` // the places in visiting order, counted from 1 without a header
}

type routeStop struct {
	Row    int32       `json:"row"` // of the input, with its header
	Name   string      `json:"name"`
	Leg    json.Number `json:"leg"`
	Length json.Number `json:"length"`
	routePosition
}

// routePosition has the coordinates of a stop: lat and lon on the globe, x and y in the plane. Those that it lacks
// are nil.
type routePosition struct {
	Latitude  *float64 `json:"lat,omitempty"`
	Longitude *float64 `json:"lon,omitempty"`
	X         *float64 `json:"x,omitempty"`
	Y         *float64 `json:"y,omitempty"`
}

// position returns the coordinates of a city as the input has them.
func (r *Route) position(city int32) (p routePosition) {
	in := r.Input.Instance.Located()
	switch x, y := givenCoordinates(in); {
	case in.Metric.Geometry() == tsp.Globe:
		latitude, longitude := in.Degrees(int(city))
		p.Latitude, p.Longitude = &latitude, &longitude
	case in.Metric != tsp.Explicit:
		p.X, p.Y = &x[city], &y[city]
	}
	return p
}

// positions returns the coordinates of stops, nil if one of them has none, or others than the first.
func positions(stops []routePosition) *places {
	at := &places{globe: stops[0].Latitude != nil}
	for _, p := range stops {
		x, y := p.X, p.Y
		if at.globe {
			x, y = p.Longitude, p.Latitude
		}
		if x == nil || y == nil {
			return nil
		}
		at.x, at.y = append(at.x, *x), append(at.y, *y)
	}
	return at
}

func (r *Route) writeJSON(w io.Writer) error {
	in := r.Input.Instance
	d := routeDocument{Name: in.Name, Unit: in.Unit.Name, Length: json.Number(r.units(r.Length)), Closed: !r.Open}
	for v := range r.Stops {
		d.Stops = append(d.Stops, routeStop{r.row(v.City), r.name(v.City), json.Number(r.units(v.Leg)),
			json.Number(r.units(v.Length)), r.position(v.City)})
	}
	for _, city := range r.Tour {
		d.Tour = append(d.Tour, city+1)
	}
	return json.NewEncoder(w).Encode(d)
}
