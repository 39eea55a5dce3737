package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// document has the fields of all JSON inputs.
type document struct {
	Type string `json:"type"` // of GeoJSON

	Durations      [][]*float64 `json:"durations"` // OSRM's table service; null: no way
	Distances      [][]*float64 `json:"distances"`
	Sources        []waypoint   `json:"sources"`
	DistanceMatrix [][]*float64 `json:"distance_matrix"`
	DurationMatrix [][]*float64 `json:"duration_matrix"`
	Matrix         [][]*float64 `json:"matrix"`

	problem // VROOM
}

// waypoint is a place of OSRM.
type waypoint struct {
	Name string `json:"name"`
}

// readJSON reads GeoJSON, a matrix or a problem of VROOM.
func (s *source) readJSON() (*Input, error) {
	if bytes.HasPrefix(bytes.TrimSpace(s.data), []byte("[")) {
		var matrix [][]*float64
		if err := s.decode(&matrix); err != nil {
			return nil, err
		}
		return s.jsonMatrix(matrix, "", nil)
	}
	var d document
	if err := s.decode(&d); err != nil {
		return nil, err
	}
	switch {
	case d.Type != "":
		return s.readGeoJSON()
	case len(d.Vehicles) > 0 || len(d.Jobs) > 0:
		return s.readVROOM(&d.problem)
	case d.Durations != nil:
		input, err := s.jsonMatrix(d.Durations, "s", d.Sources)
		if err == nil && d.Distances != nil {
			input.Warnings = append(input.Warnings, "the file has durations and distances: the durations are used")
		}
		return input, err
	case d.Distances != nil:
		return s.jsonMatrix(d.Distances, "m", d.Sources)
	case d.DistanceMatrix != nil:
		return s.jsonMatrix(d.DistanceMatrix, "", nil)
	case d.DurationMatrix != nil:
		return s.jsonMatrix(d.DurationMatrix, "", nil)
	case d.Matrix != nil:
		return s.jsonMatrix(d.Matrix, "", nil)
	}
	return nil, refuse(s.name, "the JSON has neither a matrix (durations, distances or distance_matrix), nor vehicles and jobs, nor points of GeoJSON")
}

// decode decodes the data. An error has the line.
func (s *source) decode(v any) error {
	err := json.Unmarshal(s.data, v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return s.errorAt(s.lineOf(syntax.Offset), "%v", syntax)
	case errors.As(err, &kind):
		return s.errorAt(s.lineOf(kind.Offset), "%s where a value of another kind is expected, in %s", kind.Value, strings.TrimPrefix(kind.Field, "problem."))
	}
	return err
}

// lineOf returns the line of an offset.
func (s *source) lineOf(offset int64) int {
	return 1 + bytes.Count(s.data[:min(max(offset, 0), int64(len(s.data)))], []byte("\n"))
}

// jsonMatrix returns the instance of a matrix whose places may have names.
func (s *source) jsonMatrix(matrix [][]*float64, unit string, places []waypoint) (*Input, error) {
	distances := make([][]float64, len(matrix))
	for i, row := range matrix {
		distances[i] = make([]float64, len(row))
		for j, d := range row {
			v := float64(noLeg)
			if d != nil {
				v = *d
			}
			var ok bool
			if distances[i][j], ok = leg(v); !ok && i != j {
				return nil, refuse(s.name, "%v, the distance from place %d to place %d, is negative; null or -1 stands for no leg", v, i+1, j+1)
			}
		}
	}
	var names []string
	if len(places) == len(matrix) {
		for _, place := range places {
			names = append(names, place.Name)
		}
	}
	return s.matrixOf(distances, unit, names, JSON)
}
