package model

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The weights are those of ACOTSP 1.03.
func TestRuleWeights(t *testing.T) {
	for rule, want := range map[Rule][]uint32{
		RuleElitist: {1, 1, 1, 1, 1, 1, 1, 30}, RuleRank: {5, 4, 3, 2, 1, 0, 0, 6},
		RuleBestWorst: {0, 0, 0, 0, 0, 0, 0, 1},
	} {
		parameters := AntSystemWith(rule)
		parameters.Ants = 7
		p := must.Get(New(t.Context(), tsptest.Generate(t, "uniform", 30, 1), parameters))(t)
		if got := p.RuleWeights(); !slices.Equal(got, want) {
			t.Errorf("%s: weights %v, want %v", rule, got, want)
		}
	}
}

// With each rule the largest trail stays below 2³² if all tours deposit the most on one edge.
func TestRulesDoNotOverflow(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 20, 1)
	rapid.Check(t, func(t *rapid.T) {
		parameters := AntSystemWith(rapid.SampledFrom(Rules).Draw(t, "rule"))
		parameters.Ants = rapid.IntRange(1, 3000).Draw(t, "ants")
		parameters.Rho = rapid.SampledFrom([]float64{0.01, 0.1, 0.5, 1}).Draw(t, "rho")
		p := must.Get(New(t.Context(), instance, parameters))(t)
		sum := max(1, math.MaxUint32*uint64(p.Trail.Keep)>>32)
		for _, weight := range p.RuleWeights() {
			sum += uint64(weight) * uint64(p.Trail.Amount(1))
		}
		if sum > math.MaxUint32 {
			t.Fatalf("a trail reaches %d", sum)
		}
		if p.Trail.Initial < 1 {
			t.Fatal("the initial trail is 0")
		}
	})
}
