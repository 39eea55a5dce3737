package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// auto leaves a choice to the program.
const auto = "auto"

// unlessAuto reads a flag that can be left to the program.
func unlessAuto[T ~string](flag string) T {
	if flag == auto {
		return ""
	}
	return T(flag)
}

// joined lists what a flag can be set to.
func joined[T ~string](all []T) string {
	var list []string
	for _, name := range all {
		list = append(list, string(name))
	}
	return strings.Join(list, ",")
}

// parameters are the algorithm's for so many cities, with what the flags change.
func (s *solveCommand) parameters(cities int) (problem.Parameters, error) {
	p := s.system(cities)
	p.Seed = s.Seed
	given(&p.Synchronous, s.Synchronous)
	for _, exponent := range []struct{ of, value *float64 }{{&p.Alpha, s.Alpha}, {&p.Beta, s.Beta}, {&p.Rho, s.Rho}} {
		if exponent.value != nil {
			*exponent.of = *exponent.value
		}
	}
	given(&p.Q0, s.Q0)
	given(&p.LocalRate, s.LocalRate)
	for _, number := range []struct {
		of    *int
		value int
	}{
		{&p.Ants, s.Ants}, {&p.Trials, s.Trials}, {&p.Rest, s.Rest}, {&p.Tile, s.Tile}, {&p.Candidates, s.Candidates},
		{&p.LocalUpdatePeriod, s.LocalUpdatePeriod}, {&p.Neighbours, s.Neighbours}, {&p.Colonies, s.Colonies},
	} {
		given(number.of, number.value)
	}
	given(&p.Selection, unlessAuto[problem.Selection](s.Selection))
	given(&p.Memory, unlessAuto[problem.Memory](s.Memory))
	given(&p.LocalSearchAnts, unlessAuto[problem.LocalSearchAnts](s.LocalSearchAnts))
	given(&p.Topology, unlessAuto[problem.Topology](s.Topology))
	return p, s.exchanges(&p)
}

// exchanges reads how often colonies exchange tours. Never is topology none.
func (s *solveCommand) exchanges(p *problem.Parameters) error {
	if s.ExchangeEvery == nil {
		return nil
	}
	p.ExchangeEvery = *s.ExchangeEvery
	if p.ExchangeEvery != 0 {
		return nil
	}
	if p.Topology != "" && p.Topology != problem.TopologyNone {
		return usageError{fmt.Errorf("--exchange-every 0 with --topology %s: never, or that", p.Topology)}
	}
	p.Topology = problem.TopologyNone
	return nil
}

// given sets what a flag gives; zero values were not given.
func given[T comparable](to *T, value T) {
	var none T
	if value != none {
		*to = value
	}
}

func (s *solveCommand) options(started time.Time, cities int) (classic.Options, error) {
	if s.Ants < 0 || s.Iterations < 0 || s.Target < 0 || s.Stall < 0 {
		return classic.Options{}, usageError{fmt.Errorf("ants, iterations, target and stall are not negative")}
	}
	parameters, err := s.parameters(cities)
	if err != nil {
		return classic.Options{}, err
	}
	return classic.Options{
		Parameters: parameters, Kernel: s.form(), Iterations: s.Iterations, TimeLimit: time.Duration(s.TimeLimit), Target: s.Target,
		Stall: s.Stall, MaxSubmit: time.Duration(s.MaxSubmit), Started: started,
	}.WithDefaults(), nil
}

// form is what the flags say of how a recipe is carried out.
func (s *solveCommand) form() classic.KernelConfig {
	return classic.KernelConfig{
		Mapping: unlessAuto[classic.Mapping](s.Mapping), Dispatch: unlessAuto[classic.Dispatch](s.Dispatch), PrefixSearch: unlessAuto[classic.PrefixSearch](s.Search),
		Deposit: unlessAuto[classic.Deposit](s.Deposit), Distances: unlessAuto[classic.DistanceSource](s.Distances), AntData: unlessAuto[classic.AntData](s.AntData),
	}
}
