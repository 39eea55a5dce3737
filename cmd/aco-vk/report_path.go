package main

import (
	"errors"
	"slices"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

// pathEnd is an end of an open path in a report.
type pathEnd string

// pathEnds are the ends in the order of tsp.Ends.
var pathEnds = [2]pathEnd{"start", "end"}

// reportPath returns the ends of an open path, counted from 1, and which of them were free; nil for a closed tour.
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
