package packaging

import (
	"path/filepath"
	"testing"
)

// The program for arm64 finds the same tours. TestDebianArm64 runs it on lavapipe, too.
func TestArm64(t *testing.T) {
	need(t, "qemu-aarch64-static")
	program := filepath.Join(bundle(t, "aco-vk", "linux-arm64"), "aco-vk")
	sameTours(t, nil, "qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu", program)
}
