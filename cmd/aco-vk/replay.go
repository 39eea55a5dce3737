package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/internal/jsonerror"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/tsp"
)

// maxReportBytes is ten times the size of a report of the largest instance.
const maxReportBytes = 1 << 30

// replayed is the run of a report that is repeated.
type replayed struct {
	name      string // of the report
	instance  reportInstance
	algorithm aco.Algorithm
	method    *aco.Replay
	ends      *tsp.Ends // nil for a closed tour
	price     int64     // of a leg that the earlier tour does not have, in steps; 0: none
	initial   string    // the file of the first tour; "": it is not known
}

// initialText continues "--initial-tour" with the file of the run's first tour.
func (r *replayed) initialText() string {
	if r.initial == "" {
		return ""
	}
	return " " + r.initial
}

// readReplay reads the run to replay from a report, nil if there is none.
func (s *solveCommand) readReplay() (*replayed, error) {
	if s.Replay == "" {
		return nil, nil
	}
	text, err := cachefile.Read(s.Replay, maxReportBytes)
	if err != nil {
		return nil, usageError{err}
	}
	return parseReplay(text, s.Replay)
}

// parseReplay reads the run to replay from the text of a report. name is the file for error
// messages.
func parseReplay(text []byte, name string) (*replayed, error) {
	var read replayReport
	method := new(aco.Replay)
	err := json.Unmarshal(text, &read)
	if err == nil {
		err = json.Unmarshal(text, method)
	}
	var (
		refused *option.Error
		other   *schema.Error
		no      *aco.ReplayError
	)
	switch {
	case errors.As(err, &refused):
		return nil, usageError{fmt.Errorf("%s cannot be replayed: %w", name, refused)}
	case errors.As(err, &other):
		return nil, usageError{fmt.Errorf("%s: %w", name, other)}
	case errors.As(err, &no):
		return nil, usageError{fmt.Errorf("%s %s", name, no.Reason)}
	case err != nil:
		return nil, usageError{fmt.Errorf("%s is not a report that solve --json wrote: %w", name, jsonerror.Explain(err, ""))}
	}
	ends, err := parsePath(read.Path, read.FreeEnds)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s is not a report that solve --json wrote: %w", name, err)}
	}
	if read.StayClose.Price < 0 {
		return nil, usageError{fmt.Errorf("%s is not a report that solve --json wrote: the price of a leg is negative", name)}
	}
	return &replayed{name, read.Instance, read.Algorithm, method, ends, read.StayClose.Price, read.InitialTour}, nil
}

// check refuses another instance than that of the run.
func (r *replayed) check(instance *tsp.Instance) error {
	if r.instance.SHA256 == instance.SHA256() {
		return nil
	}
	return usageError{fmt.Errorf(
		"%s is the report of another instance: of %s, %d cities; give the file of that run, and its --fix",
		r.name, r.instance.Name, r.instance.Dimension)}
}

// replayReport is what a replay reads of a report, besides what aco.Replay does.
type replayReport struct {
	Algorithm aco.Algorithm  `json:"algorithm"`
	Instance  reportInstance `json:"instance"`
	Path      []int32        `json:"path"`
	FreeEnds  []pathEnd      `json:"free_ends"`
	StayClose reportPrice    `json:"stay_close"`

	InitialTour string `json:"initial_tour"`
}

// pathEnd is an end of an open path in a report.
type pathEnd string

// pathEnds are the ends in the order of tsp.Ends.
var pathEnds = [2]pathEnd{"start", "end"}

// reportPath returns the ends of an open path, counted from 1, and which of them were free; nil
// for a closed tour.
func reportPath(result *aco.Result) (path []int32, free []pathEnd) {
	if result.Path == nil {
		return nil, nil
	}
	for i, name := range pathEnds {
		if result.Path[i] == tsp.FreeEnd {
			free = append(free, name)
		}
	}
	return []int32{result.Tour[0] + 1, result.Tour[len(result.Tour)-1] + 1}, free
}

// parsePath returns the ends of the run of a report, nil for a closed tour.
func parsePath(path []int32, free []pathEnd) (*tsp.Ends, error) {
	if path == nil {
		return nil, nil
	}
	if len(path) != len(pathEnds) {
		return nil, errors.New("path does not have two cities")
	}
	var ends tsp.Ends
	for i, name := range pathEnds {
		if ends[i] = path[i] - 1; slices.Contains(free, name) {
			ends[i] = tsp.FreeEnd
		}
	}
	return &ends, nil
}
