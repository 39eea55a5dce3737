package model

import (
	"errors"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

func TestParametersThatCannotBeUsed(t *testing.T) {
	square := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 0, 1, 1}, Y: []float64{0, 1, 1, 0}}
	for name, change := range map[string]func(*Parameters){
		"ants":          func(p *Parameters) { p.Ants = -1 },
		"too many ants": func(p *Parameters) { p.Ants = maxAnts + 1 },
		"alpha":         func(p *Parameters) { p.Alpha = -0.3 },
		"alpha NaN":     func(p *Parameters) { p.Alpha = math.NaN() },
		"beta":          func(p *Parameters) { p.Beta = -1 },
		"beta too high": func(p *Parameters) { p.Beta = MaxExponent + 0.001 },
		"rho 0":         func(p *Parameters) { p.Rho = 0 },
		"rho NaN":       func(p *Parameters) { p.Rho = math.NaN() },
	} {
		parameters := AntSystem()
		change(&parameters)
		var refused *option.Error
		if _, err := New(t.Context(), square, parameters); !errors.As(err, &refused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, algorithm := range []Algorithm{AlgorithmMMAS, AlgorithmACS} { // one tour is reinforced, so ants share no units
		parameters := Published(algorithm, SearchNone)
		parameters.Ants = maxAnts
		if _, err := New(t.Context(), square, parameters); err != nil {
			t.Errorf("%s with as many ants as there can be: %v", algorithm, err)
		}
	}
	p := must.Get(New(t.Context(), square, AntSystem()))(t)
	if p.Ants != 4 || p.AlphaExponent != ExponentOne || p.StartLength != 4 {
		t.Errorf("a square gave %+v", p)
	}
}

func TestTooFewCities(t *testing.T) {
	if _, err := New(t.Context(),
		&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 1}, Y: []float64{0, 1}},
		AntSystem()); err == nil {
		t.Error("two cities were accepted")
	}
}

func TestDistanceTooLarge(t *testing.T) {
	p, err := New(t.Context(), &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 3e9, 0},
		Y: []float64{0, 0, 1}}, AntSystem())
	if err != nil {
		t.Fatal(err)
	}
	matrix := make([]uint32, 9)
	var refused *option.Error
	if err := p.Rows(t.Context(), 0, 3,
		Matrices{Distances: matrix, Heuristic: make([]uint32, 9)}); !errors.As(err, &refused) {
		t.Errorf("a distance of 3·10⁹: %v", err)
	}
}
