package results

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/conform"
)

// Expectations are what is known of a driver. The zero value expects that everything passes.
type Expectations struct {
	Baseline map[string]Status
	Flakes   []*regexp.Regexp
}

// ReadLines calls add with each line that is neither empty nor a comment, which begins with #. The error
// of add gets the number of the line.
func ReadLines(from io.Reader, add func(line string) error) error {
	lines := bufio.NewScanner(from)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := add(line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return lines.Err()
}

// actual are the statuses of a run without expectations. Baselines have these and ExpectedFail.
var actual = []Status{Pass, Fail, Crash, Timeout, Skip, Missing, Warn, Flake, KnownFlake}

// AddBaseline reads lines of name and status, separated by a comma. A third column, the time, is
// ignored. So failures.csv and results.csv of an earlier test are baselines. The actual status of
// an improvement is the one that is expected from then on. A name has one line in all baselines.
func (e *Expectations) AddBaseline(from io.Reader) error {
	return ReadLines(from, func(line string) error {
		columns := strings.Split(line, ",")
		if len(columns) < 2 || columns[0] == "" {
			return fmt.Errorf("%q is not NAME,STATUS", line)
		}
		name, status := columns[0], Status(columns[1])
		if inner, found := strings.CutPrefix(string(status), improvement+"("); found {
			status = Status(strings.TrimSuffix(inner, ")"))
		}
		if !slices.Contains(actual, status) && status != ExpectedFail {
			return fmt.Errorf("%q is not a status: want one of %v", columns[1], actual)
		}
		if e.Baseline == nil {
			e.Baseline = map[string]Status{}
		}
		if _, twice := e.Baseline[name]; twice {
			return fmt.Errorf("%s is listed twice", name)
		}
		e.Baseline[name] = status
		return nil
	})
}

// ReadPatterns reads regular expressions of names, one a line. A whole name matches itself, too.
func ReadPatterns(from io.Reader) (all []*regexp.Regexp, err error) {
	err = ReadLines(from, func(line string) error {
		pattern, err := regexp.Compile(line)
		all = append(all, pattern)
		return err
	})
	return all, err
}

// Apply returns the results as the expectations see them: expected failures, unexpected improvements
// and known flakes.
func (e Expectations) Apply(all []Result) []Result {
	all = slices.Clone(all)
	for i := range all {
		r := &all[i]
		r.Status = expected(r.Status, e.Baseline[r.Name])
		if !r.Status.OK() && r.Status != Missing && conform.MatchesAny(e.Flakes, r.Name) {
			r.Status = KnownFlake
		}
	}
	return all
}

// expected returns a status as deqp-runner sees it from the baseline's; "" is none. A case that
// fails, but does not crash any more, is better.
func expected(got, baseline Status) Status {
	switch bad := slices.Contains([]Status{Fail, Crash, Timeout, Missing}, baseline); {
	case got == Flake || got == Missing:
		return got
	case (got == Pass || got == Skip) && bad:
		return unexpectedImprovement(got)
	case got == Pass || got == Skip:
		return got
	case got == baseline, baseline == ExpectedFail && got != Timeout: // of an earlier test with a baseline
		return ExpectedFail
	case got == Fail && (baseline == Crash || baseline == Timeout):
		return unexpectedImprovement(got)
	}
	return got
}
