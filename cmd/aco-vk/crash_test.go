package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/vk/vktest"
)

// solveOnBadDriver runs solve in a process of its own, with the layer of bad drivers and these
// environment variables, and returns its exit code and standard error.
func solveOnBadDriver(t *testing.T, variables []string, arguments ...string) (code int, messages string) {
	t.Helper()
	command := exec.Command("aco-vk", append([]string{"solve", faultyInstance, "--quiet"}, arguments...)...)
	command.Env = slices.Concat(os.Environ(), vktest.FaultLayer(t), variables)
	var text strings.Builder
	command.Stderr = &text
	err := command.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), text.String()
}

// A driver that crashes while it makes a pipeline is a failure that names the driver, the
// pipeline, the signal and the way out.
func TestNamedDeviceCrashes(t *testing.T) {
	cacheFolder(t)
	code, messages := solveOnBadDriver(t, []string{"FAULT_LAYER=crash", "FAULT_LAYER_FROM=3"}, "--device", "0",
		"--iterations", "1")
	if code != exitFailure || strings.Count(messages, "\n") != 1 {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	hasAll(t, messages, `crashes while it makes pipeline "`, "SIGSEGV ended the process in vkCreateComputePipelines",
		"choose another device with --device", "aco-vk conform --quick --device 0")
}

// A driver that crashes while its device is opened is a failure with the same words, before which
// no run has begun. auto leaves it.
func TestOpeningCrashes(t *testing.T) {
	cacheFolder(t)
	code, messages := solveOnBadDriver(t, []string{"FAULT_LAYER=open"}, "--device", "0", "--iterations", "1")
	if code != exitNoDevice || strings.Count(messages, "\n") != 1 {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	hasAll(t, messages, "crashes while it opens the device", "SIGSEGV ended the process",
		"choose another device with --device", "aco-vk conform --quick --device 0")
	code, messages = solveOnBadDriver(t, []string{"FAULT_LAYER=open"}, "--emulate", emulatedGPU(t), "--iterations", "1")
	if code != exitDone {
		t.Errorf("exit code %d\n%s", code, messages)
	}
}

// emulatedGPU returns a file for --emulate: auto tries software devices only if they emulate
// another device.
func emulatedGPU(t *testing.T) string {
	t.Helper()
	gpu := filepath.Join(t.TempDir(), "gpu.json")
	writeText(t, gpu, `{"name": "a GPU"}`)
	return gpu
}

// If auto has chosen a device whose driver crashes, a warning says so and the processor takes
// over.
func TestAutoLeavesDriversThatCrash(t *testing.T) {
	cacheFolder(t)
	code, messages := solveOnBadDriver(t, []string{"FAULT_LAYER=abort"}, "--emulate", emulatedGPU(t), "--seed", "7",
		"--iterations", "5")
	if code != exitDone || !strings.Contains(messages, "the processor takes the place of") ||
		!strings.Contains(messages, "SIGABRT") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
}

// A driver that hangs or crashes while it makes pipelines does not delay the end of a run with a
// time limit. The tour is the processor's, which makes iterations meanwhile. On a slow machine
// the run may end before the crash.
func TestDriverFailsDuringRunsByTheClock(t *testing.T) {
	for fault, device := range map[string][]string{"hang": {"--device", "0"}, "abort": {"--emulate", emulatedGPU(t)}} {
		t.Run(fault, func(t *testing.T) {
			cacheFolder(t)
			tour := filepath.Join(t.TempDir(), "tour")
			code, messages := solveOnBadDriver(t, []string{"FAULT_LAYER=" + fault},
				append(device, "--time-limit", "1", "--tour", tour)...)
			if _, err := os.Stat(tour); err != nil || code != exitDone {
				t.Errorf("exit code %d, %v\n%s", code, err, messages)
			}
		})
	}
}
