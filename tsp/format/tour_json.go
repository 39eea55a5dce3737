package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"

	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/tsp"
)

// jsonTour reads the tour of a list in JSON, or of an object that has one. found is false if it is
// something else.
func (s *source) jsonTour(f *FileTour, of *tsp.Instance) (found bool, err error) {
	r := s.jsonReader()
	if r.kind() == '[' {
		first := s.jsonReader()
		if first.next(); first.kind() == '[' { // a list of lists, which is a matrix
			return false, nil
		}
		list := r.cities()
		r.finish()
		return true, s.setTour(f, list, r.err, of)
	}
	d := r.document()
	if d.err != nil || !d.has("tour") {
		return false, d.err
	}
	list := d.member("tour").cities()
	if err := s.setTour(f, list, d.err, of); err != nil {
		return true, err
	}
	return true, s.describeTour(f)
}

// setTour sets the tour of a list, unless there was an error.
func (s *source) setTour(f *FileTour, list []listed, before error, of *tsp.Instance) (err error) {
	if before != nil {
		return before
	}
	f.Tour, err = s.listTour(list, of.Dimension())
	return err
}

// cities reads a list of city numbers.
func (r *jsonReader) cities() (list []listed) {
	r.array(func(int) {
		v := r.number()
		if math.Abs(v) > math.MaxInt32 || v != math.Trunc(v) {
			r.failHere("%v is not the number of a city", v)
		}
		list = append(list, listed{number: int32(v)})
	})
	return list
}

// tourDocument is what a route in JSON, a report or a file of another program says of its tour.
type tourDocument struct {
	Schema int `json:"schema"` // of a report; 0: a route or a file of another program
	routeProperties
	Unit  any        `json:"unit"` // of a route, as legs and lengths are; other programs have other types
	Stops []struct { // of a route
		Row    int32  `json:"row"`
		Name   string `json:"name"`
		Leg    any    `json:"leg"`
		Length any    `json:"length"`
		routePosition
	} `json:"stops"`

	// What only a report has.
	Path     []int32 `json:"path"` // the ends of an open path; nil: the tour is closed
	Length   int64   `json:"best_length"`
	Instance struct {
		SHA256 string `json:"sha256"`
	} `json:"instance"`
}

// describeTour sets what an object says of its tour.
func (s *source) describeTour(f *FileTour) error {
	var d tourDocument
	err := json.Unmarshal(s.data, &d)
	if d.Schema == 0 {
		var otherType *json.UnmarshalTypeError // a file of another program
		if err != nil && !errors.As(err, &otherType) {
			return refuse(s.name, "%v", err)
		}
		f.Shape = d.shape()
		return nil
	}
	if err == nil {
		err = schema.Check("the report", d.Schema, schema.Report)
	}
	if err != nil {
		return refuse(s.name, "%v", jsonerror.Explain(err, ""))
	}
	f.Length, f.SHA256, f.Shape = d.Length, d.Instance.SHA256, ShapeClosed
	if d.Path != nil {
		f.Shape = ShapeOpen
	}
	return nil
}

// routeStops returns the places of a route in JSON, nil for another document, also of another program
// whose stops have neither rows nor names.
func (s *source) routeStops(of *tsp.Instance) (*visitedPlaces, error) {
	if !bytes.HasPrefix(bytes.TrimLeft(s.data, " \t\r\n"), []byte("{")) {
		return nil, nil
	}
	if d := s.jsonReader().document(); d.err != nil {
		return nil, d.err
	}
	var d tourDocument
	if json.Unmarshal(s.data, &d) != nil || d.Schema != 0 {
		return nil, nil
	}
	v := &visitedPlaces{count: len(d.Stops), shape: d.shape()}
	var rows []int32
	var said stops
	var at []routePosition
	isRoute := false
	for _, stop := range d.Stops {
		rows, v.names, isRoute = append(rows, stop.Row), append(v.names, stop.Name), isRoute || stop.Row != 0 || stop.Name != ""
		leg, _ := stop.Leg.(float64)
		length, _ := stop.Length.(float64)
		said.add(leg, length)
		at = append(at, stop.routePosition)
	}
	if !isRoute {
		return nil, nil
	}
	unit, _ := d.Unit.(string)
	v.rows, v.stated, v.at = numberedTour(rows, of), said.stated(unit), positions(at)
	return v.withoutReturn(), nil
}
