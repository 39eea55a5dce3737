package packaging

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// The version is in the first heading of the change log.
func TestVersion(t *testing.T) {
	root := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(root, "tools", "packaging"), 0o777))
	script := filepath.Join(root, "tools", "packaging", "version")
	run(t, ".", nil, "cp", "version", script)
	for heading, want := range map[string][3]string{
		"## 1.2.3 (2026-11-24)": {"1.2.3", "1.2.3", "1.2.3"},
		"## 1.3.0 (unreleased)": {"1.3.0-dev", "1.3.0~dev", "1.3.0.dev0"},
	} {
		log := "# Changes\n\n" + heading + "\n\n- New.\n\n## 0.9.0 (2026-01-01)\n"
		must.Do(t, os.WriteFile(filepath.Join(root, "CHANGELOG.md"), []byte(log), 0o666))
		got := [3]string{strings.TrimSpace(run(t, ".", nil, script)),
			strings.TrimSpace(run(t, ".", nil, script, "debian")), strings.TrimSpace(run(t, ".", nil, script, "python"))}
		if got != want {
			t.Errorf("%s: %q, want %q", heading, got, want)
		}
	}
}
