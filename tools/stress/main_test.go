package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The busy processes of the tests are the tests' program.
func TestMain(m *testing.M) {
	if os.Getenv(busyVariable) != "" {
		beBusy(os.Stdin)
		return
	}
	os.Exit(m.Run())
}

// module has a package whose tests pass, one with a test that fails in short tests, one that ends
// the program, and one without tests.
var module = map[string]string{
	"go.mod":                "module example\n\ngo 1.26\n",
	"passes/passes_test.go": "package passes\n\nimport \"testing\"\n\nfunc TestPasses(t *testing.T) {}\n",
	"fails/fails_test.go": "package fails\n\nimport \"testing\"\n\nfunc TestPasses(t *testing.T) {}\n\n" +
		"func TestFails(t *testing.T) { t.Run(\"inner\", func(t *testing.T) { if testing.Short() { t.Error(\"why\") } }) }\n",
	"ends/ends_test.go": "package ends\n\nimport \"testing\"\n\nfunc TestEnds(t *testing.T) { go panic(\"no test\"); select {} }\n",
	"none/none.go":      "package none\n",
}

// Each failed test is listed with the number of its failures and the command that repeats it.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range module {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		arguments []string
		status    int
		want      []string // parts of the output; the last one ends it
	}{
		{[]string{"./passes", "./none"}, 0, []string{"== round 1 after",
			"\n== 1 runs of 1 packages, 0 failed; tests that failed once: none\n"}},
		{nil, 1, []string{"    fails_test.go:7: why\n", "panic: no test",
			"3 runs of 3 packages, 2 failed; tests that failed once:\n",
			"   1 of 1  make stress PKG=./fails RUN=TestFails\n"}},
		{[]string{"--tests=TestPasses", "./fails", "./passes"}, 0, []string{"2 runs of 2 packages, 0 failed; tests that failed once: none\n"}},
	} {
		var out strings.Builder
		status, err := run(t.Context(), &out, append([]string{"--for=0", "--busy=1"}, c.arguments...))
		if err != nil || status != c.status || !strings.HasSuffix(out.String(), c.want[len(c.want)-1]) {
			t.Errorf("%s: status %d, error %v, output\n%s", c.arguments, status, err, &out)
		}
		for _, part := range c.want {
			if !strings.Contains(out.String(), part) {
				t.Errorf("%s: no %q in\n%s", c.arguments, part, &out)
			}
		}
	}
}
