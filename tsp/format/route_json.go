package format

import (
	"encoding/json"
	"io"
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
}

func (r *Route) writeJSON(w io.Writer) error {
	in := r.Input.Instance
	d := routeDocument{Name: in.Name, Unit: in.Unit.Name, Length: json.Number(r.units(r.Length)), Closed: !r.Open}
	for v := range r.Stops {
		d.Stops = append(d.Stops, routeStop{r.row(v.City), r.name(v.City), json.Number(r.units(v.Leg)),
			json.Number(r.units(v.Length))})
	}
	for _, city := range r.Tour {
		d.Tour = append(d.Tour, city+1)
	}
	return json.NewEncoder(w).Encode(d)
}
