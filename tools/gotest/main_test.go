package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// module is the files of a module with tests that pass, fail, are skipped and end the program.
var module = map[string]string{
	"go.mod": "module example\n\ngo 1.26\n",
	"ends/ends_test.go": `package ends

import ("os"; "testing")

func TestEnds(t *testing.T) { t.Log("the last words"); os.Exit(7) }
`,
	"broken/broken_test.go": "package broken\n\nvar x int = \"no number\"\n",
	"mixed/mixed_test.go": `package mixed

import "testing"

func TestPasses(t *testing.T) { t.Log("not shown") }
func TestFails(t *testing.T) {
	t.Run("first", func(t *testing.T) { t.Error("what is wrong") })
	t.Run("second", func(t *testing.T) { t.Skip("no device") })
}
func TestSkipped(t *testing.T) { t.Skip("no device") }
func TestAlsoSkipped(t *testing.T) { t.Skip("no files: none") }
func TestNoReason(t *testing.T) { t.SkipNow() }
func TestScript(t *testing.T) { t.Log("WORK=$WORK\n> [short] skip 'is long'"); t.SkipNow() }
`,
}

// Failures are printed as go test prints them. Then the number of skipped tests and their reasons
// follow. The exit status is go test's.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("ACO_VK_TARGET", "")
	for name, text := range module {
		folder, _, _ := strings.Cut(name, "/")
		if folder != name {
			must.Do(t, os.MkdirAll(folder, 0o777))
		}
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	test := func(arguments ...string) (string, int) {
		var out strings.Builder
		status := must.Get(run(&out, append(arguments, "-vet=off", "-count=1")))(t)
		return regexp.MustCompile(`[0-9.]+s\b`).ReplaceAllString(out.String(), "0s"), status
	}
	const summary = "skipped: 5 of 8 tests\n      2 no device\n      1 without a reason\n      1 no files: none\n      1 is long\n"
	for _, c := range []struct {
		arguments []string
		status    int
		want      []string // parts of the output; the last one ends it
	}{
		{[]string{"./mixed"}, 1, []string{
			"--- FAIL: TestFails (0s)\n--- FAIL: TestFails/first (0s)\n    mixed_test.go:7: what is wrong\n",
			"FAIL\texample/mixed\t0s\n" + summary + "failed: 1, each repeated by\n      go test -run '^TestFails$' ./mixed\n",
		}},
		{[]string{"-skip=TestFails", "./mixed"}, 0,
			[]string{"ok  \texample/mixed\t0s\nskipped: 4 of 5 tests\n      1 without a reason\n      1 no files: none\n      1 no device\n      1 is long\n"}},
		{[]string{"./ends"}, 1, []string{"the last words\n", "FAIL\texample/ends\t0s\nskipped: 0 of 0 tests\nfailed: 1, each repeated by\n      go test -run '^TestEnds$' ./ends\n"}},
		{[]string{"./broken"}, 1, []string{"no number",
			"FAIL\texample/broken [build failed]\nskipped: 0 of 0 tests\nfailed: 1, each repeated by\n      go test ./broken\n"}},
		{[]string{"-v", "-run=TestPasses", "./mixed"}, 0, []string{"=== RUN   TestPasses\n", "not shown\n",
			"skipped: 0 of 1 tests\n"}},
	} {
		out, status := test(c.arguments...)
		if status != c.status || !strings.HasSuffix(out, c.want[len(c.want)-1]) {
			t.Errorf("%s: status %d, want %d, and output\n%s", c.arguments, status, c.status, out)
		}
		for _, part := range c.want {
			if !strings.Contains(out, part) {
				t.Errorf("%s: no %q in\n%s", c.arguments, part, out)
			}
		}
		if c.arguments[0] != "-v" && (strings.Contains(out, "not shown") || strings.Contains(out, "=== ")) {
			t.Errorf("%s: what passed is in\n%s", c.arguments, out)
		}
	}
}

// The slowest tests are listed, and a subtest in place of its test.
func TestSlowest(t *testing.T) {
	var out strings.Builder
	p := newPrinter(&out, false)
	for _, e := range []event{{Test: "TestQuick", Elapsed: 4}, {Test: "TestB/part", Elapsed: 6}, {Test: "TestB", Elapsed: 7},
		{Test: "TestC", Elapsed: 30}} {
		e.Package = "m/aco"
		p.add(event{Action: "run", Package: e.Package, Test: e.Test})
		e.Action = "pass"
		p.add(e)
	}
	p.summary(nil)
	if want := "    30 s aco TestC\n     6 s aco TestB/part\nskipped: 0 of 4 tests\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
}

// A failed test of a target is repeated by the target.
func TestRepeats(t *testing.T) {
	for want, got := range map[string]string{
		"make race PKG=./aco RUN=TestX": repeats("race", "m", failure{"m/aco", "TestX"}),
		"make race PKG=.":               repeats("race", "m", failure{"m", ""}),
		"go test -run '^TestX$' ./aco":  repeats("", "m", failure{"m/aco", "TestX"}),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
