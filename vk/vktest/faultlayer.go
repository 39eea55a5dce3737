package vktest

import (
	"embed"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

//go:embed layer
var layerFiles embed.FS

// FaultLayer compiles the Vulkan layer with the faults of bad drivers and returns the environment
// variables that turn it on. Its source says which variables choose a fault.
func FaultLayer(t *testing.T) []string {
	t.Helper()
	compiler, err := exec.LookPath("gcc")
	if err != nil || runtime.GOOS != "linux" {
		if os.Getenv("ACO_VK_REQUIRE_DEVICE") == "1" && runtime.GOOS == "linux" {
			t.Fatal(err)
		}
		t.Skip("the layer with the faults of bad drivers needs gcc and Linux")
	}
	folder := t.TempDir()
	must.Do(t, os.CopyFS(folder, layerFiles))
	folder = filepath.Join(folder, "layer")
	build := exec.Command(compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o",
		filepath.Join(folder, "faults.so"), filepath.Join(folder, "faults.c"))
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return []string{"VK_ADD_LAYER_PATH=" + folder, "VK_INSTANCE_LAYERS=VK_LAYER_ACOVK_faults"}
}
