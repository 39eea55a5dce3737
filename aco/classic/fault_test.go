package classic

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// fault is a fault of a device, and the parts of the message of the run.
type fault struct {
	vk.Fault
	want []string
}

// startFaults occur before the first iteration.
var startFaults = map[string]fault{
	"out of device memory": {vk.Fault{Call: "vkAllocateMemory", Result: vk.OutOfDeviceMemory},
		[]string{"create buffer", "OUT_OF_DEVICE_MEMORY", "another device"}},
	"out of host memory": {vk.Fault{Call: "vkAllocateMemory", Result: vk.OutOfHostMemory},
		[]string{"create buffer", "OUT_OF_HOST_MEMORY", "close other programs"}},
	"mapping fails": {vk.Fault{Call: "vkMapMemory", Result: vk.MemoryMapFailed}, []string{"create buffer",
		"MEMORY_MAP_FAILED"}},
	"no pipeline": {vk.Fault{Call: "vkCreateComputePipelines", Operation: "evaluate",
		Result: vk.InitializationFailed}, []string{`create pipeline "evaluate"`, "update it"}},
	"lost at an upload": {vk.Fault{Call: "vkQueueSubmit", Operation: "transfer", Result: vk.DeviceLost},
		[]string{"submit", "DEVICE_LOST"}},
	"hung at an upload": {vk.Fault{Call: "vkWaitForFences", Operation: "transfer", Result: vk.Timeout},
		[]string{"wait", "hangs"}},
}

// iterationFaults occur during an iteration.
var iterationFaults = map[string]fault{
	"lost at a submission": {vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`, After: 3, Result: vk.DeviceLost},
		[]string{"submit", "DEVICE_LOST", "open it again"}},
	"lost at a wait": {vk.Fault{Call: "vkWaitForFences", Operation: `"submission`, After: 3, Result: vk.DeviceLost},
		[]string{"wait", "DEVICE_LOST"}},
	"hung": {vk.Fault{Call: "vkWaitForFences", Operation: `"submission`, After: 3, Result: vk.Timeout},
		[]string{"wait", "hangs", "has not finished after"}},
	"out of memory": {vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`, After: 3, Result: vk.OutOfHostMemory},
		[]string{"submit", "OUT_OF_HOST_MEMORY"}},
	"a city twice": corrupted("best_tour readback", func(words []uint32) { words[0] = words[1] },
		"the returned tour is invalid"),
	"another tour": corrupted("best_tour readback", func(words []uint32) {
		for i := range words {
			words[i] = uint32(i)
		}
	}, "verified length"),
	"no city": corrupted("best_tour readback", func(words []uint32) { words[2] = 1 << 31 },
		"the returned tour is invalid"),
	"a shorter length": corrupted("state readback", func(words []uint32) { words[glsl.StateBestLength] = 1 },
		"but the lengths of its iterations give"),
	"a later iteration": corrupted("state readback",
		func(words []uint32) { words[glsl.StateIteration] += 1 << 30 }, "but a batch has at most"),
	"an earlier iteration": corrupted("state readback", func(words []uint32) { words[glsl.StateIteration] = 0 },
		"iteration"),
	"another rule": corrupted("state readback", func(words []uint32) { words[glsl.StateStop] = 1 }, "rule 1"),
	"an empty history": corrupted("history readback", func(words []uint32) { clear(words) },
		"but the lengths of its iterations give 0 "),
	"another best iteration": corrupted("state readback", func(words []uint32) { words[glsl.StateBestIteration]++ },
		"but the lengths of its iterations give"),
}

// corrupted is a fault: the host reads other words of a buffer than the device wrote.
func corrupted(buffer string, corrupt func([]uint32), want string) fault {
	return fault{vk.Fault{Operation: `"submission`, After: 2, Buffer: buffer, Corrupt: corrupt},
		[]string{want, pipeline.ErrWrongResult.Error()}}
}

// commonFaults are tested with every algorithm, the others only with MMAS.
var commonFaults = []string{"no pipeline", "lost at a wait", "another tour"}

const faultIterations = 100

// faultOptions returns options of an algorithm for a number of colonies, with many short
// submissions.
func faultOptions(algorithm model.Algorithm, colonies int) Options {
	o := Options{Rules: engine.Rules{Iterations: faultIterations}, Options: engine.Options{MaxSubmit: time.Millisecond}}
	switch algorithm {
	case model.AlgorithmAS:
		o.Parameters = model.AntSystem()
	case model.AlgorithmMMAS:
		o.Parameters = model.MaxMin()
		o.Parameters.Rho, o.Parameters.Beta = 0.2, 4 // improves early
	case model.AlgorithmACS:
		o.Parameters = model.AntColonySystem()
		o.Parameters.Synchronous = true
	}
	o.Parameters.Ants, o.Parameters.Colonies = 4, colonies
	if colonies > 1 {
		o.Parameters.Topology = model.TopologyNone // colonies are independent
	}
	return o
}

// checkMessages requires parts of a message.
func checkMessages(t *testing.T, err error, want []string) {
	t.Helper()
	for _, part := range want {
		if !strings.Contains(fmt.Sprint(err), part) {
			t.Errorf("%v: it does not say %q", err, part)
		}
	}
}

// checkResult verifies the length of the tour.
func checkResult(t *testing.T, instance *tsp.Instance, result *Result) {
	t.Helper()
	if length, err := verify.Tour(instance, result.Tour); err != nil || length != result.Length ||
		result.Trace[len(result.Trace)-1].Length != length {
		t.Errorf("length %d is %d, %v; %v", result.Length, length, err, result.Trace)
	}
}

// TestFaultOfOnlyDevice shows that a fault of the only device returns an error before the first
// iteration. Later it ends the run with the best verified tour.
func TestFaultOfOnlyDevice(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 40, 1)
	for _, algorithm := range model.Algorithms {
		tested := func(name string) bool {
			return algorithm == model.AlgorithmMMAS || slices.Contains(commonFaults, name)
		}
		for name, f := range startFaults {
			if !tested(name) {
				continue
			}
			t.Run(fmt.Sprint(algorithm, " ", name), func(t *testing.T) {
				result, err := Solve(t.Context(), instance, []*pipeline.Device{vktest.Open(t, f.Fault)}, faultOptions(algorithm, 1), nil)
				if result != nil {
					t.Errorf("a result: %+v", result)
				}
				checkMessages(t, err, f.want)
			})
		}
		for name, f := range iterationFaults {
			if !tested(name) {
				continue
			}
			t.Run(fmt.Sprint(algorithm, " ", name), func(t *testing.T) {
				result, err := Solve(t.Context(), instance, []*pipeline.Device{vktest.Open(t, f.Fault)}, faultOptions(algorithm, 1), nil)
				if err != nil {
					t.Fatal(err)
				}
				checkMessages(t, result.Failure, append([]string{"iteration"}, f.want...))
				checkResult(t, instance, result)
				if result.Iterations >= faultIterations || result.Devices[0].Lost == nil ||
					result.Stop != engine.StopFailure {
					t.Errorf("%d iterations, %+v, stopped by %q", result.Iterations, result.Devices, result.Stop)
				}
			})
		}
	}
}

// TestFaultOfOneOfTwoDevices shows that the second device goes on: with all colonies, and the same
// tour, after a fault before the first iteration, otherwise with its colonies.
func TestFaultOfOneOfTwoDevices(t *testing.T) {
	if testing.Short() {
		t.Skip("on a device that takes seconds for a pipeline; faults are the same on all")
	}
	instance := tsptest.Generate(t, "uniform", 40, 1)
	for _, algorithm := range []model.Algorithm{model.AlgorithmMMAS, model.AlgorithmACS} {
		o := faultOptions(algorithm, 2)
		want := must.Get(Solve(t.Context(), instance, []*pipeline.Device{nil}, o, nil))(t)
		run := func(t *testing.T, f fault) *Result {
			result, err := Solve(t.Context(), instance, []*pipeline.Device{vktest.Open(t, f.Fault),
				vktest.Open(t)}, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			lost := result.Devices[0].Lost
			if result.Failure != nil || lost == nil || result.Devices[1].Lost != nil ||
				result.Iterations != o.Iterations || result.Stop != engine.StopIterations {
				t.Fatalf("%+v", result)
			}
			checkMessages(t, lost.Err, f.want)
			checkResult(t, instance, result)
			return result
		}
		for _, name := range []string{"out of device memory", "no pipeline", "hung at an upload"} {
			t.Run(fmt.Sprint(algorithm, " ", name), func(t *testing.T) {
				result := run(t, startFaults[name])
				if !result.Devices[0].Lost.InSetup || result.Tour.SHA256(true) != want.Tour.SHA256(true) ||
					result.Colonies[0].Device != 1 {
					t.Errorf("%+v, not the tour of length %d", result, want.Length)
				}
			})
		}
		for _, name := range []string{"lost at a submission", "hung", "out of memory", "a city twice", "a shorter length"} {
			t.Run(fmt.Sprint(algorithm, " ", name), func(t *testing.T) {
				result := run(t, iterationFaults[name])
				if first, second := result.Colonies[0], result.Colonies[1]; result.Devices[0].Lost.InSetup ||
					first.Iterations >= o.Iterations || second.Iterations != o.Iterations ||
					second.BestLength != want.Colonies[1].BestLength {
					t.Errorf("%+v, %+v; without the fault %+v", first, second, want.Colonies)
				}
			})
		}
	}
}
