//go:build cgo

package vk

import (
	"path/filepath"
	"strings"
	"testing"
)

// A driver can compile for a device that is not present. Such a device is opened and closed like
// any other, and returns the compiler's statistics of a pipeline.
func TestDeviceThatOnlyCompiles(t *testing.T) {
	manifests, err := filepath.Glob("/usr/share/vulkan/icd.d/radeon_icd*.json")
	if err != nil || len(manifests) == 0 {
		t.Skip("AMD's driver is not installed")
	}
	t.Setenv("VK_DRIVER_FILES", strings.Join(manifests, ":"))
	t.Setenv("RADV_FORCE_FAMILY", "NAVI21")
	d := openOn(t, openInstance(t), 0, DeviceOptions{})
	if name := d.Info().Name; !strings.Contains(name, "NAVI21") {
		t.Fatalf("device %q", name)
	}
	p := newPipeline(t, d, PipelineSpec{Name: "increment", SPIRV: shader(t, "increment"), Bindings: 1,
		Statistics: true})
	figures := map[string]float64{}
	for _, s := range p.Statistics() {
		figures[s.Name] = s.Value
	}
	if figures["VGPRs"] == 0 || figures[StatisticSubgroupSize] != 64 {
		t.Errorf("statistics %v", figures)
	}
}
