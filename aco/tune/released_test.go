package tune

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// A kernel configuration that a released version has stored is used, or ignored without an error
// because its schema is another one.
func TestReleasedEntries(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/releases/*/tuned.forms.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("entries %v, error %v", paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var of struct {
			Schema int
			Key
		}
		if err := json.Unmarshal(text, &of); err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		if err := os.WriteFile(of.file(folder), text, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Load(folder, of.Key, pipeline.Limits{SubgroupSize: 8, GroupSize: 1024})
		if err != nil || got.Complete != (of.Schema == schema) {
			t.Errorf("%s: %+v, error %v", path, got, err)
		}
	}
}
