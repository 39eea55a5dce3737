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
	const interpreter = "/usr/bin/python3" // of the system, with its packages
	if _, err := os.Stat(interpreter); err != nil {
		t.Skip(err)
	}
	program := filepath.Join(t.TempDir(), "aco-vk")
	if printed, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../cmd/aco-vk").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	tests := exec.CommandContext(t.Context(), interpreter, "-m", "unittest", "discover", "--start-directory", "tests")
	tests.Env = append(os.Environ(), "ACO_VK_PROGRAM="+program, "PYTHONPATH=.", "PYTHONDONTWRITEBYTECODE=1")
	if printed, err := tests.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
}
