package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/internal/child"
	"github.com/aco-vk/aco-vk/vk"
)

// worker is the argument that starts the program as a worker.
const worker = "worker"

// answer is a worker's answer to a pipeline.
type answer struct {
	Failure    string         `json:"failure,omitempty"`
	Statistics []vk.Statistic `json:"statistics,omitempty"`
}

// work compiles pipelines with the driver of its environment, under the validation layer. It
// writes the device's vk.Info, then an answer for each vk.PipelineSpec that it reads.
func work(in io.Reader, out io.Writer) (err error) {
	instance, err := vk.Open(vk.Options{Validate: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, instance.Close()) }()
	cache, err := os.MkdirTemp("", "portability")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	device, err := instance.OpenDevice(0, vk.DeviceOptions{CacheDir: cache})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, device.Close()) }()
	child.WriteMessage(out, device.Info())
	return child.Serve(in, func(spec vk.PipelineSpec) answer { return compile(device, spec) },
		func(a answer) { child.WriteMessage(out, a) })
}

// compile compiles a pipeline.
func compile(device *vk.Device, spec vk.PipelineSpec) answer {
	pipeline, err := device.NewPipeline(spec)
	if err != nil {
		return answer{Failure: err.Error()}
	}
	defer pipeline.Close()
	return answer{Statistics: pipeline.Statistics()}
}

// driver is a Vulkan driver that compiles for a device that is not present.
type driver struct {
	device      string // name for the driver's environment variable
	vulkanName  string // part of the device's name in Vulkan
	manifest    string // pattern of the driver's manifest; its name has the architecture before Mesa 25
	preload     string // library that replaces the kernel driver; "": none
	environment []string
	timeout     time.Duration // for a pipeline
	oldest      bool          // of its vendor: also compile the variants without subgroup operations
	brief       bool          // compile one pipeline per module: the compiler is slow, and a newer device compiles all
}

const (
	// timeout is many times the time of the slowest pipeline.
	timeout   = 9 * time.Minute
	manifests = "/usr/share/vulkan/icd.d/"
)

// drivers returns the drivers of AMD and Intel, from the oldest device that Mesa supports to the
// newest.
func drivers(shim string) (all []driver) {
	for i, device := range []string{"POLARIS10", "VEGA10", "NAVI10", "NAVI21", "GFX1100"} {
		all = append(all, driver{
			device: device, vulkanName: device, manifest: manifests + "radeon_icd*.json",
			environment: []string{"RADV_FORCE_FAMILY=" + device}, timeout: timeout, oldest: i == 0,
		})
	}
	for i, device := range []string{"skl", "icl", "tgl", "dg2"} {
		all = append(all, driver{
			device: device, vulkanName: "(" + strings.ToUpper(device), manifest: manifests + "intel_icd*.json",
			preload:     shim,
			environment: []string{"LD_PRELOAD=" + shim, "INTEL_STUB_GPU_PLATFORM=" + device}, timeout: timeout,
			oldest: i == 0, brief: device != "dg2",
		})
	}
	return all
}

// missing returns what the driver lacks on this machine, "" for nothing.
func (d driver) missing() string {
	if found, _ := filepath.Glob(d.manifest); len(found) == 0 {
		return "no file " + d.manifest + " (package mesa-vulkan-drivers)"
	}
	if _, err := os.Stat(d.preload); d.preload != "" && err != nil {
		return "no library " + d.preload + ", which tools/intelshim builds"
	}
	return ""
}
