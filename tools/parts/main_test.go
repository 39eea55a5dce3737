package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

// Each part is named with its place and its last time. A part that fails is the last one.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("MAKE", "make")
	t.Setenv("MAKEFLAGS", "")
	const makefile = "first second:\n\t@echo $@ >>made\nbroken:\n\t@exit 3\n"
	if err := os.WriteFile("Makefile", []byte(makefile), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		parts []string
		fails bool
		want  []string // in the output
	}{
		{[]string{"first", "broken", "second"}, true, []string{"== all: 3 parts, for the first time",
			"== all: part 1 of 3, first: for the first time", "== all: part 2 of 3, broken: for the first time"}},
		{[]string{"first", "second"}, false, []string{"== all: 2 parts, for the first time",
			"== all: part 1 of 2, first: 0 s the last time", "== all: all 2 parts passed", "\nsecond  ", "\nall  "}},
		{[]string{"first", "second"}, false, []string{"== all: 2 parts, 0 s the last time"}},
	} {
		var out strings.Builder
		if err := run(&out, "times.json", "all", c.parts); (err != nil) != c.fails {
			t.Errorf("%s: error %v", c.parts, err)
		}
		for _, part := range c.want {
			if !strings.Contains(out.String(), part) {
				t.Errorf("%s: no %q in\n%s", c.parts, part, &out)
			}
		}
	}
	if made, err := os.ReadFile("made"); err != nil || string(made) != "first\nfirst\nsecond\nfirst\nsecond\n" {
		t.Errorf("made %q, error %v", made, err)
	}
}

// A part is named if its processor time has grown by a fifth, and by seconds.
func TestGrowth(t *testing.T) {
	for _, c := range []struct {
		last, now time.Duration
		named     bool
	}{
		{0, time.Hour, false}, // the first time
		{100 * time.Second, 119 * time.Second, false},
		{100 * time.Second, 120 * time.Second, true},
		{time.Second, 5 * time.Second, false},
	} {
		if got := growth(taken{Processor: c.last}, taken{Processor: c.now}); (got != "") != c.named {
			t.Errorf("from %v to %v: %q", c.last, c.now, got)
		}
	}
}
