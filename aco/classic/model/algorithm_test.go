package model

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// outlined returns an instance's parameters with what was left open filled in.
func outlined(t *testing.T, cities int, parameters Parameters) (Parameters, error) {
	t.Helper()
	instance := must.Get(generate.Instance("uniform", cities, 1))(t)
	p, err := NewUnprepared(instance, parameters)
	if err != nil {
		return Parameters{}, err
	}
	return p.Parameters, nil
}

// What is left open is what the algorithm's constructor says, and follows from the number of
// cities.
func TestParametersLeftOpen(t *testing.T) {
	maxMin, system := MaxMin(), AntColonySystem()
	maxMin.Ants, maxMin.Colonies = 256, 1
	maxMin.LowerLimit, maxMin.Renewal, maxMin.BestPeriod = LowerLimitCandidates, RenewalSmooth, BestPeriodFixed
	searching := maxMin
	searching.Rho, searching.Ants, searching.LocalSearch = 0.2, 28, Search3Opt
	searching.LocalSearchAnts, searching.Neighbours = LocalSearchAllAnts, 20
	searching.LowerLimit, searching.Renewal, searching.BestPeriod = LowerLimitFixed, RenewalRestart, BestPeriodFalling
	system.Ants, system.Colonies, system.Q0 = 200, 1, new(0.9)
	small := system
	small.Ants, small.Q0, small.Candidates = 5, new(0.0), 4
	for name, c := range map[string]struct {
		cities     int
		open, want Parameters
	}{
		"mmas":              {200, Parameters{Algorithm: AlgorithmMMAS, Alpha: 1, Beta: 2, Rho: 0.02, Seed: 1}, maxMin},
		"mmas, constructor": {200, MaxMin(), maxMin},
		"mmas, 3-opt":       {200, Published(AlgorithmMMAS, Search3Opt), searching},
		"acs":               {200, Parameters{Algorithm: AlgorithmACS, Alpha: 1, Beta: 3, Rho: 0.2, Seed: 1}, system},
		"acs, constructor":  {200, AntColonySystem(), system},
		"acs, five cities":  {5, AntColonySystem(), small},
	} {
		got := must.Get(outlined(t, c.cities, c.open))(t)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Each algorithm refuses, by name, what it does not have and what cannot be.
func TestParametersOfOtherAlgorithms(t *testing.T) {
	for _, c := range []struct {
		of     Parameters
		change func(*Parameters)
		says   string // "": it is accepted
	}{
		{AntSystem(), func(p *Parameters) { p.Algorithm = "aco" }, `algorithm "aco"`},
		{AntSystem(), func(p *Parameters) { p.Candidates = 20 }, "candidates"},
		{AntSystem(), func(p *Parameters) { p.Memory = MemoryMatrix }, "memory"},
		{AntSystem(), func(p *Parameters) { p.LowerLimit = LowerLimitCities }, "lower limit"},
		{AntColonySystem(), func(p *Parameters) { p.Renewal = RenewalNone }, "renewal"},
		{AntSystem(), func(p *Parameters) { p.BestPeriod = BestPeriodFixed }, "best period"},
		{AntSystem(), func(p *Parameters) { p.Q0 = new(0.9) }, "q0"},
		{AntSystem(), func(p *Parameters) { p.LocalRate = new(0.1) }, "local rate"},
		{AntSystem(), func(p *Parameters) { p.LocalUpdatePeriod = 1 }, "local update period"},
		{AntSystem(), func(p *Parameters) { p.Synchronous = true }, "synchronous"},
		{AntSystem(), func(p *Parameters) { p.LocalSearch = Search2Opt }, "local search"},
		{AntSystem(), func(p *Parameters) { p.LocalSearchAnts = LocalSearchAllAnts }, "local search ants"},
		{AntSystem(), func(p *Parameters) { p.Neighbours = 20 }, "neighbours"},
		{AntSystem(), func(p *Parameters) { p.Colonies = 2 }, "several colonies or devices"},
		{AntSystem(), func(p *Parameters) { p.ExchangeEvery = 2 }, "exchange every"},
		{AntSystem(), func(p *Parameters) { p.Topology = TopologyRing }, "topology"},
		{AntSystem(), func(p *Parameters) { p.Colonies, p.LocalSearch, p.Topology = 1, SearchNone, TopologyNone }, ""},
		{MaxMin(), func(p *Parameters) { p.Selection = SelectScan }, "selection"},
		{MaxMin(), func(p *Parameters) { p.Trials = 1 }, "trials"},
		{MaxMin(), func(p *Parameters) { p.Rest = 1 }, "rest"},
		{MaxMin(), func(p *Parameters) { p.Tile = 1 }, "tile"},
		{MaxMin(), func(p *Parameters) { p.Q0 = new(0.5) }, "q0"},
		{MaxMin(), func(p *Parameters) { p.Candidates = -1 }, "Candidates -1"},
		{MaxMin(), func(p *Parameters) { p.Candidates = MaxCandidates + 1 }, "Candidates 33"},
		{MaxMin(), func(p *Parameters) { p.Memory = MemorySelective }, "Memory"},
		{MaxMin(), func(p *Parameters) { p.Memory = MemoryCandidates }, ""},
		{MaxMin(), func(p *Parameters) { p.LowerLimit = "n" }, `LowerLimit "n"`},
		{MaxMin(), func(p *Parameters) { p.Renewal = "often" }, `Renewal "often"`},
		{MaxMin(), func(p *Parameters) { p.BestPeriod = "5" }, `BestPeriod "5"`},
		{MaxMin(), func(p *Parameters) { p.LowerLimit, p.Renewal = LowerLimitCandidates, RenewalNone }, ""},
		{MaxMin(), func(p *Parameters) { p.Colonies = -1 }, "Colonies -1"},
		{MaxMin(), func(p *Parameters) { p.Colonies = math.MaxInt }, "Colonies"},
		{MaxMin(), func(p *Parameters) { p.Colonies = 3 }, ""},
		{MaxMin(), func(p *Parameters) { p.ExchangeEvery = -1 }, "Exchange.Every -1"},
		{MaxMin(), func(p *Parameters) { p.Topology = "star" }, `Exchange.Topology "star"`},
		{MaxMin(), func(p *Parameters) { p.Synchronous = true }, "synchronous"},
		{AntColonySystem(), func(p *Parameters) { p.Memory = MemoryCandidates }, "Memory"},
		{AntColonySystem(), func(p *Parameters) { p.Memory = MemorySelective }, ""},
		{AntColonySystem(), func(p *Parameters) { p.Q0 = new(1.1) }, "Q0 1.1"},
		{AntColonySystem(), func(p *Parameters) { p.Q0 = new(math.NaN()) }, "Q0 NaN"},
		{AntColonySystem(), func(p *Parameters) { p.LocalRate = new(-0.1) }, "LocalRate -0.1"},
		{AntColonySystem(), func(p *Parameters) { p.LocalRate = new(math.NaN()) }, "LocalRate NaN"},
		{AntColonySystem(), func(p *Parameters) { p.Q0, p.LocalRate = new(0.0), new(0.0) }, ""},
		{AntColonySystem(), func(p *Parameters) { p.LocalUpdatePeriod = MaxLocalUpdatePeriod + 1 },
			"LocalUpdatePeriod 17"},
		{AntColonySystem(), func(p *Parameters) { p.LocalUpdatePeriod = -1 }, "LocalUpdatePeriod -1"},
		{AntColonySystem(), func(p *Parameters) { p.Synchronous, p.LocalUpdatePeriod = true, MaxLocalUpdatePeriod },
			""},
	} {
		parameters := c.of
		c.change(&parameters)
		_, err := outlined(t, 100, parameters)
		var refused *option.Error
		if (err == nil) != (c.says == "") || err != nil && (!errors.As(err, &refused) ||
			!strings.HasPrefix(err.Error(), c.says)) {
			t.Errorf("%+v: %v, want %q", parameters, err, c.says)
		}
	}
}

// Tours depend on timing where ants read what others write.
func TestRacy(t *testing.T) {
	synchronous, alone := AntColonySystem(), AntColonySystem()
	synchronous.Synchronous, alone.Ants = true, 1
	for _, c := range []struct {
		parameters Parameters
		racy       bool
	}{{AntSystem(), false}, {MaxMin(), false}, {AntColonySystem(), true}, {synchronous, false}, {alone, false}} {
		if got := c.parameters.Racy(); got != c.racy {
			t.Errorf("%+v: racy %v", c.parameters, got)
		}
	}
}
