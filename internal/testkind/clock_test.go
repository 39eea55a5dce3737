package testkind

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// exceptions are tests that may look at the clock, by file and function, and why. A name may have the
// wildcards of path.Match. There are ten at most: a test that waits belongs into a bubble of
// testing/synctest, and a promise about the wall clock is printed by aco-vk bench --table anytime.
var exceptions = map[string]string{
	"aco/cancel_test.go:TestDeadlineInterrupts":                  "ends at a deadline, however late it gets there",
	"conform/planted_test.go:declaration":                        "only time tells a driver that hangs from a slow one",
	"internal/precompile/precompile_test.go:TestFaultsOfDrivers": "only time tells a driver that hangs from a slow one",
	"cmd/aco-vk/long_test.go:TestLongRun":                        "the run lasts as long as ACO_VK_LONG says",
	"cmd/aco-vk/kill_test.go:kill":                               "kills at random times; any will do",
	"cmd/aco-vk/experiment_test.go:TestKilledExperiment":         "looks at a file each millisecond, without a limit",
	"cmd/aco-vk/serve_test.go:*":                                 "prints the times of answers",
	"cmd/aco-vk/roads_test.go:routing":                           "a server that answers late; later is right, too",
	"cmd/aco-vk/releases_test.go:store":                          "the order of a job's end and a service's start",
}

// No test's verdict depends on the clock, but for the exceptions. See [clockRules] for what is found.
func TestNoVerdictByTheClock(t *testing.T) {
	if len(exceptions) > 10 {
		t.Errorf("%d exceptions", len(exceptions))
	}
	unused := maps.Clone(exceptions)
	for _, f := range findClocks(t, "../..") {
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
	what           string
}

func (u clockUse) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", u.file, u.line, u.function, u.what)
}

// exception returns the exception that excuses the use; "" if none does.
func (u clockUse) exception() string {
	for name, reason := range exceptions {
		if ok, err := path.Match(name, u.file+":"+u.function); ok && err == nil && reason != "" {
			return name
		}
	}
	return ""
}

// findClocks returns the uses of the clock in the tests below a folder, in order. Tests are the files
// *_test.go, and all files of packages for tests, whose names end in test.
func findClocks(t *testing.T, root string) (all []clockUse) {
	t.Helper()
	folders := map[string][]string{}
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch base := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && (base == "build" || base == "testdata" || base == ".git"):
			return filepath.SkipDir
		case strings.HasSuffix(base, "_test.go") || isTestPackage(filepath.Dir(name)) && strings.HasSuffix(base, ".go"):
			folders[filepath.Dir(name)] = append(folders[filepath.Dir(name)], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var mutex sync.Mutex
	var working sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, files := range folders {
		working.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			set := token.NewFileSet()
			var parsed []*ast.File
			for _, name := range files {
				file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
				if err != nil {
					t.Error(err)
					return
				}
				parsed = append(parsed, file)
			}
			found := newClockRules(set, parsed).find()
			mutex.Lock()
			defer mutex.Unlock()
			all = append(all, found...)
		})
	}
	working.Wait()
	for i := range all {
		if relative, err := filepath.Rel(root, all[i].file); err == nil {
			all[i].file = filepath.ToSlash(relative)
		}
	}
	slices.SortFunc(all, func(a, b clockUse) int {
		if order := strings.Compare(a.file, b.file); order != 0 {
			return order
		}
		return a.line - b.line
	})
	return all
}

// isTestPackage reports whether a folder has a package for tests. tools/gotest has a program.
func isTestPackage(folder string) bool {
	return strings.HasSuffix(folder, "test") && !strings.HasSuffix(filepath.Dir(folder), "tools")
}
