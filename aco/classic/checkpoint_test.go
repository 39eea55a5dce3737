package classic

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// checkpointParameters returns parameters of each algorithm, with each pheromone memory.
func checkpointParameters() map[string]model.Parameters {
	near, scan := model.AntSystem(), model.AntSystem()
	scan.Selection = model.SelectScan
	maxMin, candidates := model.MaxMin(), model.Published(model.AlgorithmMMAS, model.Search2Opt)
	maxMin.Rho, maxMin.Beta = 0.2, 4
	candidates.Memory, candidates.LocalSearchAnts = model.MemoryCandidates, model.LocalSearchBestAnt
	candidates.LowerLimit, candidates.Renewal = model.LowerLimitCandidates, model.RenewalSmooth
	system, selective, alone := model.AntColonySystem(), model.AntColonySystem(), model.AntColonySystem()
	system.Synchronous, selective.Synchronous, selective.Memory = true, true, model.MemorySelective
	all := map[string]model.Parameters{
		"near": near, "scan": scan, "mmas": maxMin, "candidates": candidates, "acs": system, "selective": selective,
		"one ant": alone,
	}
	for _, rule := range model.Rules {
		all[string(rule)] = model.AntSystemWith(rule)
	}
	for name, p := range all {
		p.Ants = 6
		all[name] = p
	}
	alone.Ants = 1
	all["one ant"] = alone
	exchanging := all["mmas"]
	exchanging.Colonies, exchanging.Topology, exchanging.ExchangeEvery = 3, model.TopologyRing, 4
	all["exchanging"] = exchanging
	return all
}

// savedRun is the content of the last checkpoint of a run, without times and device data, and the
// trace.
type savedRun struct {
	Stop      engine.StopReason
	Iteration int
	State     []uint32
	Tours     []uint32
	Carried   map[string][]uint32 // without padding
	Trace     [][2]int64
	SHA256    string
	Ants      string // hash of what they found in all iterations
}

// runAndSave makes a run with a checkpoint and returns the content of the file at the end.
func runAndSave(t *testing.T, instance *tsp.Instance, o Options, file string, devices ...*pipeline.Device) savedRun {
	t.Helper()
	o.Checkpoint.File = file
	result := must.Get(Solve(t.Context(), instance, devices, o, nil))(t)
	if result.CheckpointErr != nil {
		t.Fatal(result.CheckpointErr)
	}
	return readCheckpoint(t, instance, file, result)
}

// readCheckpoint returns the content of the last checkpoint of a run.
func readCheckpoint(t *testing.T, instance *tsp.Instance, file string, result *Result) savedRun {
	t.Helper()
	f := must.Get(checkpoint.Open(file))(t)
	defer f.Close()
	p := must.Get(model.NewUnprepared(instance, result.Parameters))(t)
	all := func(name string, words uint64) []uint32 {
		section := must.Get(f.Section(name, words*uint64(p.Colonies)))(t)
		return must.Get(section.ReadAll())(t)
	}
	run := savedRun{
		Stop: result.Stop, Iteration: f.Header.Iteration, State: all("state", model.StateWords),
		Tours:   all("best_tour", uint64(p.Cities)),
		Carried: map[string][]uint32{}, SHA256: result.Tour.SHA256(instance.Symmetric()), Ants: result.AntsSHA256,
	}
	for _, b := range carriedBuffers(p) {
		words, width := all(b.Name, b.Words), Pitch(p.Cities)
		if b.Words == uint64(p.Cities*width) {
			for row := 0; row < len(words); row += width {
				clear(words[row+p.Cities : row+width])
			}
		}
		run.Carried[b.Name] = words
	}
	for _, i := range result.Trace {
		run.Trace = append(run.Trace, [2]int64{int64(i.Iteration), i.Length})
	}
	return run
}

// resumeOptions opens a checkpoint and returns the options that resume it.
func resumeOptions(t *testing.T, file string) Options {
	t.Helper()
	f := must.Get(checkpoint.Open(file))(t)
	t.Cleanup(func() { f.Close() })
	return must.Get(Resume(f))(t)
}

// TestResumedRunsEqualUninterruptedRuns shows that a run that was resumed twice ends with the
// state of an uninterrupted run, also when it changes devices.
func TestResumedRunsEqualUninterruptedRuns(t *testing.T) {
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 37, 1)
	const stop, again, end = 22, 24, 51 // every 25th iteration of MMAS has additional work
	runs := checkpointParameters()
	runs["one ant, a dispatch for each step"] = runs["one ant"]
	for name, parameters := range runs {
		if testing.Short() && name != "near" && name != "candidates" && name != "exchanging" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			o := Options{Parameters: parameters, Rules: engine.Rules{Iterations: end}}
			if strings.HasSuffix(name, "a dispatch for each step") {
				o.Kernel.Dispatch = DispatchOne
			}
			whole := runAndSave(t, instance, o, filepath.Join(t.TempDir(), "whole"), nil)
			for _, devices := range [][3]*pipeline.Device{{nil, device, nil}, {device, device, device}} {
				file := filepath.Join(t.TempDir(), "file")
				o.Iterations = stop
				runAndSave(t, instance, o, file, devices[0])
				further := resumeOptions(t, file)
				further.Iterations, further.Kernel = again, o.Kernel
				on := []*pipeline.Device{devices[1]}
				if parameters.Colonies > 1 {
					on = append(on, nil) // the last colony moves to the processor
				}
				runAndSave(t, instance, further, file, on...)
				last := resumeOptions(t, file)
				last.Iterations = end
				if diff := cmp.Diff(whole, runAndSave(t, instance, last, file, devices[2])); diff != "" {
					t.Errorf("from device %v to device %v (-whole +resumed):\n%s", devices[0] != nil,
						devices[2] != nil, diff)
				}
			}
		})
	}
}

// TestEndedRunsResume resumes runs whose colonies ended at different iterations by a rule. Without
// the rule they end like an uninterrupted run.
func TestEndedRunsResume(t *testing.T) {
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "uniform", 37, 1)
	apart := checkpointParameters()["mmas"]
	apart.Colonies, apart.Topology = 3, model.TopologyNone
	runs := checkpointParameters()
	delete(runs, "exchanging")
	if testing.Short() {
		runs = map[string]model.Parameters{"selective": runs["selective"]}
	}
	runs["apart"] = apart
	const end = 51
	for name, parameters := range runs {
		t.Run(name, func(t *testing.T) {
			whole := runAndSave(t, instance, Options{Parameters: parameters, Rules: engine.Rules{Iterations: end}},
				filepath.Join(t.TempDir(), "whole"), nil)
			for _, c := range []struct {
				rule          engine.StopReason
				o             Options
				before, after *pipeline.Device
			}{
				{engine.StopStall, Options{Rules: engine.Rules{Stall: 4}}, nil, device},
				{engine.StopTarget, Options{Rules: engine.Rules{Target: whole.Trace[len(whole.Trace)-1][1] + 1,
					Iterations: end}}, device, nil},
			} {
				file := filepath.Join(t.TempDir(), "file")
				c.o.Parameters = parameters
				part := runAndSave(t, instance, c.o, file, c.before)
				if part.Stop != c.rule || part.Iteration >= end {
					t.Fatalf("ended by %s at iteration %d, not by %s", part.Stop, part.Iteration, c.rule)
				}
				runAndSave(t, instance, resumeOptions(t, file), file, device) // it ends immediately
				further := resumeOptions(t, file)
				further.Stall, further.Target, further.Iterations = 0, 0, end
				got := runAndSave(t, instance, further, file, c.after)
				got.Trace = whole.Trace // its order depends on the order of batches
				if diff := cmp.Diff(whole, got); diff != "" {
					t.Errorf("%s (-whole +resumed):\n%s", c.rule, diff)
				}
			}
		})
	}
}
