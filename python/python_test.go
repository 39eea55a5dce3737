// Package python tests the Python package aco_vk, which is in this folder.
package python

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

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
