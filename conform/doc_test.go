package conform

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// documentedCases returns the cases that docs/conform.md shows.
func documentedCases(t *testing.T) []Case {
	t.Helper()
	text := must.Get(os.ReadFile("../docs/conform.md"))(t)
	cases := parse(t, regexp.MustCompile(`input=[^\s`+"`"+`]+`).FindAllString(string(text), -1)...)
	if len(cases) == 0 {
		t.Fatal("docs/conform.md shows no case")
	}
	for _, name := range kindNames() {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("docs/conform.md does not list the kind %s", name)
		}
	}
	return cases
}

// The cases in the documentation and in error messages run, and are equal.
func TestDocumentedCasesRun(t *testing.T) {
	cases := append(documentedCases(t), parse(t, exampleCase)...)
	if report := runTest(t, cases); report.Equal != len(cases) {
		t.Errorf("%+v", report)
	}
}
