package format

import (
	"encoding/json"
	"errors"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/tsp"
)

// jsonTour reads a list of cities in JSON, a route, or another object that has a tour. It returns the places of
// a route. found is false if it is something else.
func (s *source) jsonTour(f *FileTour, of *tsp.Instance) (visited *visitedPlaces, found bool, err error) {
	r := s.jsonReader()
	if r.kind() == '[' {
		first := s.jsonReader()
		if first.next(); first.kind() == '[' { // a list of lists, which is a matrix
			return nil, false, nil
		}
		list := r.cities()
		r.finish()
		return nil, true, s.setTour(f, list, r.err, of)
	}
	d := r.document()
	if d.err != nil {
		return nil, false, d.err
	}
	var said tourDocument
	invalid := json.Unmarshal(s.data, &said)
	if invalid == nil && said.isRoute() {
		return said.places(of), true, nil
	}
	if !d.has("tour") {
		return nil, false, nil
	}
	list := d.member("tour").cities()
	if err := s.setTour(f, list, d.err, of); err != nil {
		return nil, true, err
	}
	return nil, true, s.describeTour(f, &said, invalid)
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
	Unit  any        `json:"unit"`  // of a route, as legs and lengths are; other programs have other types
	Stops []tourStop `json:"stops"` // of a route

	// What only a report has.
	Path     []int32 `json:"path"` // the ends of an open path; nil: the tour is closed
	Length   int64   `json:"best_length"`
	Instance struct {
		SHA256 string `json:"sha256"`
	} `json:"instance"`
}

type tourStop struct {
	Row    int32  `json:"row"`
	Name   string `json:"name"`
	Leg    any    `json:"leg"`
	Length any    `json:"length"`
	routePosition
}

// describeTour sets what an object says of its tour. err is the error of reading it.
func (s *source) describeTour(f *FileTour, d *tourDocument, err error) error {
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

// isRoute reports whether the object is a route: another program may have stops with neither rows nor names.
func (d *tourDocument) isRoute() bool {
	return d.Schema == 0 &&
		slices.ContainsFunc(d.Stops, func(stop tourStop) bool { return stop.Row != 0 || stop.Name != "" })
}

// places returns the places of a route.
func (d *tourDocument) places(of *tsp.Instance) *visitedPlaces {
	v := &visitedPlaces{count: len(d.Stops), shape: d.shape()}
	var rows []int32
	var said stops
	var at []routePosition
	for _, stop := range d.Stops {
		rows, v.names, at = append(rows, stop.Row), append(v.names, stop.Name), append(at, stop.routePosition)
		leg, _ := stop.Leg.(float64)
		length, _ := stop.Length.(float64)
		said.add(leg, length)
	}
	unit, _ := d.Unit.(string)
	v.rows, v.stated, v.at = numberedTour(rows, of), said.stated(unit), positions(at)
	return v.withoutReturn()
}
