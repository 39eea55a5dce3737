package model

import (
	"errors"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// A local search has its neighbours chosen and bounded, by the instance too; without one there is
// nothing to choose.
func TestSearchParameters(t *testing.T) {
	instance := &tsp.Instance{Name: "any", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 50),
		Y: make([]float64, 50)}
	few := &tsp.Instance{Name: "few", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 4), Y: make([]float64, 4)}
	asymmetric := &tsp.Instance{Name: "asymmetric", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: make([]int32, 900)}
	for name, c := range map[string]struct {
		instance   *tsp.Instance
		search     LocalSearch
		ants       LocalSearchAnts
		neighbours int
		want       int // neighbours; 0 with a search: refused
	}{
		"none":                        {instance: instance},
		"default":                     {instance: instance, search: Search2Opt, want: 20},
		"given":                       {instance: instance, search: Search3Opt, neighbours: 7, want: 7},
		"of few cities":               {instance: few, search: Search3Opt, neighbours: 7, want: 3},
		"best alone":                  {instance: instance, search: SearchOrOpt, ants: LocalSearchBestAnt, want: 20},
		"asymmetric":                  {instance: asymmetric, search: Search3Opt, want: 20},
		"too many":                    {instance: instance, search: Search3Opt, neighbours: MaxNeighbours + 1},
		"less than none":              {instance: instance, search: Search3Opt, neighbours: -1},
		"unknown search":              {instance: instance, search: "4opt"},
		"unknown ants":                {instance: instance, search: Search3Opt, ants: "some"},
		"without a search":            {instance: instance, search: SearchNone, neighbours: 7},
		"asymmetric reversal":         {instance: asymmetric, search: Search2Opt},
		"asymmetric reversal as well": {instance: asymmetric, search: Search2OptOr},
	} {
		p, err := NewUnprepared(c.instance, Parameters{
			Algorithm: AlgorithmMMAS, Ants: 3, Rho: 0.5, Alpha: 1, Beta: 2, LocalSearch: c.search,
			LocalSearchAnts: c.ants, Neighbours: c.neighbours,
		})
		var refused *option.Error
		switch {
		case c.want == 0 && c.search != "":
			if !errors.As(err, &refused) {
				t.Errorf("%s: not refused: %v", name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case p.Neighbours != c.want || p.HasLocalSearch() != (c.want > 0):
			t.Errorf("%s: %d neighbours, searches: %v", name, p.Neighbours, p.HasLocalSearch())
		}
	}
}
