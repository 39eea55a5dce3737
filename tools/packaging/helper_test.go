// Package packaging tests the packages in a folder, which the environment variable ACO_VK_DIST
// names: they are unpacked or installed as a user would, and their programs find the same tours.
package packaging

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// packages returns the packages of a pattern. The test is skipped if there is no folder of
// packages.
func packages(t *testing.T, pattern string) []string {
	t.Helper()
	folder := os.Getenv("ACO_VK_DIST")
	if folder == "" {
		t.Skip("ACO_VK_DIST does not name the folder of the packages: make test-packages builds and tests them")
	}
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("no packages %s in %s, error %v", pattern, folder, err)
	}
	return found
}

// onePackage returns the package of a pattern.
func onePackage(t *testing.T, pattern string) string {
	t.Helper()
	found := packages(t, pattern)
	if len(found) != 1 {
		t.Fatalf("%d packages %s", len(found), pattern)
	}
	return found[0]
}

// bundle unpacks the archive of a product, aco-vk or libaco_vk, for a system and returns its folder.
func bundle(t *testing.T, product, system string) string {
	t.Helper()
	folder := t.TempDir()
	if archive := onePackage(t, product+"-*-"+system+".*[pz]"); filepath.Ext(archive) == ".zip" {
		run(t, folder, nil, "unzip", "-q", archive)
	} else {
		run(t, folder, nil, "tar", "-xzf", archive)
	}
	found, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the archive has %d folders, error %v", len(found), err)
	}
	return found[0]
}

// native returns the program for this machine.
func native(t *testing.T) []string {
	t.Helper()
	return []string{filepath.Join(bundle(t, "aco-vk", "linux-amd64"), "aco-vk")}
}

// run runs a command in a folder, with additions to the environment, and returns what it printed.
// It fails the test if the command fails.
func run(t *testing.T, folder string, environment []string, command ...string) string {
	t.Helper()
	printed, err := try(t, folder, environment, command...)
	if err != nil {
		t.Fatalf("%q: %v\n%s", command, err, printed)
	}
	return printed
}

// try is run for commands that may fail.
func try(t *testing.T, folder string, environment []string, command ...string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir, c.Env = folder, append(os.Environ(), environment...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	return out.String(), err
}

// need skips the test if a command is missing, or fails it if ACO_VK_REQUIRE_PACKAGES=1.
func need(t *testing.T, commands ...string) {
	t.Helper()
	for _, command := range commands {
		if _, err := exec.LookPath(command); err != nil {
			if os.Getenv("ACO_VK_REQUIRE_PACKAGES") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
}

// tourIn returns the hash of the tour in a report.
func tourIn(t *testing.T, report string) string {
	t.Helper()
	text := must.Get(os.ReadFile(report))(t)
	var fields struct {
		Tour string `json:"tour_sha256"`
	}
	if err := json.Unmarshal(text, &fields); err != nil || fields.Tour == "" {
		t.Fatalf("no tour in the report, error %v", err)
	}
	return fields.Tour
}

// solves are runs that each take less than a second: one of each algorithm.
var solves = [][]string{
	{"gen:uniform:300:1", "--algorithm", "merged", "--iterations", "20", "--seed", "3", "--device", "cpu"},
	{"gen:uniform:100:1", "--algorithm", "as", "--iterations", "20", "--seed", "3", "--device", "cpu"},
	{"gen:uniform:100:1", "--algorithm", "mmas", "--local-search", "3opt", "--iterations", "20", "--seed", "3",
		"--device", "cpu"},
	{"gen:uniform:100:1", "--algorithm", "acs", "--synchronous", "--iterations", "20", "--seed", "3",
		"--device", "cpu"},
}

// sameTours checks that a program finds the same tours as the program for this machine.
func sameTours(t *testing.T, environment []string, program ...string) {
	t.Helper()
	here := native(t)
	for _, arguments := range solves {
		if want, got := tourOf(t, nil, here, arguments), tourOf(t, environment, program, arguments); got != want {
			t.Errorf("%q: tour %s, on this machine %s", arguments, got, want)
		}
	}
}

// tourOf runs solve and returns the hash of its tour.
func tourOf(t *testing.T, environment, program, arguments []string) string {
	t.Helper()
	folder := t.TempDir()
	command := append(append(append([]string{}, program...), "solve", "--quiet", "--json", "report.json"), arguments...)
	run(t, folder, environment, command...)
	return tourIn(t, filepath.Join(folder, "report.json"))
}
