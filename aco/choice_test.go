package aco

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// On the processor the automatic choice of a run that ends by time is Chained.
func TestAutomaticMethodOnTheProcessor(t *testing.T) {
	heavy := generated(t, 12)
	heavy.X[0] += float64(model.MaxDistance) + 1
	second := Options{TimeLimit: time.Second}
	for name, c := range map[string]struct {
		instance *tsp.Instance
		options  Options
		want     Algorithm
	}{
		"no rule":        {generated(t, 12), Options{}, AlgorithmChained},
		"time limit":     {generated(t, 12), second, AlgorithmChained},
		"time, target":   {generated(t, 12), Options{TimeLimit: time.Second, Target: 5}, AlgorithmChained},
		"shared options": {generated(t, 12), Options{Method: Automatic{Colonies: 2, Candidates: 5}}, AlgorithmChained},
		"open path":      {generated(t, 20), Options{Path: &tsp.Ends{0, 5}}, AlgorithmChained},
		"target":         {generated(t, 12), Options{Target: 5}, AlgorithmMerged},
		"iterations":     {generated(t, 12), Options{TimeLimit: time.Second, Iterations: 2}, AlgorithmMerged},
		"stall":          {generated(t, 12), Options{TimeLimit: time.Second, Stall: 2}, AlgorithmMerged},
		"checkpoint":     {generated(t, 12), Options{Checkpoint: t.TempDir() + "/run"}, AlgorithmMerged},
		"ants":           {generated(t, 12), Options{Method: Automatic{Ants: 3}}, AlgorithmMerged},
		"any device":     {generated(t, 12), Options{Method: Automatic{AnyDevice: true}}, AlgorithmMerged},
		"named":          {generated(t, 12), Options{Method: Merged{}}, AlgorithmMerged},
		"asymmetric":     {asymmetric(12), second, AlgorithmChained},
		"small":          {generated(t, 7), Options{TimeLimit: time.Second, Iterations: 2}, AlgorithmMMAS},
		"compared":       {generated(t, 9), second, AlgorithmExhaustive},
		"compared path":  {generated(t, 9), Options{Path: &tsp.Ends{2, tsp.FreeEnd}}, AlgorithmExhaustive},
		"not compared":   {generated(t, 10), second, AlgorithmChained},
		"long distances": {heavy, second, AlgorithmMMAS},
	} {
		c.options.Devices = onProcessor(t)
		if got := chosen(t, c.instance, c.options); got != c.want {
			t.Errorf("%s: algorithm %s, want %s", name, got, c.want)
		}
	}
}

// chosen returns the algorithm of a run, without running it.
func chosen(t *testing.T, instance *tsp.Instance, options Options) Algorithm {
	t.Helper()
	r := must.Get(newSolver(0).newRequest(t.Context(), instance, options))(t)
	defer r.close()
	switch r.runner.(type) {
	case *chainedRunner:
		return AlgorithmChained
	case *mergedRunner:
		return AlgorithmMerged
	case exhaustiveRunner:
		return AlgorithmExhaustive
	}
	return AlgorithmMMAS
}
