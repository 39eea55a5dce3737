package roads

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp/format"
)

// osrm is the protocol of OSRM's table service.
type osrm struct{}

// size keeps to the largest table that OSRM allows unless it is started with another limit.
func (osrm) size() int { return 100 }

// coordinateText writes a longitude or latitude with the six decimals that OSRM reads.
func coordinateText(v float64) string {
	text := strings.TrimRight(strconv.FormatFloat(v, 'f', 6, 64), "0")
	return strings.TrimSuffix(text, ".")
}

func (osrm) request(s *Server, b *batch) (*question, error) {
	list := b.coordinates()
	coordinates := make([]string, len(list))
	for i, place := range list {
		at := b.places[place]
		coordinates[i] = coordinateText(at.Longitude) + "," + coordinateText(at.Latitude)
	}
	u := *s.url
	u.Path += "/" + strings.Join(coordinates, ";")
	query := u.Query()
	query.Set("annotations", string(b.measure))
	if !b.isSquare() {
		rows := b.to - b.from
		query.Set("sources", indices(0, rows))
		query.Set("destinations", indices(rows, len(list)))
	}
	u.RawQuery = strings.ReplaceAll(query.Encode(), "%3B", ";") // as OSRM's documentation has it
	return &question{method: http.MethodGet, url: &u}, nil
}

// indices writes the whole numbers from..to-1.
func indices(from, to int) string {
	var list []string
	for i := from; i < to; i++ {
		list = append(list, strconv.Itoa(i))
	}
	return strings.Join(list, ";")
}

// waypoint is a place on its nearest road.
type waypoint struct {
	Location [2]float64 `json:"location"` // longitude and latitude
	Distance *float64   `json:"distance"` // metres from the place, of OSRM
	Snapped  *float64   `json:"snapped_distance"`
}

// located returns the locations of the rows, nil for rows without a road. It returns nil if the server
// gives no locations.
func located(sources []*waypoint, rows int) []*format.Location {
	if len(sources) != rows {
		return nil
	}
	at := make([]*format.Location, rows)
	for i, w := range sources {
		if w == nil {
			continue
		}
		at[i] = &format.Location{Longitude: w.Location[0], Latitude: w.Location[1], Off: unknownOff}
		for _, off := range []*float64{w.Distance, w.Snapped} {
			if off != nil {
				at[i].Off = *off
			}
		}
	}
	return at
}

func (osrm) answer(body []byte, b *batch) (*answer, error) {
	var read struct {
		Code      string
		Message   string
		Durations [][]*float64
		Distances [][]*float64
		Sources   []*waypoint
	}
	if err := json.Unmarshal(body, &read); err != nil {
		return nil, &Error{Kind: NoProtocol, Message: "it is no JSON of a table", Place: noPlace}
	}
	if read.Code != "Ok" {
		return nil, refusedBy(read.Code, read.Message, b)
	}
	return answerOf(read.Durations, read.Distances, read.Sources, b)
}

// answerOf returns the legs that a batch asks for.
func answerOf(durations, distances [][]*float64, sources []*waypoint, b *batch) (*answer, error) {
	rows := durations
	if b.measure == format.Distance {
		rows = distances
	}
	if rows == nil {
		return nil, &Error{Kind: NoProtocol, Message: "it has no " + string(b.measure) + "s", Place: noPlace}
	}
	legs, ok := legsOf(rows, b)
	if !ok {
		return nil, &Error{Kind: NoProtocol, Place: noPlace,
			Message: "its table has other rows or columns than the request, or negative numbers"}
	}
	return &answer{legs: legs, at: located(sources, len(legs))}, nil
}

// noSegment matches the message that there is no road near a coordinate, counted from 0.
var noSegment = regexp.MustCompile(`coordinate ([0-9]+)`)

// refusedBy returns the error for a code of OSRM.
func refusedBy(code, message string, b *batch) *Error {
	e := &Error{Kind: Refused, Code: code, Message: message, Place: noPlace}
	switch code {
	case "TooBig":
		e.Kind = TooLarge
	case "NoSegment":
		e.setPlace(noSegment.FindStringSubmatch(message), b.coordinates())
	}
	return e
}

// setPlace makes an error one of the place among others whose number is the last submatch of a message.
func (e *Error) setPlace(found []string, places []int) {
	if found == nil {
		return
	}
	if i, err := strconv.Atoi(found[len(found)-1]); err == nil && i < len(places) {
		e.Kind, e.Place = NoRoad, places[i]
	}
}

func (osrm) refusal(status int, body []byte, b *batch) *Error {
	if e := refusedByStatus(status); e != nil {
		return e
	}
	var read struct{ Code, Message string }
	if json.Unmarshal(body, &read) != nil || read.Code == "" {
		return foreignRefusal(status)
	}
	return refusedBy(read.Code, read.Message, b)
}
