package vk

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// notOfRows are the fields of Info that identify a device within a machine, or depend on the
// program.
var notOfRows = map[string]bool{
	"index": true, "device_id": true, "uuid": true, "emulates": true, "queue_family": true, "compute_only_queue": true,
}

// Every row of testdata/devices can be read, has a source, and is plausible. All rows of real
// devices are complete.
func TestRowsOfDevices(t *testing.T) {
	names, err := filepath.Glob("../testdata/devices/*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d rows, error %v", len(names), err)
	}
	for _, name := range names {
		l, err := LoadLimits(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if l.Source == "" || l.Name == "" {
			t.Errorf("%s has no source or no name", name)
		}
		if strings.HasPrefix(filepath.Base(name), "small-") {
			continue
		}
		text := must.Get(os.ReadFile(name))(t)
		var given, fields map[string]any
		must.Do(t, json.Unmarshal(text, &given))
		whole, _ := json.Marshal(Info{})
		must.Do(t, json.Unmarshal(whole, &fields))
		for field := range fields {
			if _, there := given[field]; !there && !notOfRows[field] {
				t.Errorf("%s has no %s", name, field)
			}
		}
		// The limits that the specification requires (Vulkan 1.1, "Required Limits").
		if l.MaxWorkgroupInvocations < 128 || l.SharedMemoryBytes < 16384 || l.StorageRangeBytes < minStorageRange ||
			l.PushConstantBytes < 128 ||
			l.MaxAllocationBytes < 1<<30 || l.StorageBuffers < 4 || l.StorageAlignment > 256 ||
			!l.HasSubgroupOperation("basic") {
			t.Errorf("%s has lower limits than Vulkan requires: %+v", name, l)
		}
		if vendorName(l.VendorID) != l.Vendor { // pipelines choose the subgroup size by the id
			t.Errorf("%s has vendor %q with the id %#x", name, l.Vendor, l.VendorID)
		}
		if l.SubgroupSizeControl && l.MaxWorkgroupSubgroups == 0 || l.SubgroupSize < l.SubgroupSizeMin ||
			l.SubgroupSize > l.SubgroupSizeMax {
			t.Errorf("%s has inconsistent subgroup sizes: %+v", name, l)
		}
	}
}
