package main

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/tsp"
)

// options are the options of a run as C has them.
type options struct {
	seed              uint64
	timeLimit, idle   float64 // seconds
	target            float64 // in units
	iterations, stall int64
	path, initial     []int32 // nil: none
	algorithm         string  // "": by the instance
}

// of returns the options for an instance.
func (o options) of(in *tsp.Instance) (all aco.Options, err error) {
	all = aco.Options{Seed: &o.seed, InitialTour: o.initial, Program: "libaco_vk " + version()}
	if all.TimeLimit, err = duration("time_limit", o.timeLimit); err != nil {
		return all, err
	}
	if all.Idle, err = duration("idle", o.idle); err != nil {
		return all, err
	}
	if all.Iterations, err = count("iterations", o.iterations); err != nil {
		return all, err
	}
	if all.Stall, err = count("stall", o.stall); err != nil {
		return all, err
	}
	if all.Target, err = target(o.target, in.Unit); err != nil {
		return all, err
	}
	all.Path = o.ends()
	all.Method, err = choice.Request{Algorithm: aco.Algorithm(o.algorithm), Cities: in.Dimension()}.Method()
	return all, err
}

// ends returns the ends of the path, nil for closed tours.
func (o options) ends() *tsp.Ends {
	if o.path == nil {
		return nil
	}
	return &tsp.Ends{o.path[0], o.path[1]}
}

// longest is the longest duration, in seconds.
const longest = float64(math.MaxInt64 / int64(time.Second))

// duration returns a number of seconds, rounded up to nanoseconds.
func duration(field string, seconds float64) (time.Duration, error) {
	if !(seconds >= 0 && seconds < longest) {
		return 0, refuse(field, "%v s; give 0 (no limit) or a time of less than 292 years", seconds)
	}
	return time.Duration(math.Ceil(seconds * float64(time.Second))), nil
}

func count(field string, n int64) (int, error) {
	if n < 0 || n > math.MaxInt32 {
		return 0, refuse(field, "%d; give 0 (no limit) to %d", n, math.MaxInt32)
	}
	return int(n), nil
}

// target returns a length in steps, rounded down; a length below a step is above every rule.
func target(length float64, unit tsp.Unit) (int64, error) {
	steps := math.Floor(length * unit.Scale())
	switch {
	case !(length >= 0) || math.IsInf(length, 0):
		return 0, refuse("target", "%v; give 0 (none) or a length", length)
	case length > 0 && steps < 1:
		return 0, refuse("target", "%v is below the resolution of the distances; give a greater length, or 0 (none)", length)
	case steps > 1<<62:
		return 1 << 62, nil
	}
	return int64(steps), nil
}
