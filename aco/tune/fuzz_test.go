package tune

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// For any file Load returns an error or a configuration that has only values that a search tries.
func FuzzLoad(f *testing.F) {
	key := Key{Name: "device", UUID: "00", Selection: "scan", From: 128, To: 255}
	limits := pipeline.Limits{GroupSize: 1024, SharedBytes: 32 << 10, SubgroupSize: 8, MinSubgroupSize: 8, StorageRange: 1 << 27, DeviceMemory: 1 << 30}
	folder := f.TempDir()
	if err := Store(folder, key, Outcome{Kernel: classic.KernelConfig{Mapping: classic.MappingGroup}, Complete: true}); err != nil {
		f.Fatal(err)
	}
	text, err := os.ReadFile(key.file(folder))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"schema":1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if err := os.WriteFile(filepath.Join(key.file(folder)), text, 0o600); err != nil {
			t.Fatal(err)
		}
		loaded, err := Load(folder, key, limits)
		if err != nil {
			return
		}
		for _, a := range axes(limits) {
			if !a.unset(loaded.Kernel) && !a.hasCandidate(loaded.Kernel) {
				t.Fatalf("%s: %+v", a.name, loaded.Kernel)
			}
		}
	})
}
