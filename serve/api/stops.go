package api

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// stopList is the route of the best tour for people, as the command lists it.
type stopList struct {
	Tour     job.Digest      `json:"tour" doc:"SHA-256 of the tour"`
	Open     bool            `json:"open" doc:"the route ends at its last place; otherwise its last stop is the first place again"`
	Summary  string          `json:"summary" doc:"how long the route is, and where it begins and ends" example:"300 stops, 93.93 km, from Depot and back"`
	Formats  []string        `json:"formats" doc:"formats in which the route can be written"`
	Drawn    bool            `json:"drawn" doc:"there is a picture"`
	Language format.Language `json:"language" doc:"of the names of the columns, as a tag; English if they do not tell" example:"de"`
	Words    *format.Words   `json:"words" doc:"names of the other columns, in this language"`
	Columns  []string        `json:"columns" doc:"columns of the input, but for names and coordinates"`
	Stops    []stop          `json:"stops"`
}

// stop is a place of a route.
type stop struct {
	Stop int `json:"stop" doc:"from 1 on"`
	// Place is the number that options and the member tour of tour.json have.
	Place int32    `json:"place" doc:"number of the place in the order of the input, from 1 on"`
	Row   int32    `json:"row" doc:"its row in the input, with the header; else the same number"`
	Name  string   `json:"name" doc:"its name, else its row or number"`
	Label string   `json:"label" doc:"what a picture writes beside it" example:"12 Depot"`
	Cells []string `json:"cells" doc:"by column"`
	Leg   string   `json:"leg,omitempty" doc:"distance from the place before" example:"812 m"`
	At    string   `json:"at" doc:"distance at the arrival, from the first place" example:"12.70 km"`
}

// mostColumns is the largest number of columns of such a list.
const mostColumns = 20

// mostStops is the largest number of places of a list for people.
const mostStops = 10_000

// stops answers with the route of the best tour that is stored, for people.
func (s *service) stops(w http.ResponseWriter, r *http.Request, j job.Job) error {
	if bestTour(j) == "" {
		return noTour(j)
	}
	if err := checkListed(j); err != nil {
		return err
	}
	return s.answer(w, r, j, Rendering{Kind: renderedStops}, plainJSON)
}

// checkListed returns an error if the places of a job are too many for people.
func checkListed(j job.Job) error {
	if j.Input.Cities <= mostStops {
		return nil
	}
	return refuse(http.StatusNotFound, "too-large", fmt.Sprintf(
		"a list of %d places is too long for people, who get up to %d; take tour.csv", j.Input.Cities, mostStops))
}

// FormatsOf returns the formats in which a route of an input can be written.
func FormatsOf(in *format.Input) (list []string) {
	if in.Instance.Dimension() <= mostStops {
		list = append(list, string(listPage))
	}
	for _, output := range format.Outputs {
		if output.Check(in) == nil {
			list = append(list, string(output))
		}
	}
	return list
}

// newStopList returns the list of a route.
func newStopList(route *format.Route, digest job.Digest) stopList {
	in, of := route.Input.Instance, route.List()
	columns := min(len(of.Columns), mostColumns)
	list := stopList{
		Tour: digest, Open: route.Open, Summary: of.Summary, Formats: FormatsOf(route.Input), Drawn: draw.Check(in) == nil,
		Columns: append([]string{}, of.Columns[:columns]...), Language: of.Language, Words: of.Words,
	}
	for _, s := range of.Stops {
		label := strconv.Itoa(s.Number)
		if in.Names != nil && in.Names[s.City] != "" {
			label += " " + s.Name
		}
		list.Stops = append(list.Stops, stop{
			Stop: s.Number, Place: s.City + 1, Row: in.Row(s.City), Name: s.Name, Label: shorten(label),
			Cells: append([]string{}, s.Cells[:columns]...), Leg: s.Leg, At: s.Length,
		})
	}
	return list
}
