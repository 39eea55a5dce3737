package main

import (
	"math"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/tsp"
)

// options are the options of a run as C has them.
type options struct {
	option.Rules[float64] // times in seconds
	seed                  uint64
	target                float64 // in units
	path, initial         []int32 // nil: none
	algorithm             string  // "": by the instance
}

// of returns the options for an instance.
func (o options) of(in *tsp.Instance) (all aco.Options, err error) {
	all = aco.Options{Seed: &o.seed, InitialTour: o.initial, Program: "libaco_vk " + version()}
	if err = choice.SetRules(&all, o.Rules); err != nil {
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
