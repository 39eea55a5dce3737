package model

import (
	"errors"
	"github.com/aco-vk/aco-vk/aco/option"
	"testing"
)

func TestColoniesLeftOpen(t *testing.T) {
	for _, c := range []struct{ given, want Parameters }{
		{Parameters{}, Parameters{Colonies: 1}},
		{Parameters{Colonies: 3}, Parameters{Colonies: 3, Topology: TopologyRing, ExchangeEvery: 25}},
		{Parameters{Colonies: 3, Topology: TopologyNone}, Parameters{Colonies: 3, Topology: TopologyNone}},
		{Parameters{Colonies: 3, Topology: TopologyBest, ExchangeEvery: 7},
			Parameters{Colonies: 3, Topology: TopologyBest, ExchangeEvery: 7}},
	} {
		got := c.given
		got.chooseColonies()
		if got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.given, got, c.want)
		}
		if got.ExchangesTours() != (c.want.ExchangeEvery > 0) {
			t.Errorf("%+v exchanges: %v", got, got.ExchangesTours())
		}
	}
}

func TestExchangesThatThereAreNot(t *testing.T) {
	for _, p := range []Parameters{
		{Colonies: 1, Topology: TopologyRing}, {Colonies: 1, ExchangeEvery: 5},
		{Colonies: 2, Topology: TopologyNone, ExchangeEvery: 5}, {Colonies: 0},
	} {
		p.Ants = 1
		var refused *option.Error
		if err := p.validateColonies(); !errors.As(err, &refused) {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

func TestAdopt(t *testing.T) {
	s := State{Iteration: 50, BestLength: 90, BestIteration: 20, BestAnt: 4, MaxMin: MaxMinState{RestartLength: 95}}
	s.Adopt(State{Iteration: 60, BestLength: 80, BestIteration: 31, BestAnt: 7, MaxMin: MaxMinState{RestartLength: 80}})
	want := State{Iteration: 50, BestLength: 80, BestIteration: 50, BestAnt: 7, MaxMin: MaxMinState{RestartLength: 95}}
	if s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}
