package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/cachefile"
	"github.com/aco-vk/aco-vk/tsp"
)

// ofReplay are the flags that say what the report of a run says that is repeated.
var ofReplay = []string{"ants", "colonies", "windows", "candidates", "kick", "temperature", "pheromone", "seed", "iterations", "time-limit", "target", "stall"}

// repeat takes the parameters, the seed and the schedule of the report that --replay names.
func (s *solveCommand) repeat(line *kong.Context, instance *tsp.Instance, o *merged.Options) error {
	for _, step := range line.Path {
		if step.Flag != nil && slices.Contains(ofReplay, step.Flag.Name) {
			return usageError{fmt.Errorf("--%s with --replay: a run is repeated as its report says; leave one of them out", step.Flag.Name)}
		}
	}
	text, err := cachefile.Read(s.Replay, mostReportBytes)
	if err != nil {
		return usageError{err}
	}
	return takeReport(text, s.Replay, instance, o)
}

// mostReportBytes is ten times what a report of the largest instance takes.
const mostReportBytes = 1 << 30

// takeReport takes them of a report's text, in a file of this name.
func takeReport(text []byte, name string, instance *tsp.Instance, o *merged.Options) error {
	var told struct {
		Schema     int              `json:"schema"`
		Algorithm  string           `json:"algorithm"`
		Instance   reportInstance   `json:"instance"`
		Parameters model.Parameters `json:"parameters"`
		Seed       uint64           `json:"seed"`
		Schedule   *merged.Schedule `json:"schedule"`
	}
	if err := json.Unmarshal(text, &told); err != nil {
		return usageError{fmt.Errorf("%s is no report: %w", name, err)}
	}
	switch {
	case told.Schema != reportSchema:
		return usageError{fmt.Errorf("%s is no report of schema %d", name, reportSchema)}
	case told.Algorithm != algorithmMerged || told.Schedule == nil:
		return usageError{fmt.Errorf("%s is the report of algorithm %q: runs of %s are repeated by their schedule, others by their parameters, seed and iterations",
			name, told.Algorithm, algorithmMerged)}
	case told.Instance.SHA256 != instance.SHA256():
		return usageError{fmt.Errorf("%s is the report of another instance: of %s, %d cities", name, told.Instance.Name, told.Instance.Dimension)}
	}
	o.Parameters, o.Schedule = told.Parameters, told.Schedule
	o.Parameters.Seed = told.Seed
	return nil
}
