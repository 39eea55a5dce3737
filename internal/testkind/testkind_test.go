package testkind

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// Every target that leaves out tests is one of the Makefile, which tells its name.
func TestTargetsExist(t *testing.T) {
	text := must.Get(os.ReadFile("../../Makefile"))(t)
	if !strings.Contains(string(text), "GO_TEST = "+variable+"=$@ ") {
		t.Error("GO_TEST in the Makefile does not set", variable)
	}
	for _, k := range []kind{comparesStage, comparesHardStage, comparesRuns, manyProcesses, pages, whole, noSubgroups} {
		for _, target := range k.targets {
			if !regexp.MustCompile(`(?m)^` + target + `:.*\n(.*\n)*?\t.*\$\(GO_TEST\)`).Match(text) {
				t.Errorf("%s: the Makefile has no such target that runs tests", target)
			}
		}
	}
}

func TestSkip(t *testing.T) {
	for target, want := range map[string]bool{"": false, "test-whole": false, "race": true, "test-validation": true} {
		t.Setenv(variable, target)
		skipped := false
		t.Run(target, func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			ComparesStage(t)
		})
		if skipped != want {
			t.Errorf("target %q: skipped is %v, want %v", target, skipped, want)
		}
	}
	if t.Setenv(variable, "race"); !Racing() {
		t.Error("Racing is false in make race")
	}
}
