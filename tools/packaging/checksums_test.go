package packaging

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The checksums match the packages, and name all of them.
func TestChecksums(t *testing.T) {
	sums := onePackage(t, "SHA256SUMS")
	run(t, filepath.Dir(sums), nil, "sha256sum", "--check", "--strict", "SHA256SUMS")
	text := must.Get(os.ReadFile(sums))(t)
	if files, lines := len(packages(t, "*")), strings.Count(string(text), "\n"); files != lines+1 {
		t.Errorf("%d files and %d checksums", files, lines)
	}
}

// The program has no more than 47 MB. CONTRIBUTING.md says what it consists of.
func TestSize(t *testing.T) {
	file := must.Get(os.Stat(native(t)[0]))(t)
	if size := file.Size(); size > 47_000_000 {
		t.Errorf("the program has %d bytes", size)
	}
}

// Each program and each library has a bill of materials with all its modules.
func TestBillsOfMaterials(t *testing.T) {
	all := packages(t, "*.cdx.json")
	if len(all) != 6 {
		t.Errorf("%d bills of materials, want 6", len(all))
	}
	for _, file := range all {
		text := must.Get(os.ReadFile(file))(t)
		var bill struct {
			Format     string `json:"bomFormat"`
			Components []struct{ Name, Version string }
		}
		if err := json.Unmarshal(text, &bill); err != nil || bill.Format != "CycloneDX" {
			t.Fatalf("%s: format %q, error %v", file, bill.Format, err)
		}
		found := map[string]bool{}
		for _, c := range bill.Components {
			found[c.Name] = c.Version != ""
		}
		modules := []string{"std", "github.com/vulkan-go/vulkan"}
		if strings.HasPrefix(filepath.Base(file), "aco-vk-") {
			modules = append(modules, "github.com/nats-io/nats-server/v2", "github.com/alecthomas/kong")
		}
		for _, want := range modules {
			if !found[want] {
				t.Errorf("%s: no module %s", file, want)
			}
		}
	}
}
