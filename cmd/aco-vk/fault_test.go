package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk"
)

const instanceOfFaulty = "gen:uniform:60:1"

// ran is what came of a run in this process.
type ran struct {
	code       int
	said       string
	stopReason string
	failure    string
	sha256     string
}

// kept is the folder of what the runs of a test that needs a device keep.
func kept(t *testing.T) string {
	t.Helper()
	if !deviceThere() {
		t.Skip("there is no Vulkan device")
	}
	folder := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", folder)
	return filepath.Join(folder, "aco-vk")
}

// solveFaulty solves on devices that have these faults, in the order in which they are opened, and checks the tour that is written.
func solveFaulty(t *testing.T, of [][]vk.Fault, arguments ...string) (r ran) {
	t.Helper()
	faults = of
	defer func() { faults = nil }()
	folder := t.TempDir()
	tourFile, report := filepath.Join(folder, "tour"), filepath.Join(folder, "report")
	var out, messages strings.Builder
	arguments = append([]string{"solve", instanceOfFaulty, "--tour", tourFile, "--json", report}, arguments...)
	r.code = run(arguments, console{strings.NewReader(""), &out, &messages})
	r.said = messages.String()
	text, err := os.ReadFile(report)
	if err != nil {
		return r
	}
	var told struct {
		Length     int64  `json:"best_length"`
		StopReason string `json:"stop_reason"`
		Failure    string `json:"failure"`
		SHA256     string `json:"tour_sha256"`
	}
	if err := json.Unmarshal(text, &told); err != nil {
		t.Fatal(err)
	}
	r.stopReason, r.failure, r.sha256 = told.StopReason, told.Failure, told.SHA256
	instance, err := readInstance(console{}, instanceOfFaulty)
	if err != nil {
		t.Fatal(err)
	}
	tour, err := tsp.ReadTourFile(tourFile)
	if err != nil {
		t.Fatal(err)
	}
	if length, err := verify.Tour(instance, tour); err != nil || length != told.Length {
		t.Errorf("a tour of length %d is one of %d, %v", told.Length, length, err)
	}
	return r
}

// algorithms are runs of each in which a device submits often.
var algorithms = map[string][]string{
	"mmas":   {"--algorithm", "mmas", "--rho", "0.2", "--ants", "8", "--topology", "none", "--colonies", "2", "--iterations", "150", "--max-submit", "1ms"},
	"merged": {"--algorithm", "merged", "--colonies", "2", "--ants", "16", "--iterations", "120", "--max-submit", "1ms"},
}

var (
	noPipeline = vk.Fault{Call: "vkCreateComputePipelines", Result: vk.InitializationFailed}
	noMemory   = vk.Fault{Call: "vkAllocateMemory", Result: vk.OutOfDeviceMemory}
	lostLater  = vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`, After: 4, Result: vk.DeviceLost}
	hungLater  = vk.Fault{Call: "vkWaitForFences", Operation: `"submission`, After: 4, Result: vk.Timeout}
)

// A device that was asked for by name and fails at the start is an error, and nothing is written.
func TestNamedDeviceFailsAtStart(t *testing.T) {
	kept(t)
	for name, arguments := range algorithms {
		r := solveFaulty(t, [][]vk.Fault{{noMemory}}, append(arguments, "--device", "0")...)
		if r.code != exitFailure || r.stopReason != "" || !strings.Contains(r.said, "OUT_OF_DEVICE_MEMORY") || !strings.Contains(r.said, "another device") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// One that auto chose has the next one take its place, at last the processor, for the same tour.
func TestAutoTakesTheNextDevice(t *testing.T) {
	kept(t)
	const many = 16 // more than there are devices
	for name, arguments := range algorithms {
		want := solveFaulty(t, nil, append(arguments, "--device", "cpu")...)
		for _, fault := range []vk.Fault{noMemory, noPipeline} {
			r := solveFaulty(t, slices.Repeat([][]vk.Fault{{fault}}, many), append(arguments, "--device", "auto")...)
			if r.code != exitDone || r.sha256 != want.sha256 || !strings.Contains(r.said, "the processor (sequential reference) takes the place of") ||
				!strings.Contains(r.said, fault.Result.String()) {
				t.Errorf("%s, %s: %+v", name, fault.Result, r)
			}
		}
	}
}

// A device that fails at work ends the run with what it found, as a failure.
func TestDeviceFailsAtWork(t *testing.T) {
	kept(t)
	for name, arguments := range algorithms {
		for _, fault := range []vk.Fault{lostLater, hungLater} {
			r := solveFaulty(t, [][]vk.Fault{{fault}}, append(arguments, "--device", "auto")...)
			if r.code != exitFailure || r.stopReason != "failure" || r.failure == "" || !strings.Contains(r.said, "the run ended early, with the best tour") {
				t.Errorf("%s, %s: %+v", name, fault.Result, r)
			}
		}
	}
}

// With another device the run goes on, says so, and is none.
func TestOtherDeviceGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("on a device that takes seconds for a pipeline; faults are the same on all")
	}
	kept(t)
	for name, arguments := range algorithms {
		for fault, said := range map[*vk.Fault]string{&noPipeline: "failed before the first iteration", &lostLater: "failed after", &hungLater: "failed after"} {
			r := solveFaulty(t, [][]vk.Fault{{*fault}}, append(arguments, "--device", "0", "--device", "0")...)
			if r.code != exitDone || r.stopReason != "iterations" || r.failure != "" || !strings.Contains(r.said, "--device number 1, "+said) {
				t.Errorf("%s, %s: %+v", name, fault.Result, r)
			}
		}
	}
}

// Pipelines that were kept and are damaged, another's, or refused by the driver cost time and nothing else.
func TestDamagedPipelinesAreMadeAnew(t *testing.T) {
	folder, arguments := kept(t), append(algorithms["mmas"], "--device", "0")
	want := solveFaulty(t, nil, arguments...)
	files, err := filepath.Glob(filepath.Join(folder, "*.pipelines"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	good, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	flipped := slices.Clone(good)
	flipped[len(flipped)/2] ^= 1
	for name, text := range map[string][]byte{"good": good, "damaged": flipped, "cut off": good[:len(good)/2], "another's": []byte("aco-vk pipelines 1\n")} {
		if err := os.WriteFile(files[0], text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, faults := range [][]vk.Fault{nil, {{Call: "vkCreatePipelineCache", Times: 1, Result: vk.InitializationFailed}}} {
			if r := solveFaulty(t, [][]vk.Fault{faults}, arguments...); r.code != exitDone || r.sha256 != want.sha256 {
				t.Errorf("%s: %+v, want the tour %s", name, r, want.sha256)
			}
		}
	}
}
