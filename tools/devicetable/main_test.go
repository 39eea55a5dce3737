package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/conform"
	"github.com/aco-vk/aco-vk/internal/must"
)

// The pages are up to date with the reports.
func TestPagesAreUpToDate(t *testing.T) {
	const folder = "../../docs/devices"
	for folder, page := range map[string]func(string) ([]byte, error){folder: page, filepath.Join(folder, speedFolder): speedPage} {
		want := must.Get(page(folder))(t)
		got := must.Get(os.ReadFile(filepath.Join(folder, "README.md")))(t)
		if string(got) != string(want) {
			t.Errorf("%s/README.md is not what make devices writes", folder)
		}
	}
}

// The reports are summaries, and still have what the tables and a comparison need.
func TestReportsAreReduced(t *testing.T) {
	names, err := reportFiles("../../docs/devices")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d reports, %v", len(names), err)
	}
	for _, name := range names {
		reports := must.Get(readFile(name))(t)
		for _, r := range reports {
			if len(r.Tested)+len(r.Stages)+len(r.Inputs) > 0 {
				t.Errorf("%s is a whole report: run make devices", name)
			}
			if r.Done() != r.Cases || len(r.Runs) == 0 && !r.Quick || len(r.Probes) == 0 {
				t.Errorf("%s: %d of %d cases, %d runs, %d probes", name, r.Done(), r.Cases, len(r.Runs), len(r.Probes))
			}
		}
	}
}

// A second reduction changes nothing.
func TestReduceAll(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "device.json")
	report := conform.Report{
		Schema: 1, Cases: 2, Equal: 2, Tested: make([]conform.Tested, 2), Stages: make([]conform.Stage, 1),
		Inputs: []string{"uniform 3"},
		Runs:   []conform.Run{{Name: "as", TourSHA256: "1"}}, Probes: []conform.Probe{{Name: "loops", Verdict: "ok"}},
	}
	want := report
	want.Tested, want.Stages, want.Inputs = nil, nil, nil
	var text bytes.Buffer
	must.Do(t, report.WriteJSON(&text))
	must.Do(t, os.WriteFile(name, text.Bytes(), 0o666))
	for range 2 {
		must.Do(t, reduceAll(folder))
		got := must.Get(readFile(name))(t)
		if diff := cmp.Diff([]*conform.Report{&want}, got); diff != "" {
			t.Error(diff)
		}
	}
}
