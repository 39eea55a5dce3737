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
