package packaging

import (
	"path/filepath"
	"strings"
	"testing"
)

// Without cgo the program solves on the processor, and says that it has no Vulkan.
func TestWithoutCgo(t *testing.T) {
	packages(t, "SHA256SUMS")
	program := filepath.Join(t.TempDir(), "aco-vk")
	run(t, "../..", []string{"CGO_ENABLED=0"}, "go", "build", "-o", program, "./cmd/aco-vk")
	sameTours(t, nil, program)
	printed := run(t, "../..", nil, program, "solve", "testdata/places.csv", "--iterations", "2")
	if !strings.Contains(printed, "the run uses the processor: this program was built without Vulkan") {
		t.Errorf("it printed %q", printed)
	}
	printed, err := try(t, "../..", nil, program, "solve", "testdata/places.csv", "--device", "0")
	if err == nil || !strings.Contains(printed, "built without Vulkan") {
		t.Errorf("error %v, it printed %q", err, printed)
	}
}

// All Go packages and their tests compile for macOS, on which nothing here can run them. cgo would
// need Apple's headers.
func TestMacOS(t *testing.T) {
	packages(t, "SHA256SUMS")
	run(t, "../..", []string{"GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0"}, "go", "vet", "./...")
}
