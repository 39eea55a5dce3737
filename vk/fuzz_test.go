//go:build cgo

package vk

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// Any row of limits is refused, or lowers limits of a device and raises none.
func FuzzReadLimits(f *testing.F) {
	rows, err := filepath.Glob("../testdata/devices/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, row := range rows {
		text, err := os.ReadFile(row)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`[{"heaps": [{}], "subgroup_operations": null, "max_workgroup_size": [1]}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := ParseLimits(text)
		if err != nil {
			return
		}
		whole := largeInfo()
		left := l.Apply(whole)
		switch {
		case left.MaxWorkgroupInvocations == 0 || left.MaxWorkgroupSize[0] == 0 || left.SharedMemoryBytes == 0 || left.StorageRangeBytes == 0,
			left.StorageBuffers == 0 || left.PushConstantBytes == 0 || left.MaxAllocationBytes == 0 || left.StorageAlignment < whole.StorageAlignment:
			t.Fatalf("nothing is left: %+v", left)
		case left.SubgroupSize < left.SubgroupSizeMin || left.SubgroupSize > left.SubgroupSizeMax,
			left.SubgroupSizeMin < whole.SubgroupSizeMin || left.SubgroupSizeMax > whole.SubgroupSizeMax:
			t.Fatalf("subgroups of %d, from %d to %d", left.SubgroupSize, left.SubgroupSizeMin, left.SubgroupSizeMax)
		case len(left.Heaps) != len(whole.Heaps) || left.Heaps[0].Bytes > whole.Heaps[0].Bytes || left.Heaps[0].BudgetBytes > left.Heaps[0].Bytes:
			t.Fatalf("heaps %+v", left.Heaps)
		case len(left.SubgroupOperations) > len(whole.SubgroupOperations):
			t.Fatalf("operations %v", left.SubgroupOperations)
		}
	})
}

// Whatever a pipeline cache file contains, the driver gets only data with its own header.
func FuzzReadCache(f *testing.F) {
	p := &physical{info: Info{VendorID: 0x1002, DeviceID: 7}, cacheUUID: [16]byte{1, 2, 3}}
	header := []byte{32, 0, 0, 0, 1, 0, 0, 0, 2, 16, 0, 0, 7, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	f.Add(header)
	f.Add([]byte(cacheMagic))
	path := filepath.Join(f.TempDir(), "cache") // a folder for each input takes longer than reading it
	f.Fuzz(func(t *testing.T, data []byte) {
		sum := sha256.Sum256(data)
		for _, file := range [][]byte{data, bytes.Join([][]byte{[]byte(cacheMagic), sum[:], data}, nil)} {
			must.Do(t, os.WriteFile(path, file, 0o600))
			if got := readCache(path, p); got != nil && (!bytes.Equal(got[4:len(header)], header[4:]) || !bytes.Equal(got, data)) {
				t.Fatalf("%q was read of %q", got, file)
			}
		}
	})
}
