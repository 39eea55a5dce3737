package main

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// A cell has the middle and the extremes of its runs, and the program gets the size, the limit and
// the other arguments.
func TestTable(t *testing.T) {
	times := []time.Duration{1010 * time.Millisecond, 980 * time.Millisecond, 1001 * time.Millisecond}
	var calls [][]string
	m := measurement{runs: 3, arguments: []string{"--device", "cpu"}}
	m.elapsed = func(limit time.Duration, arguments []string) (time.Duration, error) {
		calls = append(calls, arguments)
		return times[len(calls)%3] * (limit / time.Second), nil
	}
	var table strings.Builder
	if err := m.print(&table, []string{"50"}, []string{"1", "2"}); err != nil {
		t.Fatal(err)
	}
	want := "| cities | 1 s | 2 s |\n|---|---|---|\n| 50 | +0.1% (-2.0 to +1.0) | +0.1% (-2.0 to +1.0) |\n"
	if table.String() != want {
		t.Errorf("%s", table.String())
	}
	first := []string{"solve", "gen:uniform:50:1", "--quiet", "--time-limit", "1s", "--device", "cpu"}
	if len(calls) != 6 || !slices.Equal(calls[0], first) {
		t.Errorf("%d calls, the first %v", len(calls), calls[0])
	}
	failure := errors.New("no device")
	m.elapsed = func(time.Duration, []string) (time.Duration, error) { return 0, failure }
	if err := m.print(&table, []string{"50"}, []string{"1"}); !errors.Is(err, failure) {
		t.Errorf("error %v", err)
	}
}

// A cell of the library has the gap of the middle run and the times of the longest one. A run may take
// 5% or 5 ms more than its limit.
func TestSummary(t *testing.T) {
	runs := []run{{99 * time.Millisecond, time.Millisecond, 110}, {105 * time.Millisecond, 3 * time.Millisecond, 100}, {90 * time.Millisecond, 2 * time.Millisecond, 102}}
	if got, want := summary(runs, 100*time.Millisecond, 100), "2.00%, 105.0 ms, 3.0 ms"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := summary(runs, 99*time.Millisecond, 100), "2.00%, 105.0 ms, 3.0 ms (over)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The table of the library has a row for each size and a cell for each limit.
func TestLibrary(t *testing.T) {
	var table strings.Builder
	l := library{"cpu", 50 * time.Millisecond, 1}
	if err := l.print(&table, []string{"8", "10"}, []string{"0.05", "0.1"}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(table.String()), "\n")
	if len(lines) != 6 || strings.Count(lines[5], "|") != 4 || !strings.HasPrefix(lines[5], "| 10 | 0.00%, ") {
		t.Error(table.String())
	}
	if err := l.print(&table, []string{"many"}, nil); err == nil {
		t.Error("no error for a size that is no number")
	}
}
