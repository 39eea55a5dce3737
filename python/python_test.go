// Package python tests the Python package aco_vk, which is in this folder.
package python

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
)

const interpreter = "/usr/bin/python3" // whose packages Debian has

// The version of the package is the project's.
func TestVersion(t *testing.T) {
	want := `version = "` + version(t) + `"`
	if project, err := os.ReadFile("pyproject.toml"); err != nil || !slices.Contains(strings.Split(string(project), "\n"), want) {
		t.Errorf("pyproject.toml has no line %s (%v)", want, err)
	}
}

// version returns the project's version as Python writes it.
func version(t *testing.T) string {
	t.Helper()
	printed := must.Get(exec.CommandContext(t.Context(), "../tools/packaging/version", "python").Output())(t)
	return strings.TrimSpace(string(printed))
}

// pip installs the folder of a clone, with its version.
func TestInstall(t *testing.T) {
	testkind.Whole(t)
	needs := exec.CommandContext(t.Context(), interpreter, "-c", "import setuptools, pip, wheel")
	if err := needs.Run(); err != nil && os.Getenv("ACO_VK_REQUIRE_PYTHON") == "" {
		t.Skip("pip, setuptools and wheel: ", err)
	}
	folder, installed := t.TempDir(), t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(".")); err != nil { // pip writes into the folder
		t.Fatal(err)
	}
	pip := exec.CommandContext(t.Context(), interpreter, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--target", installed, folder)
	if printed, err := pip.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	show := exec.CommandContext(t.Context(), interpreter, "-c", "import aco_vk; print(aco_vk.__version__)")
	show.Dir, show.Env = installed, append(os.Environ(), "PYTHONPATH="+installed)
	got, err := show.CombinedOutput()
	if want := version(t) + "\n"; err != nil || string(got) != want {
		t.Errorf("version %s, want %s (%v)", got, want, err)
	}
}

// The tests of the package pass with the program of this tree and the system's Python.
func TestPackage(t *testing.T) {
	if _, err := os.Stat(interpreter); err != nil && os.Getenv("ACO_VK_REQUIRE_PYTHON") == "" {
		t.Skip(err)
	}
	program := filepath.Join(t.TempDir(), "aco-vk")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../cmd/aco-vk")
	if printed, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	ctx := t.Context()
	if end, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-min(time.Minute, time.Until(end)/4)))
		defer cancel()
	}
	tests := exec.CommandContext(ctx, interpreter, "-m", "unittest", "discover", "--verbose", "--start-directory", "tests")
	tests.Cancel = func() error { return tests.Process.Signal(syscall.SIGABRT) } // tests that hang print where
	tests.WaitDelay = 10 * time.Second                                           // for the program, which has their output open
	tests.Env = append(os.Environ(), "ACO_VK_PROGRAM="+program, "PYTHONPATH=.", "PYTHONDONTWRITEBYTECODE=1", "PYTHONFAULTHANDLER=1")
	if printed, err := tests.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
}
