package api

import (
	"fmt"
	"net/http"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// stopList is the route of the best tour for people.
type stopList struct {
	Tour    job.Digest      `json:"tour" doc:"SHA-256 of the tour"`
	Open    bool            `json:"open" doc:"the route ends at its last place; otherwise its last stop is the first place again"`
	Length  string          `json:"length" example:"93.93 km"`
	Formats []format.Output `json:"formats" doc:"formats in which the route can be written"`
	Drawn   bool            `json:"drawn" doc:"there is a picture"`
	Stops   []stop          `json:"stops"`
}

// stop is a place of a route.
type stop struct {
	Stop int `json:"stop" doc:"from 1 on"`
	// Place is the number that options and the member tour of tour.json have.
	Place int32  `json:"place" doc:"number of the place in the order of the input, from 1 on"`
	Row   int32  `json:"row" doc:"its row in the input, with the header; else the same number"`
	Name  string `json:"name,omitempty"`
	ID    string `json:"id,omitempty" doc:"id of the place, if the input has names and ids"`
	Leg   string `json:"leg" doc:"distance from the place before" example:"812.5 m"`
	At    string `json:"at" doc:"distance at the arrival, from the first place" example:"12.7 km"`
}

// mostStops is the largest number of places of a list for people.
const mostStops = 10_000

// stops answers with the route of the best tour that is stored, for people.
func (s *service) stops(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	digest := bestTour(j)
	if digest == "" {
		return noTour(j)
	}
	if j.Input.Cities > mostStops {
		return refuse(http.StatusNotFound, "too-large",
			fmt.Sprintf("a list of %d places is too long for people, who get up to %d; take tour.csv", j.Input.Cities, mostStops))
	}
	in, err := s.read(r, j)
	if err != nil {
		return err
	}
	route, err := s.verifiedRoute(r, j, in, digest)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, newStopList(route, digest))
}

// newStopList returns the list of a route.
func newStopList(route *format.Route, digest job.Digest) stopList {
	in := route.Input.Instance
	list := stopList{
		Tour: digest, Open: route.Open, Length: in.Unit.FormatValue(route.Length), Drawn: draw.Check(in) == nil,
	}
	for _, output := range format.Outputs {
		if output.Check(route.Input) == nil {
			list.Formats = append(list.Formats, output)
		}
	}
	for v := range route.Stops {
		of := stop{
			Stop: v.Number, Place: v.City + 1, Row: in.Row(v.City), Leg: in.Unit.FormatValue(v.Leg), At: in.Unit.FormatValue(v.Length),
		}
		if in.Names != nil {
			of.Name = in.Names[v.City]
		}
		if in.IDs != nil {
			of.ID = in.IDs[v.City]
		}
		list.Stops = append(list.Stops, of)
	}
	return list
}
