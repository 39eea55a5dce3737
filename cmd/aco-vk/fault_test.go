package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/verify"
	"github.com/aco-vk/aco-vk/vk"
)

const faultyInstance = "gen:uniform:60:1"

// outcome is the result of a run in this process.
type outcome struct {
	code       int
	messages   string
	stopReason string
	failure    string
	sha256     string
}

// cacheFolder skips the test if there is no device. Otherwise it makes the runs of the test use a
// temporary cache folder, and returns it.
func cacheFolder(t *testing.T) string {
	t.Helper()
	if !hasDevice() {
		t.Skip("there is no Vulkan device")
	}
	folder := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", folder)
	return filepath.Join(folder, "aco-vk")
}

// solveFaulty solves on devices with faults, listed in the order in which the devices are opened,
// and checks the written tour.
func solveFaulty(t *testing.T, of [][]vk.Fault, arguments ...string) (r outcome) {
	t.Helper()
	faults = of
	defer func() { faults = nil }()
	folder := t.TempDir()
	tourFile, report := filepath.Join(folder, "tour"), filepath.Join(folder, "report")
	arguments = append([]string{"solve", faultyInstance, "--tour", tourFile, "--json", report}, arguments...)
	r.code, _, r.messages = runHere(arguments...)
	if _, err := os.Stat(report); err != nil {
		return r
	}
	var reported struct {
		Length     int64  `json:"best_length"`
		StopReason string `json:"stop_reason"`
		Failure    string `json:"failure"`
		SHA256     string `json:"tour_sha256"`
	}
	readJSON(t, report, &reported)
	r.stopReason, r.failure, r.sha256 = reported.StopReason, reported.Failure, reported.SHA256
	input := must.Get(readInput(t.Context(), console{}, faultyInstance, format.Options{}))(t)
	tour := must.Get(tsplib.ReadTourFile(tourFile))(t)
	if length, err := verify.Tour(input.Instance, tour); err != nil || length != reported.Length {
		t.Errorf("reported length %d, verified length %d, %v", reported.Length, length, err)
	}
	return r
}

// algorithms has the arguments of a run of each algorithm, with many submissions.
var algorithms = map[string][]string{
	"mmas": {"--algorithm", "mmas", "--rho", "0.2", "--ants", "8", "--topology", "none", "--colonies", "2",
		"--iterations", "150", "--max-submit", "1ms"},
	"merged": {"--algorithm", "merged", "--colonies", "2", "--ants", "16", "--iterations", "120", "--max-submit",
		"1ms"},
}

var (
	noPipeline = vk.Fault{Call: "vkCreateComputePipelines", Result: vk.InitializationFailed}
	noMemory   = vk.Fault{Call: "vkAllocateMemory", Result: vk.OutOfDeviceMemory}
	lostLater  = vk.Fault{Call: "vkQueueSubmit", Operation: `"submission`, After: 4, Result: vk.DeviceLost}
	hungLater  = vk.Fault{Call: "vkWaitForFences", Operation: `"submission`, After: 4, Result: vk.Timeout}
)

// If a device given by --device fails at the start, the run is an error and writes nothing.
func TestNamedDeviceFailsAtStart(t *testing.T) {
	cacheFolder(t)
	for name, arguments := range algorithms {
		r := solveFaulty(t, [][]vk.Fault{{noMemory}}, append(arguments, "--device", "0")...)
		if r.code != exitFailure || r.stopReason != "" || !strings.Contains(r.messages, "OUT_OF_DEVICE_MEMORY") ||
			!strings.Contains(r.messages, "another device") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// If a device chosen by auto fails at the start, the next one replaces it, and finally the
// processor. The tour is the same.
func TestAutoUsesTheNextDevice(t *testing.T) {
	cacheFolder(t)
	const many = 16 // more than there are devices
	gpu := emulatedGPU(t)
	for name, arguments := range algorithms {
		want := solveFaulty(t, nil, append(arguments, "--device", "cpu")...)
		for _, fault := range []vk.Fault{noMemory, noPipeline} {
			r := solveFaulty(t, slices.Repeat([][]vk.Fault{{fault}}, many),
				append(arguments, "--device", "auto", "--emulate", gpu)...)
			if r.code != exitDone || r.sha256 != want.sha256 ||
				!strings.Contains(r.messages, "the processor takes the place of") ||
				!strings.Contains(r.messages, fault.Result.String()) {
				t.Errorf("%s, %s: %+v", name, fault.Result, r)
			}
		}
	}
}

// If the only device fails during the run, the run ends as a failure, with the best tour so far.
func TestDeviceFailsDuringTheRun(t *testing.T) {
	cacheFolder(t)
	for name, arguments := range algorithms {
		for _, fault := range []vk.Fault{lostLater, hungLater} {
			r := solveFaulty(t, [][]vk.Fault{{fault}}, append(arguments, "--device", "vulkan")...)
			if r.code != exitFailure || r.stopReason != "failure" || r.failure == "" ||
				!strings.Contains(r.messages, "the run ended early, with the best tour") {
				t.Errorf("%s, %s: %+v", name, fault.Result, r)
			}
		}
	}
}

// If the device of --seeds is lost, the runs so far are kept: the best tour is written, and no
// other run is started.
func TestSeedsEndWithTheDevice(t *testing.T) {
	cacheFolder(t)
	r := solveFaulty(t, [][]vk.Fault{{lostLater}}, append(algorithms["merged"], "--device", "0", "--seeds", "3")...)
	if r.code != exitFailure || r.stopReason != "failure" || !strings.Contains(r.failure, "DEVICE_LOST") ||
		!strings.Contains(r.messages, "ended early") {
		t.Errorf("%+v", r)
	}
}
