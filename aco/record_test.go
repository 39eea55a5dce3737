package aco

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/testkind"
)

// recordedMethods have one colony and several, and exchanges between them.
var recordedMethods = map[string]Method{
	"merged":     Merged{Colonies: 1, Ants: 40},
	"population": Merged{Colonies: 3, Ants: 40},
	"chained":    Chained{Colonies: 3},
	"mmas":       MMAS{Ants: 10, Colonies: 3, Exchange: Exchange{Every: new(4), Topology: TopologyRing}},
	"acs":        ACS{Ants: 10, Synchronous: true, Colonies: 2},
	"as":         AntSystem{Ants: 10},
}

// record solves an instance and returns its iterations, without times.
func record(t *testing.T, o Options, cities int) (list []Iteration, result *Result) {
	o.Record = func(i Iteration) {
		i.Elapsed = 0
		list = append(list, i)
	}
	return list, mustSolve(t, generated(t, cities), o)
}

// Every iteration is recorded, and a run that records its iterations has the same tour as one that
// does not. The best length of an iteration is the shortest one of the iterations before it.
func TestRecord(t *testing.T) {
	for name, method := range recordedMethods {
		o := Options{Method: method, Devices: onProcessor(t), Iterations: 24}
		list, result := record(t, o, 60)
		if plain := mustSolve(t, generated(t, 60), o); !slices.Equal(plain.Tour, result.Tour) {
			t.Errorf("%s: length %d, without a record %d", name, result.Length, plain.Length)
		}
		if len(list) != result.Iterations {
			t.Fatalf("%s: %d iterations, recorded %d", name, result.Iterations, len(list))
		}
		best, ants := result.FirstLength, list[0].Tours
		for i, now := range list {
			if now.Number != i+1 || now.Tours != int64(i+1)*ants || now.Best > best {
				t.Errorf("%s: %+v after a best length of %d", name, now, best)
			}
			if best = now.Best; name != "merged" && name != "population" && now.Length < best {
				t.Errorf("%s: %+v is shorter than the best", name, now)
			}
		}
		if result.Length > best {
			t.Errorf("%s: length %d, recorded %d", name, result.Length, best)
		}
		for i, now := range result.Trace {
			at := now.Iteration
			last := i == len(result.Trace)-1 || result.Trace[i+1].Iteration > at // of the iteration
			if at > 0 && at < len(list) && last && !now.Recombined && now.Length != list[at-1].Best {
				t.Errorf("%s: improvement %+v, recorded %+v", name, now, list[at-1])
			}
		}
	}
}

// A resumed run continues the record of the first one.
func TestRecordOfResumedRun(t *testing.T) {
	testkind.ComparesRuns(t)
	for name, method := range recordedMethods {
		file := t.TempDir() + "/run"
		o := Options{Method: method, Devices: onProcessor(t), Iterations: 16}
		whole, _ := record(t, o, 60)
		o.Iterations, o.Checkpoint = 7, file
		first, _ := record(t, o, 60)
		rest, _ := record(t, Options{Method: Resume{File: file}, Devices: o.Devices, Iterations: 16}, 60)
		if name == "merged" || name == "population" { // its schedule depends on the number of iterations
			first, rest, whole = nil, rest[:0], nil
		}
		if diff := cmp.Diff(whole, slices.Concat(first, rest)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A device has the record of the processor, however many iterations a submission has.
func TestRecordOnDevice(t *testing.T) {
	testkind.ComparesRuns(t)
	device, _ := openVulkan(t)
	for name, method := range recordedMethods {
		if name == "chained" { // on the processor alone
			continue
		}
		o := Options{Method: method, Devices: onProcessor(t), Iterations: 24}
		want, _ := record(t, o, 60)
		o.Devices = []*Device{device}
		for _, o.MaxSubmit = range []time.Duration{0, time.Microsecond} { // 1 µs: a submission for each stage
			got, _ := record(t, o, 60)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, submissions of %v: %s", name, o.MaxSubmit, diff)
			}
		}
	}
}

// The shortest tour of many colonies that have a target ends the record.
func TestRecordUntilTarget(t *testing.T) {
	testkind.ComparesRuns(t)
	for name, method := range recordedMethods {
		o := Options{Method: method, Devices: onProcessor(t), Iterations: 24}
		_, whole := record(t, o, 60)
		o.Target = whole.Length
		list, result := record(t, o, 60)
		if result.Iterations != len(list) {
			t.Errorf("%s: %d iterations, recorded %s", name, result.Iterations, fmt.Sprint(list))
		}
	}
}
