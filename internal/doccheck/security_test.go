package doccheck

import (
	"path"
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
	p := wholeProject(t)
	_, promised, found := strings.Cut(p.read(t, "docs/security.md"), "## What is promised")
	promised, _, _ = strings.Cut(promised, "\n## ")
	rows := promiseRow.FindAllStringSubmatch(promised, -1)
	if lines := strings.Count(promised, "\n| "); !found || len(rows) != lines-1 || len(rows) < 20 { // one line is the head
		t.Fatalf("%d of %d lines of the table are promises with folders and tests", len(rows), lines-1)
	}
	for _, row := range rows {
		var there []string
		for folder := range strings.SplitSeq(row[1], ", ") {
			tests := p.testsIn(t, strings.Trim(folder, "`"))
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
func (p *project) testsIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	for _, file := range p.texts {
		if path.Dir(file) == folder && strings.HasSuffix(file, "_test.go") {
			for _, found := range testFunc.FindAllStringSubmatch(p.read(t, file), -1) {
				names = append(names, found[1])
			}
		}
	}
	return names
}
