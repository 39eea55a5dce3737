package aco

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
)

// parametersOf returns the parameters of a method on an instance of 100 cities.
func parametersOf(t *testing.T, method Method) classicmodel.Parameters {
	t.Helper()
	r, err := newSolver(0).newRequest(t.Context(), generated(t, 100),
		Options{Method: method, Seed: new(uint64(7)), Devices: onProcessor(t)})
	if err != nil {
		t.Fatal(err)
	}
	return r.runner.(*classicRunner).options.Parameters
}

// Every option of a method is one of its parameters.
func TestClassicParameters(t *testing.T) {
	pheromone := Pheromone{Alpha: new(1.5), Beta: new(2.5), Rho: new(0.3)}
	search := LocalSearch{Kind: Search2Opt, Ants: SearchBestAnt, Neighbours: 17}
	exchange := Exchange{Every: new(9), Topology: TopologyBest}
	for _, c := range []struct {
		method Method
		want   classicmodel.Parameters
	}{
		{
			ACS{
				Ants: 11, Colonies: 3, Candidates: 13, Pheromone: pheromone, Memory: MemorySelective,
				LocalSearch: search, Exchange: exchange,
				Q0: new(0.7), LocalRate: new(0.2), LocalUpdatePeriod: 4, Synchronous: true,
			},
			classicmodel.Parameters{
				Algorithm: classicmodel.AlgorithmACS, Seed: 7, Ants: 11, Colonies: 3, Candidates: 13, Alpha: 1.5,
				Beta: 2.5, Rho: 0.3,
				Memory: classicmodel.MemorySelective, LocalSearch: classicmodel.Search2Opt,
				LocalSearchAnts: classicmodel.LocalSearchBestAnt, Neighbours: 17,
				Q0: new(0.7), LocalRate: new(0.2), LocalUpdatePeriod: 4, Synchronous: true, ExchangeEvery: 9,
				Topology: classicmodel.TopologyBest,
			},
		},
		{
			MMAS{Ants: 11, Colonies: 3, Candidates: 13, Pheromone: pheromone, Memory: MemoryCandidates,
				LowerLimit: LowerLimitCandidates, Renewal: RenewalNone, BestPeriod: BestPeriodFixed,
				LocalSearch: search, Exchange: exchange},
			classicmodel.Parameters{
				Algorithm: classicmodel.AlgorithmMMAS, Seed: 7, Ants: 11, Colonies: 3, Candidates: 13, Alpha: 1.5,
				Beta: 2.5, Rho: 0.3,
				Memory: classicmodel.MemoryCandidates, LocalSearch: classicmodel.Search2Opt,
				LowerLimit: classicmodel.LowerLimitCandidates, Renewal: classicmodel.RenewalNone,
				BestPeriod:      classicmodel.BestPeriodFixed,
				LocalSearchAnts: classicmodel.LocalSearchBestAnt, Neighbours: 17,
				ExchangeEvery: 9, Topology: classicmodel.TopologyBest,
			},
		},
		{
			AntSystem{Ants: 11, Pheromone: pheromone, Rule: RuleRank, Selection: SelectTile, Trials: 5, Rest: 6, Tile: 8},
			classicmodel.Parameters{
				Algorithm: classicmodel.AlgorithmAS, Seed: 7, Ants: 11, Alpha: 1.5, Beta: 2.5, Rho: 0.3,
				Rule: classicmodel.RuleRank, Selection: classicmodel.SelectTile, Trials: 5, Rest: 6, Tile: 8,
			},
		},
	} {
		if diff := cmp.Diff(c.want, parametersOf(t, c.method)); diff != "" {
			t.Errorf("%T (-want +got):\n%s", c.method, diff)
		}
	}
	if p := parametersOf(t, MMAS{Exchange: Exchange{Every: new(0)}}); p.ExchangeEvery != 0 ||
		p.Topology != classicmodel.TopologyNone {
		t.Errorf("exchange every 0 iterations: %d, topology %s", p.ExchangeEvery, p.Topology)
	}
}

// Recommended defaults are those of the automatic choice. Without a local search they keep only
// the memory.
func TestRecommendedDefaults(t *testing.T) {
	want := classicmodel.Recommended(100)
	want.Seed = 7
	if diff := cmp.Diff(want, parametersOf(t, MMAS{Defaults: Recommended})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	want = classicmodel.Published(classicmodel.AlgorithmMMAS, "")
	want.Seed, want.Memory = 7, classicmodel.MemoryCandidates
	if diff := cmp.Diff(want, parametersOf(t,
		MMAS{Defaults: Recommended, LocalSearch: LocalSearch{Kind: SearchNone}})); diff != "" {
		t.Errorf("without a local search (-want +got):\n%s", diff)
	}
	if p := parametersOf(t, ACS{Defaults: Recommended}); !p.Synchronous || p.Memory != classicmodel.MemorySelective {
		t.Errorf("recommended ACS: %+v", p)
	}
}
