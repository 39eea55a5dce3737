package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/cachefile"
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
	err := json.Unmarshal(text, &read)
	if err == nil {
		err = read.parseParameters()
	}
	if refused := (*option.Error)(nil); errors.As(err, &refused) {
		return nil, usageError{fmt.Errorf("%s cannot be replayed: %w", name, refused)}
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("%s is not a report that solve --json wrote: %w", name, err)}
	}
	if err := schema.Check("the report", read.Schema, schema.Report); err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	method, err := read.method()
	if err != nil {
		return nil, usageError{fmt.Errorf("%s %w", name, err)}
	}
	ends, err := parsePath(read.Path, read.FreeEnds)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s is not a report that solve --json wrote: %w", name, err)}
	}
	return &replayed{name, read.Instance, read.Algorithm, method, ends}, nil
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

// replayReport is what a replay reads of a report.
type replayReport struct {
	Schema       int             `json:"schema"`
	Algorithm    aco.Algorithm   `json:"algorithm"`
	Instance     reportInstance  `json:"instance"`
	Parameters   json.RawMessage `json:"parameters"`
	Seed         uint64          `json:"seed"`
	Iterations   int             `json:"iterations"`
	StopReason   aco.StopReason  `json:"stop_reason"`
	BestLength   int64           `json:"best_length"`
	Unrecombined bool            `json:"unrecombined"`
	Cut          *aco.ChainedCut `json:"cut"`
	LastKicks    int             `json:"last_kicks"`
	FirstLength  int64           `json:"first_length"`
	InitialUse   aco.InitialUse  `json:"initial_use"`
	Schedule     *aco.Schedule   `json:"schedule"`
	Path         []int32         `json:"path"`
	FreeEnds     []pathEnd       `json:"free_ends"`

	merged  aco.MergedParameters
	chained aco.ChainedParameters
}

// parseParameters parses the parameters of the algorithm.
func (r *replayReport) parseParameters() (err error) {
	switch {
	case r.Parameters == nil:
	case r.Algorithm == aco.AlgorithmMerged:
		err = json.Unmarshal(r.Parameters, &r.merged)
	case r.Algorithm == aco.AlgorithmChained:
		err = json.Unmarshal(r.Parameters, &r.chained)
	}
	r.merged.Seed, r.chained.Seed = r.Seed, r.Seed
	return err
}

// method returns the method that repeats the run. The error continues a sentence that begins with
// the name of the report.
func (r *replayReport) method() (*aco.Replay, error) {
	switch {
	case r.Algorithm == aco.AlgorithmMerged && r.Schedule != nil:
		return &aco.Replay{Parameters: r.merged, Schedule: *r.Schedule}, nil
	case r.Algorithm != aco.AlgorithmChained:
		return nil, fmt.Errorf(
			"is the report of algorithm %q: only runs of %s and %s can be replayed; repeat others by their parameters, seed and iterations",
			r.Algorithm, aco.AlgorithmMerged, aco.AlgorithmChained)
	case r.Unrecombined && r.Cut == nil || r.Iterations < 1:
		return nil, errors.New(
			"cannot be replayed: its run ended within the first iteration")
	}
	replay := &aco.ChainedReplay{Parameters: r.chained, Iterations: r.Iterations, Cut: r.Cut, LastKicks: r.LastKicks,
		FirstLength: r.FirstLength, InitialUse: r.InitialUse}
	if r.StopReason == aco.StopTarget {
		replay.Target = r.BestLength
	}
	return &aco.Replay{Chained: replay}, nil
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
