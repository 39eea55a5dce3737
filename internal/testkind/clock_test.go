package testkind

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// exceptions are tests that may look at the clock, by file and function, and why. A name may have the
// wildcards of path.Match. There are ten at most: a test that waits belongs into a bubble of
// testing/synctest, and a promise about the wall clock is measured by aco-vk experiment --program.
var exceptions = map[string]string{
	"aco/cancel_test.go:TestDeadlineInterrupts":                  "ends at a deadline, however late it gets there",
	"conform/planted_test.go:declaration":                        "only time tells a driver that hangs from a slow one",
	"internal/precompile/precompile_test.go:TestFaultsOfDrivers": "only time tells a driver that hangs from a slow one",
	"cmd/aco-vk/long_test.go:TestLongRun":                        "the run lasts as long as ACO_VK_LONG says",
	"cmd/aco-vk/kill_test.go:kill":                               "kills at random times; any will do",
	"cmd/aco-vk/experiment_test.go:TestKilledExperiment":         "looks at a file each millisecond, without a limit",
	"cmd/aco-vk/serve_test.go:*":                                 "prints the times of answers",
	"cmd/aco-vk/roads_test.go:routing":                           "a server that answers late; later is right, too",
	"python/python_test.go:TestPackage":                          "Python prints where it hangs before go test ends it",
}

// No test's verdict depends on the clock, but for the exceptions. See [clockUses] for what is found.
func TestNoVerdictByTheClock(t *testing.T) {
	if len(exceptions) > 10 {
		t.Errorf("%d exceptions", len(exceptions))
	}
	unused := maps.Clone(exceptions)
	for _, f := range findClocks(t, os.DirFS("../..")) {
		if excuse := f.exception(); excuse != "" {
			delete(unused, excuse)
			continue
		}
		t.Error(f)
	}
	for name := range unused {
		t.Errorf("the exception %q has nothing to excuse", name)
	}
}

// clockUse is one use of the clock.
type clockUse struct {
	file, function string
	line           int
	text           string
}

func (u clockUse) String() string {
	return fmt.Sprintf("%s:%d: %s looks at the clock: %s", u.file, u.line, u.function, u.text)
}

// exception returns the exception that excuses the use; "" if none does.
func (u clockUse) exception() string {
	for name := range exceptions {
		if ok, err := path.Match(name, u.file+":"+u.function); ok && err == nil {
			return name
		}
	}
	return ""
}

// findClocks returns the uses of the clock in the tests below a folder, in order. Tests are the files
// *_test.go, and all files of packages for tests, whose names end in test.
func findClocks(t *testing.T, root fs.FS) (all []clockUse) {
	t.Helper()
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		folder := path.Dir(name)
		isTest := strings.HasSuffix(name, "_test.go") || strings.HasSuffix(folder, "test") && folder != "tools/gotest"
		switch base := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (base == "build" || base == "testdata" || base == ".git"):
			return fs.SkipDir
		case name == "internal/testkind/clock_test.go" || !isTest || path.Ext(base) != ".go":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		all = append(all, clockUses(name, string(text))...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	// bubble is a call whose function may look at the clock.
	bubble = regexp.MustCompile(`\b(synctest\.Test|jobtest\.Bubble|testing\.Benchmark)\(`)
	// clock measures a time, compares the time of a run, sleeps, or gives something a limit of time.
	clock = regexp.MustCompile(`\b(time\.(Since|Until|Sleep|After|AfterFunc|NewTimer|NewTicker|Tick)|` +
		`context\.With(Timeout|Deadline)(Cause)?)\(|\.Set(Read|Write)?Deadline\(|` +
		`\b(result|run|r)\.(Elapsed|Wall|WallS)(\(\))? [<>]=? [^0]|\w*(Timeout|Silence)(:| =) .*time\.|time\.Now\(\)\.(Before|After|Sub|Compare)\(`)
	// harmless is a time that nothing or everything exceeds, and the pause of a loop that polls.
	harmless = regexp.MustCompile(`time\.(Hour|Microsecond|Nanosecond|Time\{\})|time\.After\(0\)|time\.Sleep\(time\.Millisecond\)|^//`)
	function = regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?(\w+)`)
)

// clockUses returns the lines of a file of tests that look at the clock. A benchmark may, and so may a
// test with a bubble of testing/synctest, and the helpers in its file. What a function of another
// package, or a variable, has to do with the clock is not seen.
func clockUses(file, text string) (uses []clockUse) {
	hasBubble := bubble.MatchString(text)
	line := 1
	for declaration := range strings.SplitAfterSeq(text, "\n}\n") {
		name := "declaration"
		if match := function.FindStringSubmatch(declaration); match != nil {
			name = match[1]
		}
		isTest := strings.HasPrefix(name, "Test")
		free := strings.HasPrefix(name, "Benchmark") || bubble.MatchString(declaration) || hasBubble && !isTest
		for one := range strings.Lines(declaration) {
			if one = strings.TrimSpace(one); !free && clock.MatchString(one) && !harmless.MatchString(one) {
				uses = append(uses, clockUse{file, name, line, one})
			}
			line++
		}
	}
	return uses
}

func TestClockUses(t *testing.T) {
	for body, want := range map[string]bool{
		"if time.Since(began) > short { t.Error() }":      true,
		"for time.Now().Before(end) {}":                   true,
		"if result.Elapsed > wait { t.Error() }":          true,
		"if result.WallS <= 0 { t.Error() }":              false,
		"if result.Elapsed != want.Elapsed { t.Error() }": false,
		"time.Sleep(d)":                                                     true,
		"time.Sleep(time.Hour)":                                             false,
		"for !done() { time.Sleep(time.Millisecond) }":                      false,
		"context.WithTimeout(ctx, 200*time.Millisecond)":                    true,
		"context.WithTimeout(ctx, 2*time.Hour)":                             false,
		"select { case <-done: case <-time.After(time.Minute): t.Fatal() }": true,
		"c.SetReadDeadline(time.Now().Add(short))":                          true,
		"c.SetDeadline(time.Time{})":                                        false,
		"c := http.Client{Timeout: time.Second}":                            true,
		"limits.Silence = 20 * time.Second":                                 true,
		"synctest.Test(t, func(t *testing.T) { time.Sleep(d) })":            false,
	} {
		for _, name := range []string{"TestX", "BenchmarkX", "helper"} {
			uses := clockUses("x_test.go", "package p\n\nfunc "+name+"() {\n\t"+body+"\n}\n")
			if (len(uses) == 1 && uses[0].line == 4 && uses[0].function == name) != (want && name != "BenchmarkX") {
				t.Errorf("%s in %s: %v", body, name, uses)
			}
		}
	}
}
