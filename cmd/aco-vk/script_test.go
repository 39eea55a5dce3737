package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/internal/vkdevice"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/vk"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"aco-vk": main})
}

// runHere runs the program in this process.
func runHere(arguments ...string) (code int, out, messages string) {
	var printed, said strings.Builder
	code = run(arguments, console{in: strings.NewReader(""), out: &printed, messages: &said})
	return code, printed.String(), said.String()
}

// mustRun is runHere for a command that ends with exit code 0, and returns what it printed.
func mustRun(t *testing.T, arguments ...string) string {
	t.Helper()
	code, out, messages := runHere(arguments...)
	if code != exitDone {
		t.Fatalf("aco-vk %s: exit code %d: %s", strings.Join(arguments, " "), code, messages)
	}
	return out
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(file))(t)
}

// writeText writes a file that only its owner reads.
func writeText(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
}

// hasAll fails for each text that another one lacks.
func hasAll(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// openProcessor returns the processor as the only device of a run.
func openProcessor(t testing.TB) []*aco.Device {
	t.Helper()
	return must.Get(processor())(t)
}

// commandParser returns the parser of all commands.
func commandParser(t *testing.T) *kong.Kong {
	t.Helper()
	return must.Get(newParser(true, console{out: io.Discard, messages: io.Discard}, func(int) {}))(t)
}

func readJSON(t *testing.T, file string, v any) {
	t.Helper()
	if err := json.Unmarshal(read(t, file), v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// tourOf returns the hash of the tour of a report.
func tourOf(t *testing.T, file string) string {
	t.Helper()
	var of struct {
		Tour string `json:"tour_sha256"`
	}
	if readJSON(t, file, &of); of.Tour == "" {
		t.Fatalf("%s has no tour", file)
	}
	return of.Tour
}

// raced has the scripts in which the command itself does several things at once: it hears signals,
// serves, and saves while it solves. They are the scripts that make race runs. What else is
// concurrent belongs to a package with tests of its own.
var raced = []string{
	"checkpoint", "interrupt", "interrupt_reading", "log", "serve", "watch",
}

// scripts returns the scripts that the target of the Makefile runs.
func scripts(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(all) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	if !testkind.Racing() {
		return all
	}
	var files []string
	for _, name := range raced {
		file := "testdata/script/" + name + ".txtar"
		if !slices.Contains(all, file) {
			t.Fatalf("%s is not there", file)
		}
		files = append(files, file)
	}
	return files
}

// The scripts in testdata/script run the program. The condition [vulkan] holds if there is a
// usable device, [software] if all of them are software devices, [core] in make test.
func TestScripts(t *testing.T) {
	shared := must.Get(filepath.Abs("../../testdata"))(t)
	irace := must.Get(filepath.Abs("../../docs/irace"))(t)
	testscript.Run(t, testscript.Params{
		Files: scripts(t),
		Setup: func(e *testscript.Env) error {
			for _, variable := range os.Environ() {
				for _, prefix := range []string{"VK_", "LP_", "MESA_", "ACO_VK_", "LD_", "XDG_RUNTIME_DIR="} {
					if strings.HasPrefix(variable, prefix) {
						e.Vars = append(e.Vars, variable)
					}
				}
			}
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/cache")
			e.Setenv("INSTANCES", shared)
			e.Setenv("IRACE", irace)
			return nil
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "irace":
				return exec.Command("Rscript", "-e", "library(irace)").Run() == nil, nil
			case "vulkan":
				return hasDevice(), nil
			case "software":
				return hasSoftwareAlone(), nil
			case "racing":
				return testkind.Racing(), nil
			case "core":
				return testkind.Core(), nil
			}
			return false, errors.New("unknown condition")
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "advanced": advanced, "measure": measure, "matrix": writeMatrix, "driven": driven, "routing": routing, "requests": requests,
		},
	})
}

func hasDevice() bool {
	if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" {
		return true
	}
	instance, err := vk.Open(vk.Options{})
	if err != nil {
		return false
	}
	defer instance.Close()
	index, err := vkdevice.Choose(instance.Devices(), aco.DeviceVulkan)
	return err == nil && index >= 0
}

// hasSoftwareAlone reports whether there are devices, and all of them are software devices.
func hasSoftwareAlone() bool {
	instance, err := vk.Open(vk.Options{})
	if err != nil {
		return false
	}
	defer instance.Close()
	devices := instance.Devices()
	return len(vkdevice.Ranked(devices)) > 0 && len(vkdevice.Automatic(devices)) == 0
}

// exits runs a command and checks its exit code: exits CODE COMMAND ARGUMENT...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("%v exited with %d, want %d", args[1:], got, want)
	}
}

// advanced waits until the run that writes a checkpoint has finished an iteration: advanced FILE
func advanced(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: advanced FILE")
	}
	jobtest.Until(func() bool {
		f, err := checkpoint.Open(ts.MkAbs(args[0]))
		if err != nil {
			return false
		}
		defer f.Close()
		return f.Header.Iteration > 0
	})
}
