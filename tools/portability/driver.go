package main

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// driver is a Vulkan driver that compiles for a device which is not there.
type driver struct {
	device      string // as the driver's variable has it
	says        string // a part of the name that the device has in Vulkan
	manifest    string // a pattern of the file that leads the loader to the driver: Mesa 25 left the architecture out of it
	preload     string // a library that stands in for the kernel
	environment []string
	patience    time.Duration // that a compiler may take for a pipeline
	oldest      bool          // of its vendor: it stands for those that have no operations of subgroups, too
	brief       bool          // its compiler takes seconds, and that of a newer device has all: one pipeline of each module is enough
}

const (
	// patience is many times what the slowest pipeline takes.
	patience  = 9 * time.Minute
	manifests = "/usr/share/vulkan/icd.d/"
)

// drivers are the compilers of AMD and Intel, from the oldest devices that Mesa's Vulkan drivers take to the newest.
func drivers(shim string) (all []driver) {
	for i, device := range []string{"POLARIS10", "VEGA10", "NAVI10", "NAVI21", "GFX1100"} {
		all = append(all, driver{
			device: device, says: device, manifest: manifests + "radeon_icd*.json",
			environment: []string{"RADV_FORCE_FAMILY=" + device}, patience: patience, oldest: i == 0,
		})
	}
	for i, device := range []string{"skl", "icl", "tgl", "dg2"} {
		all = append(all, driver{
			device: device, says: "(" + strings.ToUpper(device), manifest: manifests + "intel_icd*.json", preload: shim,
			environment: []string{"LD_PRELOAD=" + shim, "INTEL_STUB_GPU_PLATFORM=" + device}, patience: patience,
			oldest: i == 0, brief: device != "dg2",
		})
	}
	return all
}

// missing says what keeps a driver from being asked, "" if nothing does.
func (d driver) missing() string {
	if found, _ := filepath.Glob(d.manifest); len(found) == 0 {
		return "there is no " + d.manifest + " (package mesa-vulkan-drivers)"
	}
	if _, err := os.Stat(d.preload); d.preload != "" && err != nil {
		return "there is no " + d.preload + ", which tools/intelshim builds where it can be built"
	}
	return ""
}
