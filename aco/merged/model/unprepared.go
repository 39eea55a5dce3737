package model

import (
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// NewUnprepared returns a model with the sizes that follow from the instance and the parameters:
// enough to plan memory and to create pipelines. Call Prepare before use; until then Instance is
// the caller's. If the instance or a parameter cannot be used, the error is an *option.Error.
func NewUnprepared(instance *tsp.Instance, parameters Parameters) (*Model, error) {
	if err := check(instance); err != nil {
		return nil, err
	}
	n := instance.Dimension()
	parameters.choose(n, mostCandidates(instance))
	if err := parameters.validate(); err != nil {
		return nil, err
	}
	if uint64(parameters.Colonies)*uint64(n) > MaxCities {
		return nil, option.Errorf("colonies %d with %d cities: all tours together have at most %d cities", parameters.Colonies, n, MaxCities).
			With(option.AtMost(option.Colonies, MaxCities/n))
	}
	return &Model{
		Instance: instance, Parameters: parameters, Cities: n, Colonies: parameters.Colonies, Ants: parameters.Ants,
		MatrixCities: matrixCities, Seed: parameters.Seed, Width: parameters.Candidates,
		SecondWidth: min(secondWidth, parameters.Candidates), Period: period,
	}, nil
}
