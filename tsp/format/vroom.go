package format

import (
	"encoding/json"
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
)

// problem is a problem of VROOM (https://github.com/VROOM-Project/vroom/blob/master/docs/API.md).
type problem struct {
	Vehicles  []vehicle         `json:"vehicles"`
	Jobs      []job             `json:"jobs"`
	Shipments []json.RawMessage `json:"shipments"`
	Matrices  map[string]struct {
		Durations [][]*float64 `json:"durations"`
		Distances [][]*float64 `json:"distances"`
	} `json:"matrices"`
}

type vehicle struct {
	Profile     string          `json:"profile"`
	Description string          `json:"description"`
	Start       []float64       `json:"start"` // longitude, latitude
	End         []float64       `json:"end"`
	StartIndex  *int            `json:"start_index"` // of the matrix
	EndIndex    *int            `json:"end_index"`
	TimeWindow  json.RawMessage `json:"time_window"`
	Breaks      json.RawMessage `json:"breaks"`
	MaxTasks    json.RawMessage `json:"max_tasks"`
}

type job struct {
	ID            json.Number     `json:"id"`
	Description   string          `json:"description"`
	Location      []float64       `json:"location"`
	LocationIndex *int            `json:"location_index"`
	TimeWindows   json.RawMessage `json:"time_windows"`
}

// stop is a start, an end or a job.
type stop struct {
	name, id string
	location []float64
	index    *int
}

// same reports whether two stops are at one place.
func (a stop) same(b stop) bool {
	if a.index != nil && b.index != nil {
		return *a.index == *b.index
	}
	return len(a.location) == 2 && len(b.location) == 2 && a.location[0] == b.location[0] && a.location[1] == b.location[1]
}

func (a stop) given() bool { return a.index != nil || a.location != nil }

// readVROOM reads a problem of one vehicle: its start, its jobs, and its end, if that is another place. Without start or end the path is open.
func (s *source) readVROOM(p *problem) (*Input, error) {
	switch {
	case len(p.Vehicles) != 1:
		return nil, refuse(s.name, "%d vehicles; only problems of one vehicle are tours", len(p.Vehicles))
	case len(p.Shipments) > 0:
		return nil, refuse(s.name, "shipments, which have an order of pickup and delivery, are not supported")
	}
	v := p.Vehicles[0]
	start := stop{"start", "", v.Start, v.StartIndex}
	end := stop{"end", "", v.End, v.EndIndex}
	var stops []stop
	var ends *tsp.Ends
	switch {
	case start.given() && end.given() && start.same(end):
		stops = append(stops, start)
	case start.given() || end.given():
		ends = &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
		for i, at := range []stop{start, end} {
			if at.given() {
				ends[i] = int32(len(stops))
				stops = append(stops, at)
			}
		}
	default:
		ends = &tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	}
	windows := v.TimeWindow != nil || v.Breaks != nil || v.MaxTasks != nil
	for _, j := range p.Jobs {
		name := j.Description
		if name == "" {
			name = j.ID.String()
		}
		stops = append(stops, stop{name, j.ID.String(), j.Location, j.LocationIndex})
		windows = windows || j.TimeWindows != nil
	}
	input, err := s.stopsInstance(p, stops)
	if err != nil {
		return nil, err
	}
	input.Ends = ends
	if windows {
		input.Warnings = append(input.Warnings, "time windows, breaks and limits of the vehicle are not used")
	}
	return input, nil
}

// stopsInstance returns the instance of stops: by the matrix of the vehicle's profile if there is one, else by their locations.
func (s *source) stopsInstance(p *problem, stops []stop) (*Input, error) {
	profile := p.Vehicles[0].Profile
	if profile == "" {
		profile = "car" // VROOM's default
	}
	matrix, found := p.Matrices[profile]
	table := &Table{Header: []string{"id", "name"}}
	var names []string
	for _, at := range stops {
		names = append(names, at.name)
		table.Rows = append(table.Rows, []string{at.id, at.name})
	}
	var input *Input
	var err error
	switch {
	case found && matrix.Durations != nil:
		input, err = s.stopsMatrix(matrix.Durations, "s", stops, names)
	case found && matrix.Distances != nil:
		input, err = s.stopsMatrix(matrix.Distances, "m", stops, names)
	default:
		input, err = s.stopsPlaces(stops, names, table)
	}
	if err != nil {
		return nil, err
	}
	input.Format, input.Table = VROOM, table
	return input, nil
}

// stopsMatrix returns the instance of the stops' part of a matrix.
func (s *source) stopsMatrix(matrix [][]*float64, unit string, stops []stop, names []string) (*Input, error) {
	part := make([][]*float64, len(stops))
	for i, from := range stops {
		for _, to := range stops {
			if from.index == nil || to.index == nil || min(*from.index, *to.index) < 0 || *from.index >= len(matrix) || *to.index >= len(matrix[*from.index]) {
				return nil, refuse(s.name, "%q or %q has no location_index within the matrix of %d rows", from.name, to.name, len(matrix))
			}
			part[i] = append(part[i], matrix[*from.index][*to.index])
		}
	}
	input, err := s.jsonMatrix(part, unit, nil)
	if err == nil {
		input.Instance.Names = names
	}
	return input, err
}

// stopsPlaces returns the instance of the stops' locations.
func (s *source) stopsPlaces(stops []stop, names []string, table *Table) (*Input, error) {
	p := &places{globe: true, names: names, table: table}
	table.Header = append(table.Header, "lat", "lon")
	for i, at := range stops {
		if len(at.location) != 2 {
			return nil, refuse(s.name, "%q has no location of longitude and latitude, and there is no matrix", at.name)
		}
		p.add(at.location[0], at.location[1])
		table.Rows[i] = append(table.Rows[i], fmt.Sprint(at.location[1]), fmt.Sprint(at.location[0]))
	}
	return s.instanceOf(p, VROOM, nil)
}

// add adds a place.
func (p *places) add(x, y float64) { p.x, p.y = append(p.x, x), append(p.y, y) }
