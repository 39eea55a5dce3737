package main

import (
	"cmp"
	"encoding/json"
	"errors"
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
	replayReport
	name   string // of the report
	method *aco.Replay
	ends   *tsp.Ends // nil for a closed tour
}

// initialText continues "--initial-tour" with the file of the run's first tour.
func (r *replayed) initialText() string {
	if r.InitialTour == "" {
		return ""
	}
	return " " + r.InitialTour
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
	r := &replayed{name: name, method: new(aco.Replay)}
	err := cmp.Or(json.Unmarshal(text, &r.replayReport), json.Unmarshal(text, r.method))
	if refused, ok := errors.AsType[*option.Error](err); ok {
		return nil, usagef("%s cannot be replayed: %w", name, refused)
	}
	if other, ok := errors.AsType[*schema.Error](err); ok {
		return nil, usagef("%s: %w", name, other)
	}
	if no, ok := errors.AsType[*aco.ReplayError](err); ok {
		return nil, usagef("%s %s", name, no.Reason)
	}
	if err != nil {
		err = jsonerror.Explain(err, "")
	} else if r.ends, err = parsePath(r.Path, r.FreeEnds); err == nil && r.StayClose.Price < 0 {
		err = errors.New("the price of a leg is negative")
	}
	if err != nil {
		return nil, usagef("%s is not a report that solve --json wrote: %w", name, err)
	}
	return r, nil
}

// check refuses another instance than that of the run.
func (r *replayed) check(instance *tsp.Instance) error {
	if r.Instance.SHA256 == instance.SHA256() {
		return nil
	}
	return usagef(
		"%s is the report of another instance: of %s, %d cities; give the file of that run, and its --fix",
		r.name, r.Instance.Name, r.Instance.Dimension)
}

// replayReport is what a replay reads of a report, besides what aco.Replay does.
type replayReport struct {
	Algorithm aco.Algorithm  `json:"algorithm"`
	Instance  reportInstance `json:"instance"`
	Path      []int32        `json:"path"`
	FreeEnds  []pathEnd      `json:"free_ends"`
	StayClose reportPrice    `json:"stay_close"` // Price 0: none

	InitialTour string `json:"initial_tour"` // its file; "": it is not known
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
