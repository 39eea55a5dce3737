package doccheck

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	promiseRow = regexp.MustCompile("(?m)^\\| [^|]+ \\| [^|]+ \\| (`[a-z/-]+`(?:, `[a-z/-]+`)*) \\| (.*) \\|$")
	nameOfTest = regexp.MustCompile("^`((?:Test|Fuzz)\\w+)`$")
	testFunc   = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
)

// Each promise about security names tests, and each test is in a folder of its row.
func TestPromisesHaveTests(t *testing.T) {
	const root = "../.."
	text, err := os.ReadFile(filepath.Join(root, "docs/security.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, promised, found := strings.Cut(string(text), "## What is promised")
	promised, _, _ = strings.Cut(promised, "\n## ")
	rows := promiseRow.FindAllStringSubmatch(promised, -1)
	if lines := strings.Count(promised, "\n| "); !found || len(rows) != lines-1 || len(rows) < 20 { // one line is the head
		t.Fatalf("%d of %d lines of the table are promises with folders and tests", len(rows), lines-1)
	}
	for _, row := range rows {
		var there []string
		for folder := range strings.SplitSeq(row[1], ", ") {
			tests := testsIn(t, filepath.Join(root, strings.Trim(folder, "`")))
			if !slices.ContainsFunc(tests, func(name string) bool { return strings.Contains(row[2], "`"+name+"`") }) {
				t.Errorf("%s: no test is in %s", row[0], folder)
			}
			there = append(there, tests...)
		}
		for name := range strings.SplitSeq(row[2], ", ") {
			if test := nameOfTest.FindStringSubmatch(name); test == nil || !slices.Contains(there, test[1]) {
				t.Errorf("%s: there is no test %s", row[0], name)
			}
		}
	}
}

// testsIn returns the tests of a folder.
func testsIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range testFunc.FindAllStringSubmatch(string(text), -1) {
			names = append(names, found[1])
		}
	}
	return names
}
