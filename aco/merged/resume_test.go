package merged

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// runKinds returns options for each kind of run.
func runKinds(t *testing.T, instance *tsp.Instance) map[string]Options {
	t.Helper()
	first := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: parameters(1), Rules: engine.Rules{Iterations: 100}})
	population := Options{Parameters: populationParameters(3), Rules: engine.Rules{Iterations: 400}}
	meeting := mustSolve(t, instance, []*pipeline.Device{nil}, population).Schedule
	meeting.Meetings = 1
	stalled := Options{Parameters: parameters(3), Rules: engine.Rules{Iterations: 400, Stall: 60}}
	return map[string]Options{
		"colonies":   {Parameters: parameters(3), Rules: engine.Rules{Iterations: 400}},
		"population": population,
		"meetings":   {Parameters: populationParameters(3), Schedule: &meeting},
		"one colony": {Parameters: parameters(1), Rules: engine.Rules{Iterations: 300}},
		"first tour": {Parameters: parameters(1), Rules: engine.Rules{Iterations: 200}, InitialTour: first.Tour},
		"repeated":   {Parameters: parameters(1), Schedule: &first.Schedule},
		"long tour":  {Parameters: populationParameters(3), Rules: engine.Rules{Iterations: 200}, InitialTour: longTour(t, instance)},
		"stalled":    stalled,
		"target":     {Parameters: parameters(2), Rules: engine.Rules{Target: first.Length}},
	}
}

// longTour returns a tour that is longer than the greedy tour, and shorter than a tour with noise.
func longTour(t *testing.T, instance *tsp.Instance) tsp.Tour {
	t.Helper()
	m := must.Get(model.New(t.Context(), instance, populationParameters(3)))(t)
	for i := range m.StartTour {
		tour := slices.Clone(m.StartTour)
		tour[i], tour[(i+1)%len(tour)] = tour[(i+1)%len(tour)], tour[i]
		longest := max(m.LengthOf(m.NoisyTours[0]), m.LengthOf(m.NoisyTours[1]))
		if length := m.LengthOf(tour); length > m.StartLength && length < longest {
			return m.ToCaller(tour)
		}
	}
	t.Fatal("no such tour")
	return nil
}

// checkpointAt makes a run that writes checkpoints as often as possible. It returns a copy of the
// first checkpoint after a number of iterations.
func checkpointAt(t *testing.T, instance *tsp.Instance, o Options, devices []*pipeline.Device, iterations int) (file string, result *Result) {
	t.Helper()
	written := filepath.Join(t.TempDir(), "written")
	file = filepath.Join(t.TempDir(), "copy")
	o.Checkpoint = engine.Checkpoint{File: written, Every: time.Nanosecond}
	copied := false
	result, err := Solve(t.Context(), instance, devices, o, func(p engine.Progress) {
		if p.Iteration < iterations || copied {
			return
		}
		copied = true
		if text, err := os.ReadFile(written); err != nil || os.WriteFile(file, text, 0o600) != nil {
			t.Error("copying a checkpoint:", err)
		}
	})
	if err != nil || result.Failure != nil || result.CheckpointErr != nil {
		t.Fatal(err, result)
	}
	return file, result
}

// mustResume resumes a run from a checkpoint, with changed options.
func mustResume(t *testing.T, instance *tsp.Instance, file string, device *pipeline.Device, change func(*Options)) *Result {
	t.Helper()
	return mustResumeOn(t, instance, file, []*pipeline.Device{device}, change)
}

// mustResumeOn is like mustResume, on several devices.
func mustResumeOn(t *testing.T, instance *tsp.Instance, file string, devices []*pipeline.Device, change func(*Options)) *Result {
	t.Helper()
	f := must.Get(checkpoint.Open(file))(t)
	defer f.Close()
	o := must.Get(Resume(f))(t)
	if change != nil {
		change(&o)
	}
	return mustSolve(t, instance, devices, o)
}

// A resumed run ends like one without interruption, on any devices. Writing checkpoints does not
// change a run.
func TestResumedRunsEndAsUninterruptedOnes(t *testing.T) {
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "clustered", 250, 3)
	for name, o := range runKinds(t, instance) {
		t.Run(name, func(t *testing.T) {
			want := mustSolve(t, instance, []*pipeline.Device{nil}, o)
			devices := [][2]*pipeline.Device{{nil, nil}} // before and after the interruption
			if name == "population" {
				devices = append(devices, testkind.First(1, [][2]*pipeline.Device{{nil, device}, {device, nil}})...)
			}
			for i, pair := range devices {
				file, whole := checkpointAt(t, instance, o, pair[:1], 20+want.Iterations*i/3)
				checkEqual(t, "with checkpoints", whole, want)
				again := mustResume(t, instance, file, pair[1], nil)
				checkEqual(t, "resumed", again, want)
				checkEqual(t, "resumed a second time", mustResume(t, instance, file, nil, nil), want)
				if again.Stop != want.Stop || again.FirstLength != want.FirstLength || len(again.Resumed) != 1 {
					t.Errorf("stopped by %q, want %q; first length %d, want %d; resumed after %v", again.Stop, want.Stop, again.FirstLength, want.FirstLength, again.Resumed)
				}
			}
		})
	}
}

// A checkpoint has the counts of complete iterations alone. Of the next iteration some ants have run,
// because a submission takes few of them.
func TestCheckpointsBetweenAnts(t *testing.T) {
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 300, 3)
	o := groupOptions(30)
	want := mustSolve(t, instance, []*pipeline.Device{nil}, o)
	o.MaxSubmit = time.Nanosecond
	for at := 1; at < 6; at++ {
		file, whole := checkpointAt(t, instance, o, []*pipeline.Device{device}, at)
		checkEqual(t, "with checkpoints", whole, want)
		checkEqual(t, fmt.Sprintf("resumed after %d iterations or more", at), mustResume(t, instance, file, nil, nil), want)
	}
}

// An interrupted run can be resumed at any iteration, also within a step, and repeatedly. Resuming
// a finished run returns its tour.
func TestInterruptedRunsAreResumed(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 200, 3)
	for name, p := range map[string]model.Parameters{"colonies": parameters(2), "population": populationParameters(3)} {
		o := Options{Parameters: p, Rules: engine.Rules{Iterations: 400}}
		want := mustSolve(t, instance, []*pipeline.Device{nil}, o)
		file := filepath.Join(t.TempDir(), "file")
		for at := 1; ; at += 90 {
			ctx, cancel := context.WithCancel(t.Context())
			o.Checkpoint.File = file
			result, err := Solve(ctx, instance, []*pipeline.Device{nil}, o, func(p engine.Progress) {
				if p.Iteration >= at {
					cancel()
				}
			})
			cancel()
			if err != nil || result.CheckpointErr != nil {
				t.Fatal(err, result)
			}
			f := must.Get(checkpoint.Open(file))(t)
			defer f.Close()
			if result.Stop == engine.StopIterations {
				checkEqual(t, name, result, want)
				break
			}
			if result.Stop != engine.StopInterrupted || f.Header.Iteration != at {
				t.Fatalf("%s: stopped by %q, checkpoint of iteration %d, want %d", name, result.Stop, f.Header.Iteration, at)
			}
			if o, err = Resume(f); err != nil {
				t.Fatal(err)
			}
		}
		checkEqual(t, name+", at the end", mustResume(t, instance, file, nil, nil), want)
	}
}

// The first checkpoint is written before the first iteration. A run that is resumed from it equals
// a new run.
func TestResumedBeforeTheFirstIteration(t *testing.T) {
	instance, folder := tsptest.Generate(t, "uniform", 100, 3), t.TempDir()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	o := Options{
		Parameters: parameters(2), Rules: engine.Rules{Iterations: 50},
		Options: engine.Options{Checkpoint: engine.Checkpoint{File: filepath.Join(folder, "first")}},
	}
	if _, err := Solve(ended, instance, []*pipeline.Device{nil}, o, nil); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(folder, "other")
	again := mustResume(t, instance, o.Checkpoint.File, nil, func(o *Options) {
		o.Checkpoint.File = filepath.Join(folder, "not", "there")
		if _, err := Solve(t.Context(), instance, []*pipeline.Device{nil}, *o, nil); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("checkpoint in a missing folder: %v", err)
		}
		o.Checkpoint.File = other
	})
	o.Checkpoint.File = ""
	checkEqual(t, "from the first checkpoint", again, mustSolve(t, instance, []*pipeline.Device{nil}, o))
	checkEqual(t, "at the end", mustResume(t, instance, other, nil, nil), again)
}

// A run with a time limit can be resumed, also with another limit, which counts the time before. Its
// schedule has the steps of both parts. In the bubble a batch of iterations takes 5 ms.
func TestResumedRunsByTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const batch = 5 * time.Millisecond
		instance, file := tsptest.Generate(t, "uniform", 200, 3), filepath.Join(t.TempDir(), "file")
		o := Options{Parameters: parameters(2), Rules: engine.Rules{TimeLimit: time.Hour}}
		o.Checkpoint.File = file
		ctx, cancel := context.WithCancel(t.Context())
		short, err := Solve(ctx, instance, []*pipeline.Device{nil}, o, func(p engine.Progress) {
			if time.Sleep(batch); p.Iteration >= 30 {
				cancel()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for name, more := range map[string]time.Duration{"soon": 200 * time.Millisecond, "later": time.Second} {
			f := must.Get(checkpoint.Open(file))(t)
			resumed := must.Get(Resume(f))(t)
			began := time.Now()
			resumed.TimeLimit = f.Header.Elapsed + more
			result, err := Solve(t.Context(), instance, []*pipeline.Device{nil}, resumed, func(engine.Progress) { time.Sleep(batch) })
			if err != nil || f.Close() != nil {
				t.Fatal(err)
			}
			took := time.Since(began)
			if took < more-4*batch || took > more+4*batch || result.Wall != f.Header.Elapsed+took || result.Stop != engine.StopTimeLimit {
				t.Errorf("%s limit: stopped by %q after %v of %v, %v in all", name, result.Stop, took, more, result.Wall)
			}
			if result.Iterations < 30 || result.Length > short.FirstLength*95/100 {
				t.Errorf("%s limit: %d iterations, length %d of %d", name, result.Iterations, result.Length, result.FirstLength)
			}
			again := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &result.Schedule})
			checkEqual(t, name, again, result)
		}
	})
}

// If a run that ended at its time limit is resumed with the same limit, its tour does not become
// longer. The recombination may continue to its end.
func TestResumedRunsPastTheirLimit(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 200, 3)
	o := Options{
		Parameters: parameters(2), Rules: engine.Rules{TimeLimit: time.Second},
		Options: engine.Options{Checkpoint: engine.Checkpoint{File: filepath.Join(t.TempDir(), "file")}},
	}
	want := mustSolve(t, instance, []*pipeline.Device{nil}, o)
	again := mustResume(t, instance, o.Checkpoint.File, nil, nil)
	if again.Iterations != want.Iterations || again.Length > want.Length || again.Stop != engine.StopTimeLimit {
		t.Errorf("%d iterations, length %d, stopped by %q; before %d and %d", again.Iterations, again.Length, again.Stop, want.Iterations, want.Length)
	}
}

// A new plan begins with an exchange, unless there was one after the last iteration.
func TestReplanExchangesOnce(t *testing.T) {
	m := &model.Model{Cities: 20, Ants: 2, Colonies: 2}
	for exchangedAt, due := range map[int]bool{4: true, 5: false} {
		r := &run{model: m, plan: newPlan(m, Options{}), recombinedAt: exchangedAt}
		state := &engine.State[model.Settings]{Iterations: 5, Steps: []engineStep{{Iterations: 5}}}
		r.replan(state)
		if state.ExchangeDue != due || state.Steps[0].Exchange != due {
			t.Errorf("exchanged after %d of 5 iterations: due %v, step %+v", exchangedAt, state.ExchangeDue, state.Steps[0])
		}
	}
}

// A repeated run that is interrupted during an exchange is resumed with the result of the exchange.
func TestReplaysResumeAfterAnExchange(t *testing.T) {
	instance, p := tsptest.Generate(t, "clustered", 250, 3), populationParameters(4)
	m := must.Get(model.New(t.Context(), instance, p))(t)
	cold := Step{Iterations: 8, Settings: model.Settings{Kick: 20, Scales: 2}, Exchange: true}
	cut := cold // so that the interrupt changes nothing
	cut.Cut = true
	schedule := scheduleOf(m, cut, cold)
	schedule.EdgeAssembly = true
	o := Options{Parameters: p, Schedule: schedule}
	made := mustSolve(t, instance, []*pipeline.Device{nil}, o)
	o.Checkpoint.File = filepath.Join(t.TempDir(), "file")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	interrupted, err := Solve(ctx, instance, []*pipeline.Device{nil}, o, func(p engine.Progress) {
		if p.Phase == engine.PhaseExchange {
			interrupt()
		}
	})
	if err != nil || interrupted.Stop != engine.StopInterrupted || interrupted.Iterations >= made.Iterations {
		t.Fatalf("%+v, %v", interrupted, err)
	}
	checkEqual(t, "resumed", mustResume(t, instance, o.Checkpoint.File, nil, nil), made)
}
