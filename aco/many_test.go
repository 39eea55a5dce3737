package aco

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// Many instances have the tours that each has alone, in their order. Those that cannot be solved have errors.
func TestSolveMany(t *testing.T) {
	s, err := NewSolver()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var instances []*tsp.Instance
	for cities := 10; cities < 40; cities++ {
		instances = append(instances, generated(t, cities))
	}
	options := Options{Method: Chained{Colonies: 1}, Iterations: 1}
	results, err := s.SolveMany(t.Context(), instances, options)
	if err != nil {
		t.Fatal(err)
	}
	for i, in := range instances {
		want, err := s.Solve(t.Context(), in, options)
		if err != nil || results[i].Tour.SHA256(true) != want.Tour.SHA256(true) {
			t.Errorf("instance %d: %v, error %v", i, results[i], err)
		}
	}
	if none, err := s.SolveMany(t.Context(), nil, options); err != nil || len(none) != 0 {
		t.Errorf("no instances: %v, error %v", none, err)
	}
	wrong, invalid := []*tsp.Instance{instances[0], {}, instances[2]}, (*tsp.Error)(nil)
	results, err = s.SolveMany(t.Context(), wrong, options)
	if !errors.As(err, &invalid) || !strings.HasPrefix(err.Error(), "instance 1: ") || strings.Contains(err.Error(), "\n") ||
		results[0] == nil || results[1] != nil || results[2] == nil {
		t.Errorf("%v, error %v", results, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if results, err := s.SolveMany(ended, instances, options); !errors.Is(err, context.Canceled) || results[0] != nil {
		t.Errorf("%v, error %v", results, err)
	}
	var none context.Context
	if _, err := s.SolveMany(none, instances, options); !isOption(err, "Context") {
		t.Errorf("error %v without a context", err)
	}
	for option, o := range map[string]Options{
		"Checkpoint": {Checkpoint: "file"}, "Method": {Method: Resume{File: "file"}},
	} {
		if _, err := s.SolveMany(t.Context(), instances, o); !isOption(err, option) {
			t.Errorf("%s: %v", option, err)
		}
	}
}
