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

// readReplay reads the run to replay from a report, with the ends of its open path, nil for a
// closed tour.
func readReplay(name string, instance *tsp.Instance) (*aco.Replay, *tsp.Ends, error) {
	text, err := cachefile.Read(name, maxReportBytes)
	if err != nil {
		return nil, nil, usageError{err}
	}
	return parseReplay(text, name, instance)
}

// parseReplay reads the run to replay from the text of a report. name is the file for error
// messages.
func parseReplay(text []byte, name string, instance *tsp.Instance) (*aco.Replay, *tsp.Ends, error) {
	var read struct {
		Schema     int                  `json:"schema"`
		Algorithm  aco.Algorithm        `json:"algorithm"`
		Instance   reportInstance       `json:"instance"`
		Parameters aco.MergedParameters `json:"parameters"`
		Seed       uint64               `json:"seed"`
		Schedule   *aco.Schedule        `json:"schedule"`
		Path       []int32              `json:"path"`
		FreeEnds   []pathEnd            `json:"free_ends"`
	}
	err := json.Unmarshal(text, &read)
	if refused := (*option.Error)(nil); errors.As(err, &refused) {
		return nil, nil, usageError{fmt.Errorf("%s cannot be replayed: %w", name, refused)}
	}
	if err != nil {
		return nil, nil, usageError{fmt.Errorf("%s is not a report that solve --json wrote: %w", name, err)}
	}
	if err := schema.Check("the report", read.Schema, schema.Report); err != nil {
		return nil, nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	switch {
	case read.Algorithm != aco.AlgorithmMerged || read.Schedule == nil:
		return nil, nil, usageError{fmt.Errorf(
			"%s is the report of algorithm %q: only runs of %s have a schedule to replay; repeat others by their parameters, seed and iterations",
			name, read.Algorithm, aco.AlgorithmMerged)}
	case read.Instance.SHA256 != instance.SHA256():
		return nil, nil, usageError{fmt.Errorf(
			"%s is the report of another instance: of %s, %d cities; give the file of that run, and its --fix",
			name, read.Instance.Name, read.Instance.Dimension)}
	}
	read.Parameters.Seed = read.Seed
	ends, err := parsePath(read.Path, read.FreeEnds)
	if err != nil {
		return nil, nil, usageError{fmt.Errorf("%s is not a report that solve --json wrote: %w", name, err)}
	}
	return &aco.Replay{Parameters: read.Parameters, Schedule: *read.Schedule}, ends, nil
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
