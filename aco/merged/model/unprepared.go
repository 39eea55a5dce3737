package model

import (
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// NewUnprepared checks an instance and the parameters, and fills in what follows from them alone: enough to plan memory and to make
// pipelines. Instance is the caller's until Prepare. What cannot be used is a *problem.Error.
func NewUnprepared(instance *tsp.Instance, parameters Parameters) (*Model, error) {
	if err := check(instance); err != nil {
		return nil, err
	}
	n := instance.Dimension()
	parameters.choose(n)
	if err := parameters.validate(); err != nil {
		return nil, err
	}
	if uint64(parameters.Colonies)*uint64(n) > MaxCities {
		return nil, refuse("colonies %d of %d cities: their tours can have up to %d cities together", parameters.Colonies, n, MaxCities).
			With(problem.AtMost(problem.OptionColonies, MaxCities/n))
	}
	if w := parameters.Windows; w > 1 && n/w < MinCities {
		return nil, refuse("windows %d of %d cities: a window has %d or more", w, n, MinCities).With(problem.AtMost(problem.OptionWindows, n/MinCities))
	}
	return &Model{
		Instance: instance, Parameters: parameters, Cities: n, Colonies: parameters.Colonies, Windows: parameters.Windows, Ants: parameters.Ants,
		Seed: parameters.Seed, Width: parameters.Candidates, SecondWidth: min(secondWidth, parameters.Candidates), Period: period,
	}, nil
}
