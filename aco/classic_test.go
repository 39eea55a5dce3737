package aco

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
)

// Every option of colonies becomes a parameter.
func TestColonyParameters(t *testing.T) {
	o := Options{
		Algorithm: ACS, Seed: new(uint64(7)), Ants: 11, Colonies: 3, Candidates: 13,
		Pheromone:   PheromoneOptions{Alpha: new(1.5), Beta: new(2.5), Rho: new(0.3), Memory: classicmodel.MemorySelective},
		LocalSearch: LocalSearchOptions{Kind: classicmodel.Search2Opt, Ants: classicmodel.LocalSearchBestAnt, Neighbours: 17},
		AntSystem:   AntSystemOptions{Selection: classicmodel.SelectTile, Trials: 5, Rest: 6, Tile: 8},
		ACS:         ACSOptions{Q0: new(0.7), LocalRate: new(0.2), LocalUpdatePeriod: 4, Synchronous: true},
		Exchange:    ExchangeOptions{Every: new(9), Topology: classicmodel.TopologyBest},
	}
	want := classicmodel.Parameters{
		Algorithm: ACS, Seed: 7, Ants: 11, Colonies: 3, Candidates: 13, Alpha: 1.5, Beta: 2.5, Rho: 0.3, Memory: classicmodel.MemorySelective,
		LocalSearch: classicmodel.Search2Opt, LocalSearchAnts: classicmodel.LocalSearchBestAnt, Neighbours: 17,
		Selection: classicmodel.SelectTile, Trials: 5, Rest: 6, Tile: 8, Q0: new(0.7), LocalRate: new(0.2), LocalUpdatePeriod: 4, Synchronous: true,
		ExchangeEvery: 9, Topology: classicmodel.TopologyBest,
	}
	if diff := cmp.Diff(want, o.colonyParameters(ACS, 100)); diff != "" {
		t.Errorf("parameters (-want +got):\n%s", diff)
	}
	o.Exchange.Every = new(int)
	if p := o.colonyParameters(ACS, 100); p.ExchangeEvery != 0 || p.Topology != classicmodel.TopologyNone {
		t.Errorf("without exchanges: every %d, topology %q", p.ExchangeEvery, p.Topology)
	}
}
