package roads

import (
	"encoding/json"
	"net/http"
	"regexp"
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
	outOfBounds  = 6010 // coordinates outside of the map
)

// outside matches the first coordinate that a message names as outside of the map: its number, from 0
// on, among the sources or the destinations.
var outside = regexp.MustCompile(`(Source|Destination) point\(s\) \[([0-9]+)`)

func (openRouteService) refusal(status int, body []byte, b *batch) *Error {
	if e := refusedByStatus(status); e != nil {
		return e
	}
	var read struct{ Error json.RawMessage }
	var reason struct {
		Code    int
		Message string
	}
	if json.Unmarshal(body, &read) != nil || json.Unmarshal(read.Error, &reason) != nil || reason.Code == 0 {
		return foreignRefusal(status)
	}
	e := &Error{Kind: Refused, Code: strconv.Itoa(reason.Code), Message: reason.Message, Place: noPlace}
	switch reason.Code {
	case exceedsLimit:
		e.Kind = TooLarge
	case outOfBounds:
		if found := outside.FindStringSubmatch(reason.Message); found != nil && found[1] == "Source" {
			e.setPlace(found, b.rows())
		} else {
			e.setPlace(found, b.columns())
		}
	}
	return e
}
