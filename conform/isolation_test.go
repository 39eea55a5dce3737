package conform

import (
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// workerVariable is the environment variable that makes the test binary a worker process. It has
// the folder of the pipeline cache.
const workerVariable = "CONFORM_TEST_WORKER"

func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	if err := Serve(openTraced, os.Stdin, os.Stdout); err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
}

// openTraced opens the device that vktest.Open opens.
func openTraced(trace func(call, operation string)) (*vk.Device, error) {
	var o vk.Options
	if name := os.Getenv("ACO_VK_EMULATE"); name != "" {
		var err error
		if o.Limits, err = vk.LoadLimits(name); err != nil {
			return nil, err
		}
	}
	instance, err := vk.Open(o)
	if err != nil {
		return nil, err
	}
	for _, info := range instance.Devices() {
		if info.Unusable() == "" {
			return instance.OpenDevice(info.Index, vk.DeviceOptions{CacheDir: os.Getenv(workerVariable), Trace: trace,
				OneByOne: true})
		}
	}
	return nil, errors.New("no device")
}

// isolated returns the options of tests in worker processes with these environment variables.
func isolated(t *testing.T, variables ...string) Options {
	t.Helper()
	device := vktest.Open(t)
	cache := t.TempDir()
	program := must.Get(os.Executable())(t)
	return Options{
		Device: *device.Info(), Workers: 2,
		Command: func() *exec.Cmd {
			command := exec.Command(program)
			command.Env = append(append(os.Environ(), workerVariable+"="+cache), variables...)
			return command
		},
	}
}

// runCases tests cases, without probes.
func runCases(t *testing.T, o Options, cases []Case) *Report {
	t.Helper()
	o.Cases, o.Probes = cases, []string{}
	done := 0
	report := must.Get(Test(t.Context(), o, func(now Progress) { done = now.Done }))(t)
	if !report.Complete || report.Done() != len(cases) || done != len(cases) {
		t.Fatalf("%d of %d cases done: %+v", done, len(cases), report)
	}
	return report
}

// Worker processes give the same report as this process.
func TestIsolatedCases(t *testing.T) {
	cases := smallCases(t)
	cases = append(cases[:2], cases[3]) // those that compile in short time
	here := runCases(t, Options{Open: opener(t)}, cases)
	there := runCases(t, isolated(t), cases)
	there.Device = here.Device
	if diff := cmp.Diff(repeatable(here), repeatable(there)); diff != "" || !there.OK() ||
		there.Equal != len(cases) {
		t.Error(diff)
	}
}
