package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/probe"
)

// Status is the result of a case in deqp-runner's words.
type Status string

const (
	Pass    Status = "Pass"
	Fail    Status = "Fail"  // it differs, or the driver returned an error
	Crash   Status = "Crash" // also a process that took too much memory
	Timeout Status = "Timeout"
	Skip    Status = "Skip"    // the device lacks something that the case needs
	Missing Status = "Missing" // planned, but the test ended before
	Warn    Status = "Warn"    // a probe of what no shader relies on differs
	// Flake is a case that was bad and then, run again alone, passed. KnownFlake is a bad case that
	// is listed as a flake.
	Flake      Status = "Flake"
	KnownFlake Status = "KnownFlake"
	// ExpectedFail is as bad as the baseline says.
	ExpectedFail Status = "ExpectedFail"
)

// improvement is the beginning of the status of a case that is better than its baseline; the actual
// status follows in parentheses.
const improvement = "UnexpectedImprovement"

// unexpectedImprovement returns the status of a case that is better than its baseline.
func unexpectedImprovement(actual Status) Status {
	return Status(fmt.Sprintf("%s(%s)", improvement, actual))
}

// Improved reports whether the case is better than its baseline.
func (s Status) Improved() bool { return s.kind() == improvement }

// kind returns the status without the actual status of an improvement.
func (s Status) kind() Status {
	if strings.HasPrefix(string(s), improvement) {
		return improvement
	}
	return s
}

// OK reports whether the status is no reason to act. Unlike deqp-runner, it counts an unknown flake
// as a failure: a word that is wrong once is wrong.
func (s Status) OK() bool {
	return slices.Contains([]Status{Pass, Skip, Warn, KnownFlake, ExpectedFail}, s)
}

// Result is the result of a case or a probe.
type Result struct {
	Name    string
	Status  Status
	Seconds float64
	Detail  string // what is wrong, or why it did not run
	Repeat  string // the case for conform --repeat; "" for probes
}

// statuses are the statuses of verdicts.
var statuses = map[string]Status{
	string(conform.Equal): Pass, string(conform.Refused): Skip, string(conform.Differs): Fail,
	string(conform.Failed): Fail, string(conform.Crashed): Crash, string(conform.OutOfMemory): Crash,
	string(conform.Hung): Timeout, string(probe.OK): Pass, string(probe.Warn): Warn,
}

// Of returns the results of a report, sorted by name. What was planned and has no result is
// missing.
func Of(r *conform.Report, planned []string) []Result {
	var all []Result
	for _, p := range r.Probes {
		all = append(all, Result{Name: p.ResultName(), Status: statuses[p.Verdict], Seconds: p.MS / 1000, Detail: p.Detail})
	}
	for _, t := range r.Tested {
		one := Result{Name: t.ResultName(), Status: statuses[string(t.Verdict)], Seconds: t.MS / 1000,
			Detail: cmp.Or(r.ProblemOf(t), t.Reason), Repeat: t.Bad()}
		if t.Again == conform.Equal {
			one.Status = Flake
		}
		all = append(all, one)
	}
	has := map[string]bool{}
	for _, one := range all {
		has[one.Name] = true
	}
	for _, name := range planned {
		if !has[name] {
			all = append(all, Result{Name: name, Status: Missing, Detail: "the test ended before"})
		}
	}
	slices.SortStableFunc(all, func(a, b Result) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// Unexpected returns the results that are not OK.
func Unexpected(all []Result) []Result {
	return slices.DeleteFunc(slices.Clone(all), func(r Result) bool { return r.Status.OK() })
}

// Counts returns the number of results of each status as text, such as "Pass: 60, Fail: 2".
func Counts(all []Result) string {
	counts := map[Status]int{}
	for _, r := range all {
		counts[r.Status.kind()]++
	}
	text := []string{fmt.Sprintf("%s: %d", Pass, counts[Pass])}
	for _, s := range []Status{Fail, Crash, improvement, ExpectedFail, Warn, Skip, Timeout, Missing, Flake, KnownFlake} {
		if counts[s] > 0 {
			text = append(text, fmt.Sprintf("%s: %d", s, counts[s]))
		}
	}
	return strings.Join(text, ", ")
}
