package reportpage

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Command says how to repeat a run. The caller of [Write] turns it into a command line.
type Command struct {
	Instance string // the instance's file, or its name if that is not known
	Report   string // the report's file, if the run is repeated step by step; then the fields below are zero

	Algorithm  string // "" if all tours were compared
	Seed       uint64
	Iterations int
	Parameters []Parameter
	Path       []int32  // ends of an open path
	FreeEnds   []string // the ends that the run chose: start, end
}

// Parameter is a parameter of an algorithm as in the report.
type Parameter struct{ Name, Value string }

// parameters returns the parameters, sorted by name.
func (r *Report) parameters() []Parameter {
	var list []Parameter
	for _, name := range slices.Sorted(maps.Keys(r.Parameters)) {
		list = append(list, Parameter{name, fmt.Sprint(r.Parameters[name])})
	}
	return list
}

// command returns what repeats the report's run, the best one of several.
func (r *Report) command(instance string) Command {
	if r.Schedule != nil && r.Schedule.Spoilt == "" {
		return Command{Instance: instance, Report: r.File}
	}
	if r.StopReason == "optimal" {
		return Command{Instance: instance, Path: r.Path, FreeEnds: r.FreeEnds}
	}
	return Command{
		Instance: instance, Algorithm: r.Algorithm, Seed: r.Seed, Iterations: r.Iterations, Parameters: r.parameters(), Path: r.Path, FreeEnds: r.FreeEnds,
	}
}

// repeats says how far the command repeats the run.
func (r *Report) repeats() string {
	switch {
	case r.Racy:
		return "Ants of this algorithm read pheromone while others write it, so the command may find another tour."
	case r.Algorithm == "merged" && r.Schedule != nil && r.Schedule.Spoilt != "":
		return "The run cannot be repeated step by step (" + strings.TrimSpace(r.Schedule.Spoilt) + "), so the command may find another tour."
	case len(r.Devices) > 1 && r.StopReason == "time_limit" && r.Algorithm != "merged":
		return "The time limit ended the colonies at different iterations, so the command may find another tour."
	case r.FirstTour == "initial":
		return "The run needs its first tour again."
	}
	return "The command finds the same tour on every device."
}
