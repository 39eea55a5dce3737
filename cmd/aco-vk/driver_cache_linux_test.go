package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A full disk under the driver's cache does not end the process. Lavapipe without
// protectDriverCache ends it with a bus error.
func TestFullDiskUnderTheDriversCache(t *testing.T) {
	if !hasDevice() {
		t.Skip("no Vulkan device")
	}
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("mounting a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	if err := os.WriteFile(filepath.Join(disk, "fill"), make([]byte, 1<<20), 0o666); err == nil {
		t.Fatal("the disk is not full")
	}
	command := exec.Command("aco-vk", "solve", "../../testdata/five.tsp", "--device", "0", "--iterations", "1")
	command.Env = append(os.Environ(), "MESA_SHADER_CACHE_DIR="+disk, "XDG_CACHE_HOME="+disk)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if want := disk + " is full"; !strings.Contains(string(output), want) {
		t.Errorf("no %q in\n%s", want, output)
	}
}

func TestDriverCacheFolder(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("MESA_SHADER_CACHE_DIR", filepath.Join(folder, "a", "b"))
	if got := driverCacheFolder(); got != folder {
		t.Errorf("%s, want %s", got, folder)
	}
}
