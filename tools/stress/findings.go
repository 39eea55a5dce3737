package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// findings is what the runs have found.
type findings struct {
	mutex            sync.Mutex
	runs, failedRuns int
	ofPackage        map[string]int      // runs
	tests            map[string]*failure // by package and test
}

// failure is a test that failed at least once.
type failure struct {
	pkg, test string
	times     int
	first     testRun
}

func newFindings() *findings {
	return &findings{ofPackage: map[string]int{}, tests: map[string]*failure{}}
}

// failedTest matches the verdict of a test that is no subtest.
var failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\S+) `)

// endedIn matches the first test in the stack of a program that panicked or was stopped.
var endedIn = regexp.MustCompile(`(?m)^panic: .*|^running tests:\n\t(\S+) `)

// add adds a run.
func (f *findings) add(r testRun) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.runs++
	f.ofPackage[r.pkg]++
	if r.err == nil {
		return
	}
	f.failedRuns++
	names := map[string]bool{}
	for _, match := range failedTest.FindAllStringSubmatch(r.out, -1) {
		names[match[1]] = true
	}
	if len(names) == 0 {
		name := "(the program ended)"
		for _, match := range endedIn.FindAllStringSubmatch(r.out, -1) {
			name = cmp.Or(match[1], name)
		}
		names[name] = true
	}
	for name := range names {
		key := r.pkg + " " + name
		if f.tests[key] == nil {
			f.tests[key] = &failure{pkg: r.pkg, test: name, first: r}
		}
		f.tests[key].times++
	}
}

// print lists the failures: the most frequent first.
func (f *findings) print(out io.Writer) {
	all := slices.SortedFunc(maps.Values(f.tests), func(a, b *failure) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.test, b.test))
	})
	for _, one := range all {
		fmt.Fprintf(out, "\n== %s %s: failed %d times in %d runs, first with -shuffle=%d GOMAXPROCS=%d: %v\n%s",
			one.pkg, one.test, one.times, f.ofPackage[one.pkg], one.first.seed, one.first.threads, one.first.err,
			lastLines(one.first.out, 40))
	}
	fmt.Fprintf(out, "\n== %d runs of %d packages, %d failed; tests that failed once:", f.runs, len(f.ofPackage), f.failedRuns)
	if len(all) == 0 {
		fmt.Fprint(out, " none")
	}
	fmt.Fprintln(out)
	for _, one := range all {
		fmt.Fprintf(out, "%4d of %d  make stress PKG=%s RUN=%s\n", one.times, f.ofPackage[one.pkg], one.pkg, one.test)
	}
}

// lastLines returns the last n lines of a text, indented.
func lastLines(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return "    " + strings.Join(lines[max(0, len(lines)-n):], "\n    ") + "\n"
}
