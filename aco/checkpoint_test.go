package aco

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// keptRuns are parameters of each algorithm, with each kind of memory.
func keptRuns() map[string]problem.Parameters {
	near, every := problem.AntSystem(), problem.AntSystem()
	every.Selection = problem.SelectScan
	maxMin, candidates := problem.MaxMin(), problem.Published(problem.AlgorithmMMAS, problem.Search3Opt)
	candidates.Memory = problem.MemoryCandidates
	system, selective := problem.AntColonySystem(), problem.AntColonySystem()
	system.Synchronous, selective.Synchronous, selective.Memory = true, true, problem.MemorySelective
	alone := problem.AntColonySystem()
	all := map[string]problem.Parameters{"near": near, "scan": every, "mmas": maxMin, "candidates": candidates, "acs": system, "selective": selective}
	for name, p := range all {
		p.Ants = 8
		all[name] = p
	}
	alone.Ants = 1
	all["one ant"] = alone
	colonies := all["candidates"]
	colonies.Colonies, colonies.Topology, colonies.ExchangeEvery = 3, problem.TopologyRing, 3
	all["colonies"] = colonies
	return all
}

// kept is what stands in the last checkpoint of a run, but for what a clock or a device has a part in, and the trace.
type keptRun struct {
	Iteration int
	State     []uint32
	Tours     []uint32
	Carried   map[string][]uint32 // without padding
	Trace     [][2]int64
	SHA256    string
}

// keep runs, with a checkpoint in a file, and returns what is in it at the end.
func keep(t *testing.T, instance *tsp.Instance, o Options, file string, devices ...*pipeline.Device) keptRun {
	t.Helper()
	o.Checkpoint.File = file
	result, err := SolveOn(t.Context(), instance, devices, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := checkpoint.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := problem.Outline(instance, result.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	all := func(name string, words uint64) []uint32 {
		section, err := f.Section(name, words*uint64(p.Colonies))
		if err != nil {
			t.Fatal(err)
		}
		words32, err := section.All()
		if err != nil {
			t.Fatal(err)
		}
		return words32
	}
	run := keptRun{
		Iteration: f.Header.Iteration, State: all("state", problem.StateWords), Tours: all("best_tour", uint64(p.Cities)),
		Carried: map[string][]uint32{}, SHA256: result.Tour.SHA256(instance.Symmetric()),
	}
	for _, b := range carried(p) {
		words := all(b.Name, b.Words)
		if b.Name == "pheromone" && p.Memory != problem.MemoryCandidates && p.Memory != problem.MemorySelective {
			for row := pitch(p.Cities); row <= len(words); row += pitch(p.Cities) {
				clear(words[row-pitch(p.Cities)+p.Cities : row])
			}
		}
		run.Carried[b.Name] = words
	}
	for _, i := range result.Trace {
		run.Trace = append(run.Trace, [2]int64{int64(i.Iteration), i.Length})
	}
	return run
}

// resumed opens a checkpoint and returns the options to go on with it.
func resumed(t *testing.T, file string) Options {
	t.Helper()
	f, err := checkpoint.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	o, err := Resume(f)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// A run that is gone on with ends as one that was not interrupted, in all that iterations carry over, whatever it runs on before and behind.
func TestResumedRunsEndAsUninterruptedOnes(t *testing.T) {
	device := vktest.Open(t)
	instance := uniform(t, 37)
	const stop, end = 5, 11
	for name, parameters := range keptRuns() {
		t.Run(name, func(t *testing.T) {
			o := Options{Parameters: parameters, Iterations: end}
			whole := keep(t, instance, o, filepath.Join(t.TempDir(), "whole"), nil)
			if whole.Iteration != end {
				t.Fatalf("%d iterations", whole.Iteration)
			}
			for _, devices := range [][2]*pipeline.Device{{nil, nil}, {device, device}, {nil, device}, {device, nil}} {
				file := filepath.Join(t.TempDir(), "file")
				o.Iterations = stop
				keep(t, instance, o, file, devices[0])
				further := resumed(t, file)
				further.Iterations = end
				if diff := cmp.Diff(whole, keep(t, instance, further, file, devices[1])); diff != "" {
					t.Errorf("on %v, then %v (-whole +resumed):\n%s", devices[0] != nil, devices[1] != nil, diff)
				}
			}
		})
	}
	_ = fmt.Sprint
}
