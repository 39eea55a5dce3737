package merged

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

const (
	faultCities = 150
	submissions = `"submission` // matches the submissions of a run
)

// repeatCity makes tours invalid: their first two cities become equal.
func repeatCity(words []uint32) {
	for tour := range slices.Chunk(words, faultCities) {
		tour[0] = tour[1]
	}
}

// If a device fails, the run loses what its colonies found since their last verified tours. It
// continues with another device, or ends with the best verified tour.
func TestFaultsOfADevice(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs on devices, each of which compiles the ant's pipeline")
	}
	instance := tsptest.Generate(t, "uniform", faultCities, 3)
	for name, c := range map[string]struct {
		fault vk.Fault
		start bool
		lost  string // part of the device's error
	}{
		"out of memory": {vk.Fault{Call: "vkAllocateMemory", Result: vk.OutOfDeviceMemory}, true, "OUT_OF_DEVICE_MEMORY"},
		"no pipeline":   {vk.Fault{Call: "vkCreateComputePipelines", Operation: "claim", Result: vk.InitializationFailed}, true, "INITIALIZATION_FAILED"},
		"hung at start": {vk.Fault{Call: "vkWaitForFences", Result: vk.Timeout}, true, "hangs"},
		"lost":          {vk.Fault{Call: "vkQueueSubmit", Operation: submissions, After: 6, Result: vk.DeviceLost}, false, "DEVICE_LOST"},
		"hung":          {vk.Fault{Call: "vkWaitForFences", Operation: submissions, After: 6, Result: vk.Timeout}, false, "hangs"},
		"wrong tours":   {vk.Fault{Operation: submissions, After: 6, Buffer: "tours", Corrupt: repeatCity}, false, pipeline.ErrWrongResult.Error()},
		"wrong best":    {vk.Fault{Operation: submissions, After: 6, Buffer: "best_tour", Corrupt: repeatCity}, false, pipeline.ErrWrongResult.Error()},
		"wrong length":  {vk.Fault{Operation: submissions, After: 6, Buffer: "state readback", Corrupt: func(words []uint32) { words[4] = 1 }}, false, pipeline.ErrWrongResult.Error()},
	} {
		for _, others := range []int{0, 1} {
			t.Run(fmt.Sprint(name, " with others ", others), func(t *testing.T) {
				o := Options{Rules: engine.Rules{Iterations: 200}, Parameters: parameters(2), Options: engine.Options{MaxSubmit: time.Millisecond}}
				devices := []*pipeline.Device{vktest.Open(t, c.fault)}
				for range others {
					devices = append(devices, vktest.Open(t))
				}
				result, err := Solve(t.Context(), instance, devices, o, nil)
				if c.start && others == 0 {
					if result != nil || err == nil || !strings.Contains(err.Error(), c.lost) {
						t.Errorf("%+v, %v", result, err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				if length, err := verify.Tour(instance, result.Tour); err != nil || length != result.Length || result.Length > result.FirstLength {
					t.Errorf("reported length %d, verified length %d, %v; first tour %d", result.Length, length, err, result.FirstLength)
				}
				lost := result.Devices[0].Lost
				if lost == nil || lost.InSetup != c.start || !strings.Contains(lost.Err.Error(), c.lost) {
					t.Fatalf("lost %+v", lost)
				}
				fails := others == 0
				if (result.Failure != nil) != fails || !fails && (result.Iterations != o.Iterations || result.Length >= result.FirstLength) {
					t.Errorf("%v after %d iterations, length %d", result.Failure, result.Iterations, result.Length)
				}
				if c.start {
					checkEqual(t, "the other device", result, mustSolve(t, instance, []*pipeline.Device{nil}, o))
				}
				if trace := result.Trace; !slices.IsSortedFunc(trace, func(a, b engine.Improvement) int { return int(b.Length - a.Length) }) || trace[len(trace)-1].Length != result.Length {
					t.Errorf("trace %+v, length %d", trace, result.Length)
				}
			})
		}
	}
}
