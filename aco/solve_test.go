package aco

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// generated returns an instance in the plane.
func generated(t testing.TB, cities int) *tsp.Instance {
	t.Helper()
	instance, err := generate.Instance("uniform", cities, 1)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// asymmetric returns an instance whose distances depend on the direction.
func asymmetric(cities int) *tsp.Instance {
	instance := &tsp.Instance{Name: "asymmetric", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range instance.Weights {
		instance.Weights[i] = int32(1 + i*7919%1009)
	}
	return instance
}

// onProcessor returns the processor as a device.
func onProcessor(t testing.TB) []*Device {
	t.Helper()
	device, err := OpenDevice(DeviceCPU, DeviceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return []*Device{device}
}

// mustSolve solves on the processor and verifies the tour.
func mustSolve(t *testing.T, instance *tsp.Instance, options Options) *Result {
	t.Helper()
	if options.Devices == nil {
		options.Devices = onProcessor(t)
	}
	result, err := Solve(t.Context(), instance, options)
	if err != nil {
		t.Fatal(err)
	}
	if length, err := verify.Tour(instance, result.Tour); err != nil || length != result.Length {
		t.Fatalf("the tour's length is %d (%v), the result's %d", length, err, result.Length)
	}
	return result
}

// Options that are not set are chosen: the result is that of a run that sets the same ones by name.
func TestUnsetOptions(t *testing.T) {
	instance := generated(t, 60)
	chosen := mustSolve(t, instance, Options{Iterations: 4})
	if chosen.Algorithm != Merged || chosen.Seed != 1 || chosen.Stop != StopIterations || chosen.FirstTour != "greedy" {
		t.Errorf("algorithm %s, seed %d, stopped by %s, first tour %s", chosen.Algorithm, chosen.Seed, chosen.Stop, chosen.FirstTour)
	}
	p := chosen.Parameters.(MergedParameters)
	if p.Temperature == 0 || p.Colonies < 2 {
		t.Errorf("parameters %+v have no annealing, or one colony", p)
	}
	named := mustSolve(t, instance, Options{
		Algorithm: Merged, Iterations: 4, Seed: new(uint64(1)), Ants: p.Ants, Colonies: p.Colonies, Candidates: p.Candidates,
		Merged: MergedOptions{Temperature: &p.Temperature, Kick: p.Kick},
	})
	if !slices.Equal(named.Tour, chosen.Tour) {
		t.Error("named by hand, the same options make another tour")
	}
	if cold := mustSolve(t, instance, Options{Iterations: 1, Merged: MergedOptions{Temperature: new(0.0)}}); cold.Parameters.(MergedParameters).Temperature != 0 {
		t.Error("temperature 0 is taken for one that is not set")
	}
	if other := mustSolve(t, instance, Options{Iterations: 1, Seed: new(uint64(0))}); other.Seed != 0 {
		t.Errorf("seed 0 is taken for %d", other.Seed)
	}
}

// The default is the best algorithm for the instance and for the options that are set.
func TestAutomaticAlgorithm(t *testing.T) {
	heavy := asymmetric(12)
	heavy.Weights[1] = model.MaxDistance + 1
	for name, c := range map[string]struct {
		instance *tsp.Instance
		options  Options
		want     Algorithm
	}{
		"symmetric":             {generated(t, 8), Options{}, Merged},
		"small":                 {generated(t, 7), Options{}, MMAS},
		"asymmetric":            {asymmetric(12), Options{}, Merged},
		"small, asymmetric":     {asymmetric(7), Options{}, MMAS},
		"long distances":        {heavy, Options{}, MMAS},
		"option of all":         {generated(t, 8), Options{Ants: 3, Candidates: 5, Colonies: 2}, Merged},
		"option of others":      {generated(t, 8), Options{Pheromone: PheromoneOptions{Rho: new(0.1)}}, MMAS},
		"option of merged":      {asymmetric(12), Options{Merged: MergedOptions{Kick: 9}}, Merged},
		"local search":          {generated(t, 8), Options{LocalSearch: LocalSearchOptions{Kind: "none"}}, MMAS},
		"kernels of all others": {generated(t, 8), Options{Kernels: KernelConfig{AntData: "device"}}, MMAS},
		"large":                 {&tsp.Instance{Kind: tsp.ATSP, Metric: tsp.EUC2D, X: make([]float64, 200_001)}, Options{}, ACS},
		"named":                 {generated(t, 8), Options{Algorithm: AntSystem}, AntSystem},
	} {
		if got, err := c.options.chooseAlgorithm(c.instance); err != nil || got != c.want {
			t.Errorf("%s: algorithm %s (%v), want %s", name, got, err, c.want)
		}
	}
}

// What a run cannot have is refused, by the option's name.
func TestRefusedOptions(t *testing.T) {
	instance := generated(t, 20)
	for option, o := range map[string]Options{
		"Algorithm":           {Algorithm: "genetic"},
		"Devices":             {Devices: []*Device{}},
		"Preset":              {Preset: "dorigo1992"},
		"Ants":                {Ants: -1},
		"Iterations":          {Iterations: -1},
		"TimeLimit":           {TimeLimit: -time.Second},
		"MaxSubmit":           {MaxSubmit: 11 * time.Second},
		"CheckpointEvery":     {CheckpointEvery: time.Second},
		"InitialTour":         {InitialTour: tsp.Tour{0, 1, 2}},
		"AntSystem.Selection": {AntSystem: AntSystemOptions{Selection: "scan"}},
		"ACS.Synchronous":     {ACS: ACSOptions{Synchronous: true}},
		"Kernels.Dispatch":    {Kernels: KernelConfig{Dispatch: "one"}},
		"Pheromone.Alpha":     {Algorithm: Merged, Pheromone: PheromoneOptions{Alpha: new(1.0)}},
		"Pheromone.Beta":      {Preset: "zhou2017-ke-all", Pheromone: PheromoneOptions{Beta: new(1.0)}},
		"Merged.Kick":         {Algorithm: MMAS, Merged: MergedOptions{Kick: 5}},
		"Merged.Noise":        {Colonies: 1, Merged: MergedOptions{Noise: new(0.4)}},
		"Merged.Windows":      {Preset: "zhou2017-ke-all", Merged: MergedOptions{Windows: 2}},
		"Exchange.Topology":   {Exchange: ExchangeOptions{Every: new(0), Topology: "ring"}},
		"Seed":                {Resume: "run.checkpoint", Seed: new(uint64(1))},
		"Stall":               {Replay: &Replay{}, Stall: 5},
	} {
		if o.Devices == nil {
			o.Devices = onProcessor(t)
		}
		_, err := Solve(t.Context(), instance, o)
		var refused *OptionError
		if !errors.As(err, &refused) || refused.Option != option {
			t.Errorf("%s: error %v", option, err)
		}
	}
	var refused *tsp.Error
	if _, err := Solve(t.Context(), nil, Options{}); !errors.As(err, &refused) {
		t.Error("no instance is taken")
	}
	if _, err := Solve(t.Context(), &tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{1, 2, 3}}, Options{}); err == nil {
		t.Error("an instance with one axis is taken")
	}
}

// A cancelled context ends a run with the best tour so far, and without an error.
func TestCancelledContext(t *testing.T) {
	instance := generated(t, 60)
	for _, algorithm := range Algorithms {
		for _, before := range []bool{true, false} {
			ctx, cancel := context.WithCancel(t.Context())
			if before {
				cancel()
			}
			o := Options{Algorithm: algorithm, Ants: 8, TimeLimit: time.Minute, Devices: onProcessor(t), Progress: func(p Progress) {
				if p.Phase == PhaseSearch {
					cancel()
				}
			}}
			result, err := Solve(ctx, instance, o)
			cancel()
			if err != nil {
				t.Errorf("%s: %v", algorithm, err)
				continue
			}
			if length, err := verify.Tour(instance, result.Tour); err != nil || length != result.Length || result.Stop != StopInterrupted {
				t.Errorf("%s: length %d, verified %d (%v), stopped by %s", algorithm, result.Length, length, err, result.Stop)
			}
		}
	}
}

// Progress starts with the run's set-up and tells of better and better tours.
func TestProgress(t *testing.T) {
	var events []Progress
	o := Options{Algorithm: MMAS, Ants: 8, Iterations: 5, Reference: 1000, Progress: func(p Progress) { events = append(events, p) }}
	result := mustSolve(t, generated(t, 30), o)
	first, last := events[0], events[len(events)-1]
	if first.Phase != PhaseSetup || first.Algorithm != MMAS || len(first.Devices) != 1 {
		t.Errorf("the first event is %+v", first)
	}
	if last.Phase != PhaseFinish || last.Best != result.Length || last.Iteration != 5 {
		t.Errorf("the last event is %+v, and the length %d", last, result.Length)
	}
	if gap, ok := last.Gap(); !ok || gap != float64(result.Length-1000)/1000 {
		t.Errorf("gap %v, %t", gap, ok)
	}
	if gap, ok := result.Gap(); !ok || gap != float64(result.Length-1000)/1000 {
		t.Errorf("gap of the result %v, %t", gap, ok)
	}
}

// The best tour so far can be asked for while a run goes on.
func TestTourWhileTheRunGoesOn(t *testing.T) {
	instance := generated(t, 40)
	for _, algorithm := range Algorithms {
		seen := 0
		mustSolve(t, instance, Options{Algorithm: algorithm, Ants: 16, Iterations: 20, Progress: func(p Progress) {
			tour, length := p.Tour()
			if tour == nil {
				return
			}
			seen++
			if verified, err := verify.Tour(instance, tour); err != nil || verified != length {
				t.Errorf("%s: a tour of length %d is told as one of %d (%v)", algorithm, verified, length, err)
			}
		}})
		if seen == 0 {
			t.Errorf("%s: there was no tour", algorithm)
		}
	}
}

// A run that is resumed ends with the tour of one that was never interrupted.
func TestResume(t *testing.T) {
	instance := generated(t, 40)
	for _, o := range []Options{
		{Algorithm: Merged, Ants: 16, Colonies: 2, Stall: 1000, Iterations: 30},
		{Preset: "delevacq2013-ant-thread", Ants: 8, Iterations: 30},
	} {
		want := mustSolve(t, instance, o)
		o.Checkpoint = filepath.Join(t.TempDir(), "run.checkpoint")
		part := o
		part.Progress = nil
		ctx, cancel := context.WithCancel(t.Context())
		part.Devices = onProcessor(t)
		part.Progress = func(p Progress) {
			if p.Iteration >= 10 {
				cancel()
			}
		}
		if _, err := Solve(ctx, instance, part); err != nil {
			t.Fatal(err)
		}
		var refused *OptionError
		if _, err := Solve(t.Context(), instance, part); !errors.As(err, &refused) || refused.Option != "Checkpoint" {
			t.Errorf("a checkpoint is overwritten: %v", err)
		}
		got := mustSolve(t, instance, Options{Resume: o.Checkpoint, Checkpoint: o.Checkpoint})
		if !slices.Equal(got.Tour, want.Tour) || got.Iterations != 30 || len(got.Resumed) != 1 || got.Preset != o.Preset {
			t.Errorf("%s%s: resumed %v, iteration %d, preset %q, length %d, want %d", o.Algorithm, o.Preset, got.Resumed, got.Iterations, got.Preset, got.Length, want.Length)
		}
		var damaged *checkpoint.Error
		if _, err := Solve(t.Context(), generated(t, 41), Options{Resume: o.Checkpoint, Devices: onProcessor(t)}); !errors.As(err, &damaged) {
			t.Errorf("another instance: %v", err)
		}
	}
}

// A run that a clock ended can be repeated.
func TestReplay(t *testing.T) {
	instance := generated(t, 60)
	timed := mustSolve(t, instance, Options{TimeLimit: 300 * time.Millisecond, Ants: 16, Seed: new(uint64(7))})
	again := mustSolve(t, instance, Options{Replay: timed.Replay()})
	if !slices.Equal(again.Tour, timed.Tour) || again.Iterations != timed.Iterations || again.Seed != 7 {
		t.Errorf("%d iterations to length %d, and again %d to %d", timed.Iterations, timed.Length, again.Iterations, again.Length)
	}
	if r := mustSolve(t, instance, Options{Algorithm: MMAS, Ants: 4, Iterations: 1}).Replay(); r != nil {
		t.Error("MMAS has a schedule to replay")
	}
}

// A plan tells the memory of a run that is not made.
func TestPlan(t *testing.T) {
	plans, err := Plan(t.Context(), generated(t, 100), Options{Devices: onProcessor(t)})
	if err != nil || len(plans) != 1 || plans[0].HostBytes == 0 {
		t.Errorf("plans %v, %v", plans, err)
	}
}
