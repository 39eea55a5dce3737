package aco

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"

	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// generated returns an instance in the plane.
func generated(t testing.TB, cities int) *tsp.Instance {
	t.Helper()
	return must.Get(generate.Instance("uniform", cities, 1))(t)
}

// asymmetric returns an instance whose distances depend on the direction.
func asymmetric(cities int) *tsp.Instance {
	instance := &tsp.Instance{Name: "asymmetric", Kind: tsp.ATSP, Metric: tsp.Explicit,
		Weights: make([]int32, cities*cities)}
	for i := range instance.Weights {
		instance.Weights[i] = int32(1 + i*7919%1009)
	}
	return instance
}

// onProcessor returns the processor as a device.
func onProcessor(t testing.TB) []*Device {
	t.Helper()
	device := must.Get(OpenDevice(DeviceCPU, DeviceOptions{}))(t)
	return []*Device{device}
}

// mustSolve solves on the processor and verifies the tour.
func mustSolve(t *testing.T, instance *tsp.Instance, options Options) *Result {
	t.Helper()
	if options.Devices == nil {
		options.Devices = onProcessor(t)
	}
	result := must.Get(Solve(t.Context(), instance, options))(t)
	if length, err := verifyTour(instance, result.Tour, options.Path); err != nil || length != result.Length {
		t.Fatalf("the tour's length is %d (%v), the result's %d", length, err, result.Length)
	}
	return result
}

// verifyTour returns the length of a tour or, if path is not nil, of an open path.
func verifyTour(in *tsp.Instance, tour tsp.Tour, path *tsp.Ends) (int64, error) {
	if path != nil {
		return verify.Path(in, tour, path[0], path[1])
	}
	return verify.Tour(in, tour)
}

// Options that are not set are chosen: the result is that of a run that sets the same ones by
// name.
func TestUnsetOptions(t *testing.T) {
	instance := generated(t, 60)
	chosen := mustSolve(t, instance, Options{Iterations: 4})
	if chosen.Algorithm != AlgorithmMerged || chosen.Seed != 1 || chosen.Stop != StopIterations ||
		chosen.FirstTour != "greedy" {
		t.Errorf("algorithm %s, seed %d, stopped by %s, first tour %s", chosen.Algorithm, chosen.Seed, chosen.Stop,
			chosen.FirstTour)
	}
	p := chosen.Method.(*MergedResult).Parameters
	if p.Temperature == 0 || p.Colonies < 2 {
		t.Errorf("parameters %+v have no annealing, or one colony", p)
	}
	named := mustSolve(t, instance, Options{
		Iterations: 4, Seed: new(uint64(1)),
		Method: &Merged{Ants: p.Ants, Colonies: p.Colonies, Candidates: p.Candidates, Temperature: &p.Temperature,
			Kick: p.Kick},
	})
	if !slices.Equal(named.Tour, chosen.Tour) {
		t.Error("named by hand, the same options make another tour")
	}
	cold := mustSolve(t, instance, Options{Iterations: 1, Method: Merged{Temperature: new(0.0), Noise: new(0.0)}})
	if p := cold.Method.(*MergedResult).Parameters; p.Temperature != 0 || p.Noise != 0 {
		t.Errorf("temperature 0 and noise 0 are taken for %v and %v", p.Temperature, p.Noise)
	}
	greedy := mustSolve(t, instance, Options{Iterations: 1,
		Method: ACS{Ants: 4, Q0: new(0.0), LocalRate: new(0.0), Exchange: Exchange{Every: new(0)}}})
	if p := greedy.Method.(*ClassicResult).Parameters; *p.Q0 != 0 || *p.LocalRate != 0 || p.Topology != TopologyNone {
		t.Errorf("q0 0, local rate 0 and no exchange are taken for %v, %v and %s", *p.Q0, *p.LocalRate, p.Topology)
	}
	if other := mustSolve(t, instance, Options{Iterations: 1, Seed: new(uint64(0))}); other.Seed != 0 {
		t.Errorf("seed 0 is taken for %d", other.Seed)
	}
}

// The automatic choice is the best method for the instance.
func TestAutomaticMethod(t *testing.T) {
	heavy := asymmetric(12)
	heavy.Weights[1] = model.MaxDistance + 1
	for name, c := range map[string]struct {
		instance *tsp.Instance
		method   Method
		want     Algorithm
	}{
		"symmetric":         {generated(t, 8), nil, AlgorithmMerged},
		"small":             {generated(t, 7), nil, AlgorithmMMAS},
		"asymmetric":        {asymmetric(12), nil, AlgorithmMerged},
		"small, asymmetric": {asymmetric(7), nil, AlgorithmMMAS},
		"long distances":    {heavy, nil, AlgorithmMMAS},
		"shared options":    {generated(t, 8), Automatic{Ants: 3, Candidates: 5, Colonies: 2}, AlgorithmMerged},
		"small, shared":     {generated(t, 7), Automatic{Ants: 3, Candidates: 5, Colonies: 2}, AlgorithmMMAS},
		"named":             {generated(t, 8), AntSystem{}, AlgorithmAntSystem},
	} {
		if got := mustSolve(t, c.instance, Options{Method: c.method, Iterations: 2}); got.Algorithm != c.want {
			t.Errorf("%s: algorithm %s, want %s", name, got.Algorithm, c.want)
		}
	}
	for cities, want := range map[int]Algorithm{200_000: AlgorithmMMAS, 200_001: AlgorithmACS} {
		if got := recommendedAlgorithm(cities); got != want {
			t.Errorf("%d cities: %s", cities, got)
		}
	}
}

// What a run cannot have is refused, by the option's name.
func TestRefusedOptions(t *testing.T) {
	instance := generated(t, 20)
	for option, o := range map[string]Options{
		"Method":            {Method: (*Merged)(nil)},
		"Devices":           {Devices: []*Device{}},
		"Preset":            {Method: Preset{Name: "dorigo1992"}},
		"Ants":              {Method: Automatic{Ants: -1}},
		"Candidates":        {Method: MMAS{Candidates: -1}},
		"Iterations":        {Iterations: -1},
		"TimeLimit":         {TimeLimit: -time.Second},
		"MaxSubmit":         {MaxSubmit: 11 * time.Second},
		"CheckpointEvery":   {CheckpointEvery: time.Second},
		"InitialTour":       {InitialTour: tsp.Tour{0, 1, 2}},
		"Noise":             {Method: Merged{Colonies: 1, Noise: new(0.4)}},
		"Exchange.Topology": {Method: ACS{Exchange: Exchange{Every: new(0), Topology: TopologyRing}}},
		"Resume":            {Method: Resume{}},
		"Seed":              {Method: Resume{File: "run.checkpoint"}, Seed: new(uint64(1))},
		"Stall":             {Method: &Replay{}, Stall: 5},
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
	if _, err := Solve(t.Context(),
		&tsp.Instance{Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{1, 2, 3}}, Options{}); err == nil {
		t.Error("an instance with one axis is taken")
	}
}

// smallMethods are all methods, with few ants.
var smallMethods = []Method{Merged{Ants: 8}, MMAS{Ants: 8}, ACS{Ants: 8}, AntSystem{Ants: 8}}

// A cancelled context ends a run with the best tour so far, and without an error.
func TestCancelledContext(t *testing.T) {
	instance := generated(t, 60)
	for _, method := range smallMethods {
		for _, before := range []bool{true, false} {
			ctx, cancel := context.WithCancel(t.Context())
			if before {
				cancel()
			}
			o := Options{Method: method, TimeLimit: time.Hour, Devices: onProcessor(t), Progress: func(p Progress) {
				if p.Phase == PhaseSearch {
					cancel()
				}
			}}
			result, err := Solve(ctx, instance, o)
			cancel()
			if err != nil {
				t.Errorf("%T: %v", method, err)
				continue
			}
			if length, err := verify.Tour(instance, result.Tour); err != nil || length != result.Length ||
				result.Stop != StopInterrupted {
				t.Errorf("%T: length %d, verified %d (%v), stopped by %s", method, result.Length, length, err,
					result.Stop)
			}
		}
	}
}

// Progress starts with the run's set-up and tells of better and better tours.
func TestProgress(t *testing.T) {
	var events []Progress
	o := Options{Method: MMAS{Ants: 8}, Iterations: 5, Reference: 1000,
		Progress: func(p Progress) { events = append(events, p) }}
	result := mustSolve(t, generated(t, 30), o)
	first, last := events[0], events[len(events)-1]
	if first.Phase != PhaseSetup || first.Algorithm != AlgorithmMMAS || len(first.Devices) != 1 {
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

// A run that is resumed ends with the tour of one that was never interrupted.
func TestResume(t *testing.T) {
	instance, fixed := generated(t, 40), withFixed(t, rand.New(rand.NewPCG(16, 15)), generated(t, 60), 2)
	otherFixed := *fixed
	otherFixed.Fixed = fixed.Fixed[1:]
	for _, c := range []struct {
		instance, other *tsp.Instance
		Options
	}{
		{instance, generated(t, 41), Options{Method: Merged{Ants: 16, Colonies: 2}, Stall: 1000, Iterations: 30}},
		{instance, generated(t, 41), Options{Method: Preset{Name: "delevacq2013-ant-thread", Ants: 8}, Iterations: 30}},
		{fixed, &otherFixed, Options{Method: MMAS{Ants: 8, LocalSearch: LocalSearch{Kind: Search2Opt}}, Iterations: 30}},
	} {
		instance, o := c.instance, c.Options
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
		got := mustSolve(t, instance, Options{Method: Resume{File: o.Checkpoint}, Checkpoint: o.Checkpoint})
		if !slices.Equal(got.Tour, want.Tour) || got.Iterations != 30 || len(got.Resumed) != 1 ||
			presetOf(got) != presetOf(want) {
			t.Errorf("%+v: resumed %v, iteration %d, preset %q, length %d, want %d", o.Method, got.Resumed,
				got.Iterations, presetOf(got), got.Length, want.Length)
		}
		var damaged *CheckpointError
		if _, err := Solve(t.Context(), c.other,
			Options{Method: Resume{File: o.Checkpoint}, Devices: onProcessor(t)}); !errors.As(err, &damaged) {
			t.Errorf("another instance: %v", err)
		}
	}
}

// A checkpoint that cannot be written is an error of this package, before the run and in its result.
func TestUnwrittenCheckpoint(t *testing.T) {
	o := Options{Checkpoint: filepath.Join(t.TempDir(), "missing", "file"), Iterations: 1, Devices: onProcessor(t)}
	for _, method := range []Method{Merged{}, Chained{}, MMAS{}} {
		o.Method = method
		var unsaved *CheckpointWriteError
		_, err := Solve(t.Context(), generated(t, 40), o)
		if !errors.As(err, &unsaved) || unsaved.Path != o.Checkpoint || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%T: error %v", method, err)
		}
	}
}

// A run of a preset that is another system in this version continues without the preset's name.
func TestResumeOfOtherPreset(t *testing.T) {
	const name = "delevacq2013-ant-thread"
	file := filepath.Join(t.TempDir(), "run.checkpoint")
	instance := generated(t, 40)
	mustSolve(t, instance, Options{Method: Preset{Name: name, Ants: 8}, Iterations: 5, Checkpoint: file})
	preset := &classic.Presets[slices.IndexFunc(classic.Presets, func(p classic.Preset) bool { return p.Name == name })]
	defer func(p classic.Preset) { *preset = p }(*preset)
	preset.Parameters.Rho /= 2
	got := mustSolve(t, instance, Options{Method: Resume{File: file}, Iterations: 10})
	if presetOf(got) != "" || got.Iterations != 10 {
		t.Errorf("resumed as preset %q, iteration %d", presetOf(got), got.Iterations)
	}
}

// presetOf returns the preset of a run, "" if there is none.
func presetOf(r *Result) string {
	if own, ok := r.Method.(*ClassicResult); ok {
		return own.Preset
	}
	return ""
}

// Package vkdevice chooses by the names that this package promises.
func TestNamesOfDevices(t *testing.T) {
	if DeviceAuto != vkdevice.Auto || DeviceVulkan != vkdevice.Vulkan || DeviceCPU != vkdevice.CPU {
		t.Error("the names differ")
	}
}

// A checkpoint that is not there is an error of the checkpoint.
func TestMissingCheckpoint(t *testing.T) {
	var refused *CheckpointError
	_, err := Solve(t.Context(), generated(t, 8), Options{Method: Resume{File: "none"}, Devices: onProcessor(t)})
	if !errors.As(err, &refused) || refused.Path != "none" || !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// A plan tells the memory of a run that is not made.
func TestPlan(t *testing.T) {
	plans, err := Plan(t.Context(), generated(t, 100), Options{Devices: onProcessor(t)})
	if err != nil || len(plans) != 1 || plans[0].HostBytes == 0 {
		t.Errorf("plans %v, %v", plans, err)
	}
}

// Errors of the packages below are typed: they carry the option and what would help.
func TestTypedErrors(t *testing.T) {
	instance := generated(t, 20)
	var parameter *ParameterError
	_, err := Solve(t.Context(), instance, Options{Method: MMAS{Candidates: 99}, Devices: onProcessor(t)})
	if !errors.As(err, &parameter) || parameter.Option != "Candidates" || err.Error() != "Candidates 99: use 1 to 32" {
		t.Errorf("candidates: %v", err)
	}
	matrix := asymmetric(12)
	search := LocalSearch{Kind: Search2Opt}
	_, err = Solve(t.Context(), matrix, Options{Method: MMAS{LocalSearch: search}, Devices: onProcessor(t)})
	if !errors.As(err, &parameter) || parameter.Option != "LocalSearch.Kind" || len(parameter.Remedies) != 2 {
		t.Errorf("local search: %v", err)
	}
	var tooLarge *TooLargeError
	_, err = Solve(t.Context(), instance, Options{Method: Merged{}, HostMemory: 1, Devices: onProcessor(t)})
	if !errors.As(err, &tooLarge) || tooLarge.Err == nil {
		t.Errorf("memory: %v", err)
	}
}
