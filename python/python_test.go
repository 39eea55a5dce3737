// Package python tests the Python package aco_vk, which is in this folder.
package python

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// pip installs the folder of a clone, and its version is the project's.
func TestInstall(t *testing.T) {
	const interpreter = "/usr/bin/python3"
	if err := exec.Command(interpreter, "-c", "import setuptools, pip, wheel").Run(); err != nil {
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
	want, failed := exec.CommandContext(t.Context(), "../tools/packaging/version", "python").Output()
	if err != nil || failed != nil || string(got) != string(want) {
		t.Errorf("version %s, want %s (%v, %v)", got, want, err, failed)
	}
}

// The tests of the package pass with the program of this tree and the system's Python.
func TestPackage(t *testing.T) {
	const interpreter = "/usr/bin/python3" // whose packages Debian has
	if _, err := os.Stat(interpreter); err != nil && os.Getenv("ACO_VK_REQUIRE_PYTHON") == "" {
		t.Skip(err)
	}
	program := filepath.Join(t.TempDir(), "aco-vk")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../cmd/aco-vk")
	if printed, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	tests := exec.CommandContext(t.Context(), interpreter, "-m", "unittest", "discover", "--start-directory", "tests")
	tests.Env = append(os.Environ(), "ACO_VK_PROGRAM="+program, "PYTHONPATH=.", "PYTHONDONTWRITEBYTECODE=1")
	if printed, err := tests.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
}
