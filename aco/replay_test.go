package aco

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
)

// The JSON of a replay repeats the run, with its seed.
func TestReplayJSON(t *testing.T) {
	instance := generated(t, 100)
	for name, o := range map[string]Options{
		"merged":            {Method: Merged{Colonies: 2}, Iterations: 20},
		"merged, ended":     {Method: Merged{Colonies: 1}}, // in its third iteration or later
		"chained":           {Method: Chained{Colonies: 3}, Iterations: 5},
		"chained, target":   {Method: Chained{Colonies: 3}, Target: 1},
		"chained, by time":  {Method: Chained{Colonies: 3}, TimeLimit: 200 * time.Millisecond},
		"chained, recombed": {Method: Chained{Colonies: 2}, Iterations: 12},
		"chained, path":     {Method: Chained{Colonies: 3, Candidates: 6}, Iterations: 4, Path: &tsp.Ends{3, tsp.FreeEnd}},
	} {
		o.Seed = new(uint64(1) << 63)
		if o.Devices = onProcessor(t); o.Target > 0 {
			short, err := Solve(t.Context(), instance, Options{Method: o.Method, Devices: o.Devices, Seed: o.Seed, Iterations: 2})
			if err != nil {
				t.Fatal(err)
			}
			o.Target = short.Length
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if o.Iterations == 0 && o.TimeLimit == 0 && o.Target == 0 {
			o.Progress = func(now Progress) {
				if now.Iteration >= 3 {
					cancel()
				}
			}
		}
		result := must.Get(Solve(ctx, instance, o))(t)
		if result.Replay() == nil {
			continue // a slow machine has made no iteration
		}
		text := must.Get(json.Marshal(result.Replay()))(t)
		read, err := ReadReplay(strings.NewReader(string(text)))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if diff := cmp.Diff(result.Replay(), read, cmp.AllowUnexported(Schedule{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		again, err := Solve(t.Context(), instance, Options{Method: read, Path: o.Path, Devices: onProcessor(t)})
		if err != nil || !slices.Equal(again.Tour, result.Tour) || again.Seed != result.Seed {
			t.Errorf("%s: length %d, of the JSON %v (%v)", name, result.Length, again, err)
		}
	}
}

func TestNoReplayOfClassicMethods(t *testing.T) {
	if r := mustSolve(t, generated(t, 60), Options{Method: MMAS{Ants: 4}, Iterations: 1}).Replay(); r != nil {
		t.Error("MMAS has a schedule to replay")
	}
}

func TestReadReplayRefuses(t *testing.T) {
	for text, reason := range map[string]string{
		`{"schema":1,"algorithm":"as"}`:      "algorithm",
		`{"schema":1,"algorithm":"merged"}`:  "no schedule",
		`{"schema":1,"algorithm":"chained"}`: "first iteration",
		`{"schema":2,"algorithm":"chained"}`: "schema",
		`{`:                                  "the JSON ends before it is complete",
		`{"schema":"1"}`:                     "schema is text, expected a whole number",
		`{"schema":1,"algorithm":"merged","schedule":{"steps":[{"iterations":"1"}]}}`:         "schedule.steps.iterations is text, expected",
		`{"schema":1,"algorithm":"merged","schedule":{"steps":[{"kick":-1}]}}`:                "schedule.steps.kick is -1, expected",
		`{"schema":1,"algorithm":"merged","schedule":{"steps":[]},"parameters":{"ants":1.5}}`: "parameters.ants is 1.5, expected a whole number",
		`{"schema":1,"algorithm":"chained","iterations":1,"parameters":{"colonies":[]}}`:      "parameters.colonies is a list, expected a whole number",
	} {
		_, err := ReadReplay(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: error %v", text, err)
		}
		if _, ok := errors.AsType[*ReplayError](err); ok != slices.Contains([]string{"algorithm", "first iteration", "no schedule"}, reason) {
			t.Errorf("%s: error of type %T", text, err)
		}
	}
}

// A run within a short limit has other candidates and moves, and so has its repetition.
func TestReplayOfShortLimit(t *testing.T) {
	instance := generated(t, 60)
	instance.Metric = tsp.Haversine
	for city := range instance.X {
		instance.X[city], instance.Y[city] = instance.X[city]/1e5, instance.Y[city]/1e5
	}
	tours := map[string]bool{}
	for _, own := range []ChainedParameters{{}, {Near: true}, {Near: true, Shallow: true}} {
		own.Colonies, own.Candidates, own.Seed = 1, 5, 1
		first := mustSolve(t, instance, Options{Method: Replay{Chained: &ChainedReplay{Parameters: own, Iterations: 1}}})
		text := must.Get(json.Marshal(first.Replay()))(t)
		read := must.Get(ReadReplay(strings.NewReader(string(text))))(t)
		if read.Chained.Parameters != own {
			t.Errorf("%+v: %+v", own, read.Chained.Parameters)
		}
		again := mustSolve(t, instance, Options{Method: read})
		tours[again.Tour.SHA256(true)] = true
		if again.Tour.SHA256(true) != first.Tour.SHA256(true) {
			t.Errorf("%+v: another tour", own)
		}
	}
	if len(tours) != 3 {
		t.Errorf("%d different tours", len(tours))
	}
}
