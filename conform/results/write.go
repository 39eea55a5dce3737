package results

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// WriteCSV writes a line for each result: name, status and seconds, as deqp-runner's results.csv.
func WriteCSV(w io.Writer, all []Result) error {
	return lines(w, all, func(r Result) string { return fmt.Sprintf("%s,%s,%.6g", r.Name, r.Status, r.Seconds) })
}

// WriteFailures writes a line of name and status for each result that is not OK, as deqp-runner's
// failures.csv. It can be the baseline of later tests.
func WriteFailures(w io.Writer, all []Result) error {
	return lines(w, Unexpected(all), func(r Result) string { return fmt.Sprintf("%s,%s", r.Name, r.Status) })
}

func lines(w io.Writer, all []Result, line func(Result) string) error {
	out := bufio.NewWriter(w)
	for _, r := range all {
		fmt.Fprintln(out, line(r))
	}
	return out.Flush()
}

// WriteTAP writes the results in the Test Anything Protocol, version 13. An expected failure and a
// known flake are "not ok" with a TODO, which no harness counts as a failure.
func WriteTAP(w io.Writer, all []Result) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "TAP version 13\n1..%d\n", len(all))
	for i, r := range all {
		ok, directive := "ok", ""
		switch {
		case r.Status == Skip:
			directive = " # SKIP " + oneLine(r.Detail)
		case r.Status == ExpectedFail || r.Status == KnownFlake:
			ok, directive = "not ok", " # TODO "+string(r.Status)
		case !r.Status.OK():
			ok = "not ok"
		}
		fmt.Fprintf(out, "%s %d - %s%s\n", ok, i+1, strings.ReplaceAll(r.Name, "#", `\#`), directive)
		if !r.Status.OK() {
			fmt.Fprintf(out, "  ---\n  status: %s\n  message: %q\n  ...\n", r.Status, r.Detail)
		}
	}
	return out.Flush()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// Elements of JUnit's XML.
type (
	junitSuites struct {
		XMLName xml.Name   `xml:"testsuites"`
		Suite   junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		XMLName xml.Name      `xml:"testcase"`
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
		Skipped *junitMessage `xml:"skipped"`
	}
	junitMessage struct {
		Type    string `xml:"type,attr,omitempty"`
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes the results as JUnit XML. Crashes, time-outs and missing results are errors,
// other results that are not OK are failures. suite is the name of the test suite; repeat returns the
// command line that repeats a case.
func WriteJUnit(w io.Writer, suite string, repeat func(testCase string) string, all []Result) error {
	s := junitSuite{Name: suite, Tests: len(all)}
	total := 0.0
	for _, r := range all {
		total += r.Seconds
		c := junitCase{Class: suite, Name: r.Name, Time: seconds(r.Seconds)}
		message := &junitMessage{Type: string(r.Status), Message: r.Detail}
		if r.Repeat != "" {
			message.Text = repeat(r.Repeat)
		}
		switch {
		case r.Status == Skip:
			s.Skipped++
			c.Skipped = &junitMessage{Message: r.Detail}
		case r.Status.OK():
		case r.Status == Crash || r.Status == Timeout || r.Status == Missing:
			s.Errors++
			c.Error = message
		default:
			s.Failures++
			c.Failure = message
		}
		s.Cases = append(s.Cases, c)
	}
	s.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", " ")
	if err := encoder.Encode(junitSuites{Suite: s}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }
