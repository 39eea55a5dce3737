package results

import (
	"bytes"
	"encoding/xml"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/must"
)

// report has a case of each verdict, one that passed when it ran again, and two probes.
func report() *conform.Report {
	r := &conform.Report{Probes: []conform.Probe{{Name: "shared memory, barrier()", Verdict: "ok"},
		{Name: "subgroupAdd", Verdict: "refused", Detail: "no\nsubgroups"}}}
	for name, verdict := range map[string]conform.Verdict{
		"pass": conform.Equal, "fail": conform.Differs, "error": conform.Failed, "crash": conform.Crashed,
		"memory": conform.OutOfMemory, "timeout": conform.Hung, "skip": conform.Refused, "flake": conform.Differs,
	} {
		t := conform.Tested{Case: "input=" + name + ",algorithm=as", Verdict: verdict, MS: 1500}
		switch name {
		case "flake":
			t.Again = conform.Equal
		case "fail":
			t.Reduced = "input=less,algorithm=as"
		}
		if verdict == conform.Refused {
			t.Reason = "too few words"
		}
		r.Tested = append(r.Tested, t)
	}
	r.Problems = []conform.Problem{{Case: "input=less,algorithm=as", Verdict: conform.Differs, Error: `"<wrong>" word`}}
	return r
}

// Each verdict has deqp-runner's word, names have no commas, and the lines are sorted by name.
func TestCSV(t *testing.T) {
	all := Of(report(), []string{"input=fail/algorithm=as", "input=late/algorithm=as"})
	var csv, failures bytes.Buffer
	must.Do(t, errors.Join(WriteCSV(&csv, all), WriteFailures(&failures, all)))
	want := `input=crash/algorithm=as,Crash,1.5
input=error/algorithm=as,Fail,1.5
input=fail/algorithm=as,Fail,1.5
input=flake/algorithm=as,Flake,1.5
input=late/algorithm=as,Missing,0
input=memory/algorithm=as,Crash,1.5
input=pass/algorithm=as,Pass,1.5
input=skip/algorithm=as,Skip,1.5
input=timeout/algorithm=as,Timeout,1.5
probe/shared memory/barrier(),Pass,0
probe/subgroupAdd,Skip,0
`
	if diff := cmp.Diff(want, csv.String()); diff != "" {
		t.Error(diff)
	}
	if text := failures.String(); strings.Count(text, "\n") != 7 || !strings.Contains(text, "input=flake/algorithm=as,Flake\n") ||
		strings.Contains(text, "Pass") || strings.Contains(text, "Skip") {
		t.Errorf("failures:\n%s", text)
	}
	if got := Counts(all); got != "Pass: 2, Fail: 2, Crash: 2, Skip: 2, Timeout: 1, Missing: 1, Flake: 1" {
		t.Error(got)
	}
}

// The rules of deqp-runner for each pair of result and baseline.
func TestBaseline(t *testing.T) {
	better := unexpectedImprovement
	for _, c := range []struct{ got, baseline, want Status }{
		{Pass, "", Pass}, {Pass, Pass, Pass}, {Pass, Fail, better(Pass)}, {Pass, Crash, better(Pass)},
		{Pass, Timeout, better(Pass)}, {Pass, Missing, better(Pass)}, {Pass, Flake, Pass}, {Pass, Skip, Pass},
		{Fail, "", Fail}, {Fail, Fail, ExpectedFail}, {Fail, ExpectedFail, ExpectedFail}, {Fail, Crash, better(Fail)},
		{Fail, Timeout, better(Fail)}, {Fail, Pass, Fail}, {Fail, Missing, Fail}, {Fail, Skip, Fail},
		{Crash, Crash, ExpectedFail}, {Crash, ExpectedFail, ExpectedFail}, {Crash, Fail, Crash}, {Crash, Timeout, Crash},
		{Timeout, Timeout, ExpectedFail}, {Timeout, Crash, Timeout}, {Timeout, ExpectedFail, Timeout},
		{Skip, Fail, better(Skip)}, {Skip, Skip, Skip}, {Flake, Fail, Flake}, {Missing, Fail, Missing},
	} {
		if got := expected(c.got, c.baseline); got != c.want {
			t.Errorf("%s with the baseline %q: %s, want %s", c.got, c.baseline, got, c.want)
		}
	}
}

// The failures of a test are the baseline of the next one, which then has nothing unexpected.
func TestFailuresAreABaseline(t *testing.T) {
	all := Of(report(), nil)
	var failures bytes.Buffer
	must.Do(t, WriteFailures(&failures, all))
	e := Expectations{Flakes: []*regexp.Regexp{regexp.MustCompile("input=fl.ke")}}
	must.Do(t, e.AddBaseline(strings.NewReader("# comment\n\n"+failures.String())))
	if bad := Unexpected(e.Apply(all)); len(bad) > 0 {
		t.Errorf("unexpected: %+v", bad)
	}
	for i := range all { // what failed passes now
		if all[i].Status != Skip {
			all[i].Status = Pass
		}
	}
	bad := Unexpected(e.Apply(all))
	if len(bad) != 5 || bad[0].Status != unexpectedImprovement(Pass) || Counts(bad) != "Pass: 0, UnexpectedImprovement: 5" {
		t.Errorf("%s: %+v", Counts(bad), bad)
	}
}

// A flake is not OK unless it is listed, by a pattern or by its name.
func TestFlakes(t *testing.T) {
	const name = "search=2opt+oropt/rho=0.02"
	for list, want := range map[string]Status{"": Flake, "# comment": Flake, "2opt": KnownFlake, name: KnownFlake, "3opt": Flake} {
		flakes := must.Get(ReadPatterns(strings.NewReader(list)))(t)
		all := Expectations{Flakes: flakes}.Apply([]Result{{Name: name, Status: Flake}})
		if all[0].Status != want || all[0].Status.OK() != (want == KnownFlake) {
			t.Errorf("list %q: %s, want %s", list, all[0].Status, want)
		}
	}
}

// Files that are not understood are refused, with the line.
func TestWrongFiles(t *testing.T) {
	for _, text := range []string{"a,Pass\nb", "a,Pass\n,Fail", "a,Pass\nb,Broken", "a,Pass\na,Fail",
		"a,Pass\nb,UnexpectedImprovement(Broken)"} {
		err := new(Expectations).AddBaseline(strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), "line 2: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ReadPatterns(strings.NewReader("a\n(")); err == nil {
		t.Error("an invalid pattern is accepted")
	}
}

// JUnit's XML has each result, and what is unexpected with its text and the command to repeat it.
func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	must.Do(t, WriteJUnit(&out, "aco-vk", func(text string) string { return "repeat " + text }, Of(report(), nil)))
	var read junitSuites
	must.Do(t, xml.Unmarshal(out.Bytes(), &read))
	s := read.Suite
	if s.Tests != 10 || len(s.Cases) != 10 || s.Failures != 3 || s.Errors != 3 || s.Skipped != 2 || s.Time != "12.000" {
		t.Errorf("%+v", s)
	}
	for _, c := range s.Cases {
		if c.Name == "input=fail/algorithm=as" && (c.Failure == nil || c.Failure.Message != `"<wrong>" word` ||
			c.Failure.Text != "repeat input=less,algorithm=as") {
			t.Errorf("%+v", c.Failure)
		}
		if c.Name == "input=skip/algorithm=as" && (c.Skipped == nil || c.Skipped.Message != "too few words") {
			t.Errorf("skipped: %+v", c.Skipped)
		}
	}
}

// In TAP an expected failure is not ok, but to be done, and a skipped case is ok.
func TestTAP(t *testing.T) {
	all := Expectations{Baseline: map[string]Status{"input=crash/algorithm=as": Crash}}.Apply(Of(report(), nil))
	var out bytes.Buffer
	must.Do(t, WriteTAP(&out, all))
	for _, line := range []string{"TAP version 13", "1..10", "not ok 1 - input=crash/algorithm=as # TODO ExpectedFail",
		"not ok 3 - input=fail/algorithm=as", "  status: Fail", "ok 7 - input=skip/algorithm=as # SKIP too few words",
		"ok 10 - probe/subgroupAdd # SKIP no subgroups"} {
		if !strings.Contains(out.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, out.String())
		}
	}
}

// Every result is counted.
func TestCounts(t *testing.T) {
	all := []Result{{Status: unexpectedImprovement(Pass)}}
	for _, s := range []Status{Pass, Fail, Crash, ExpectedFail, Warn, Skip, Timeout, Missing, Flake, KnownFlake} {
		all = append(all, Result{Status: s}, Result{Status: s})
	}
	want := "Pass: 2, Fail: 2, Crash: 2, UnexpectedImprovement: 1, ExpectedFail: 2, Warn: 2, Skip: 2, Timeout: 2, " +
		"Missing: 2, Flake: 2, KnownFlake: 2"
	if got := Counts(all); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
