package roads

import (
	"encoding/json"
	"net/http"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// openRouteService is the protocol of openrouteservice's matrix service.
type openRouteService struct{}

// size keeps to openrouteservice's default limit of 2500 routes (maximum_routes).
func (openRouteService) size() int { return 50 }

// matrixRequest is the body of a request.
type matrixRequest struct {
	Locations    [][2]float64 `json:"locations"` // longitude and latitude
	Sources      []string     `json:"sources,omitempty"`
	Destinations []string     `json:"destinations,omitempty"`
	Metrics      []string     `json:"metrics"`
	Units        string       `json:"units,omitempty"`
}

func (openRouteService) request(s *Server, b *batch) (*question, error) {
	body := matrixRequest{Metrics: []string{string(b.measure)}}
	if b.measure == format.Distance {
		body.Units = "m"
	}
	list := b.coordinates()
	for i, place := range list {
		body.Locations = append(body.Locations, [2]float64{b.places[place].Longitude, b.places[place].Latitude})
		switch {
		case b.isSquare():
		case i < b.to-b.from:
			body.Sources = append(body.Sources, strconv.Itoa(i))
		default:
			body.Destinations = append(body.Destinations, strconv.Itoa(i))
		}
	}
	text, err := json.Marshal(body)
	return &question{method: http.MethodPost, url: s.url, body: string(text)}, err
}

func (openRouteService) answer(body []byte, b *batch) (*answer, error) {
	var read struct {
		Durations [][]*float64
		Distances [][]*float64
		Sources   []*waypoint
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return nil, &Error{Kind: NoProtocol, Message: "it is no JSON of a matrix", Place: noPlace}
	}
	return answerOf(read.Durations, read.Distances, read.Sources, b)
}

// The codes of openrouteservice's matrix service.
const (
	exceedsLimit = 6004 // more routes than the server allows
	noRoutable   = 6010 // no road near a coordinate
)

func (openRouteService) refusal(status int, body []byte) *Error {
	if tooLargeStatus(status) {
		return &Error{Kind: TooLarge, Message: http.StatusText(status), Place: noPlace}
	}
	var read struct{ Error json.RawMessage }
	var reason struct {
		Code    int
		Message string
	}
	if json.Unmarshal(body, &read) != nil || json.Unmarshal(read.Error, &reason) != nil || reason.Code == 0 {
		kind := Refused
		if status == http.StatusNotFound {
			kind = NoProtocol
		}
		return &Error{Kind: kind, Message: http.StatusText(status), Place: noPlace}
	}
	e := &Error{Kind: Refused, Code: strconv.Itoa(reason.Code), Message: reason.Message, Place: noPlace}
	switch reason.Code {
	case exceedsLimit:
		e.Kind = TooLarge
	case noRoutable:
		e.atCoordinate(reason.Message)
	}
	return e
}
