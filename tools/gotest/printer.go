package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// event is a line of go test -json; see go doc test2json.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// printer prints the events of go test as go test does without -json.
type printer struct {
	out      io.Writer
	verbose  bool // print the output of all tests at once
	packages map[string]*packageOutput
	tests    int
	skipped  map[string]int // tests by reason
	failed   []failure      // in the order of their ends
	slowest  []event        // the ends of the tests that took longest, the slowest first
}

// failure is a test that failed, or a package that failed without the failure of a test.
type failure struct{ pkg, test string }

// packageOutput is what is known about a package that runs.
type packageOutput struct {
	text  strings.Builder        // that belongs to no test
	tests []string               // that have not passed, in the order in which they began
	lines map[string]*testOutput // by test
}

type testOutput struct {
	verdict string // the line that go test prints first
	text    strings.Builder
}

func newPrinter(out io.Writer, verbose bool) *printer {
	return &printer{out: out, verbose: verbose, packages: map[string]*packageOutput{}, skipped: map[string]int{}}
}

// read prints events until there are no more. A line that is no event is printed as it is.
func (p *printer) read(events io.Reader) error {
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadString('\n')
		var e event
		if json.Unmarshal([]byte(line), &e) == nil && e.Action != "" {
			p.add(e)
		} else {
			fmt.Fprint(p.out, line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// add handles an event.
func (p *printer) add(e event) {
	pkg := p.packages[e.Package]
	if pkg == nil {
		pkg = &packageOutput{lines: map[string]*testOutput{}}
		p.packages[e.Package] = pkg
	}
	switch {
	case e.Action == "run":
		pkg.tests, pkg.lines[e.Test] = append(pkg.tests, e.Test), &testOutput{}
	case e.Action == "build-output":
		fmt.Fprint(p.out, e.Output)
	case e.Action == "output" && p.verbose:
		fmt.Fprint(p.out, e.Output)
		pkg.add(e)
	case e.Action == "output":
		pkg.add(e)
	case e.Test != "":
		p.end(pkg, e)
	case e.Action == "pass" || e.Action == "fail" || e.Action == "skip":
		if !p.verbose {
			pkg.print(p.out)
		}
		if e.Action == "fail" && !slices.ContainsFunc(p.failed, func(f failure) bool { return f.pkg == e.Package }) {
			p.failed = append(p.failed, pkg.unended(e.Package)...)
		}
		delete(p.packages, e.Package)
	}
}

// unended returns the tests that ran when the program of a failed package ended, such as one that
// waits for ever; the package where there is none.
func (o *packageOutput) unended(name string) (list []failure) {
	for _, test := range o.tests {
		if o.lines[test].verdict == "" && !strings.Contains(test, "/") {
			list = append(list, failure{name, test})
		}
	}
	if list == nil {
		list = []failure{{pkg: name}}
	}
	return list
}

// marks begin lines that go test prints only with -v.
var marks = []string{"=== RUN ", "=== PAUSE ", "=== CONT ", "=== NAME "}

// add keeps a line of a test or of the package.
func (o *packageOutput) add(e event) {
	if slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(e.Output, mark) }) {
		return
	}
	test := o.lines[e.Test]
	if test == nil {
		if e.Output != "PASS\n" {
			o.text.WriteString(e.Output)
		}
		return
	}
	if strings.HasPrefix(strings.TrimSpace(e.Output), "--- FAIL: ") {
		test.verdict = e.Output
		return
	}
	test.text.WriteString(e.Output)
}

// print prints the output of the tests that failed, or that ran when the program ended, and then
// that of the package.
func (o *packageOutput) print(out io.Writer) {
	for _, test := range o.tests {
		fmt.Fprint(out, o.lines[test].verdict, o.lines[test].text.String())
	}
	fmt.Fprint(out, o.text.String())
}

// reason matches the line of a skipped test, or the command that skips a test script.
var reason = regexp.MustCompile(`(?m)^\s*(?:[^\s:]+\.go:\d+: (.*)|> (?:\[.+\] )?skip '(.*)')$`)

// end handles the end of a test. Only the output of one that failed is kept.
func (p *printer) end(pkg *packageOutput, e event) {
	switch e.Action {
	case "skip":
		why := "without a reason"
		if found := reason.FindAllStringSubmatch(pkg.lines[e.Test].text.String(), -1); found != nil {
			last := found[len(found)-1]
			why = last[1] + last[2]
		}
		p.skipped[why]++
	case "pass", "fail":
	default:
		return
	}
	p.tests++
	p.keepSlow(e)
	if e.Action == "fail" && !strings.Contains(e.Test, "/") { // a subtest is repeated with its test
		p.failed = append(p.failed, failure{e.Package, e.Test})
	}
	if e.Action != "fail" {
		delete(pkg.lines, e.Test)
		pkg.tests = slices.DeleteFunc(pkg.tests, func(test string) bool { return test == e.Test })
	}
}

// slowTests is how many of the slowest tests are printed, and slowTime the least time of one. They
// are where the time of a part of CI goes.
const slowTests, slowTime = 12, 5 * time.Second

// keepSlow keeps the end of a test if it is one of the slowest. A test is left out if one of its
// subtests, which end before it, is kept.
func (p *printer) keepSlow(e event) {
	if e.Elapsed < slowTime.Seconds() || slices.ContainsFunc(p.slowest, func(s event) bool {
		return s.Package == e.Package && strings.HasPrefix(s.Test, e.Test+"/")
	}) {
		return
	}
	p.slowest = append(p.slowest, e)
	slices.SortStableFunc(p.slowest, func(a, b event) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	p.slowest = p.slowest[:min(len(p.slowest), slowTests)]
}

// summary prints the slowest tests, how many tests were skipped, and why: the most frequent
// reason first. It ends with the failed tests, each as the command that repeats it.
func (p *printer) summary(repeat func(failure) string) {
	for _, e := range p.slowest {
		fmt.Fprintf(p.out, "%6.0f s %s %s\n", e.Elapsed, path.Base(e.Package), e.Test)
	}
	count, reasons := 0, []string{}
	for why, tests := range p.skipped {
		count += tests
		reasons = append(reasons, fmt.Sprintf("%7d %s", tests, why))
	}
	slices.Sort(reasons)
	slices.Reverse(reasons)
	fmt.Fprintf(p.out, "skipped: %d of %d tests\n", count, p.tests)
	for _, line := range reasons {
		fmt.Fprintln(p.out, line)
	}
	if len(p.failed) > 0 {
		fmt.Fprintf(p.out, "failed: %d, each repeated by\n", len(p.failed))
		for _, f := range p.failed {
			fmt.Fprintln(p.out, "      "+repeat(f))
		}
	}
}
