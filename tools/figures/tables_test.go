package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
)

// pages are the pages with generated tables.
var pages = []string{"../../README.md", "../../docs/default-solver.md", "../../docs/tutorial.md", "../../docs/papers.md"}

// The generated tables of the pages are up to date.
func TestTablesOfPages(t *testing.T) {
	files := must.Get(filepath.Glob("../../docs/bench/*.json*"))(t)
	k := must.Get(readAll(files))(t)
	for _, name := range pages {
		page := must.Get(os.ReadFile(name))(t)
		if !generated.Match(page) {
			t.Errorf("%s has no generated table", name)
		}
		want, err := withTables(string(page), &k)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(want, string(page)); diff != "" {
			t.Errorf("%s: run make figures (-want +got):\n%s", name, diff)
		}
	}
}

// A kept report without contents is refused.
func TestEmptyReports(t *testing.T) {
	for _, table := range []string{scalingName, stopwatchName} {
		name := filepath.Join(t.TempDir(), "empty.json")
		writeJSON(t, name, map[string]string{"table": table})
		if _, err := readAll([]string{name}); err == nil {
			t.Errorf("%s: a report without contents is accepted", table)
		}
	}
}

// rowsText has the rows of two instances, and of one without a best known length.
const rowsText = `{"schema":1,"configuration":"merged","instance":"pr2392","cities":5,"limit":{"seconds":1},"length":1010,"gap":0.001,"device":"d"}
{"schema":1,"configuration":"merged","instance":"pr2392","cities":5,"limit":{"seconds":1},"length":1030,"gap":0.003,"device":"d"}
{"schema":1,"configuration":"merged","instance":"uniform-1000-1000","cities":6,"limit":{"seconds":2.5},"length":1000,"gap":0,"device":"d"}
{"schema":1,"configuration":"merged","instance":"unknown","cities":7,"limit":{"seconds":2.5},"length":1001,"device":"d"}
`

// Rows are grouped by instance, under the names of the challenge's instances, and by limit. The pages have
// their tables.
func TestRows(t *testing.T) {
	s := must.Get(readStudy("anytime.jsonl", []byte(rowsText)))(t)
	if page, err := withTables("<!-- make figures: none -->\n<!-- end -->", &kept{studies: []*study{s}}); err == nil {
		t.Errorf("a table without rows is written:\n%s", page)
	}
	charts := map[string]map[string][]point{"anytime-d": {"pr2392": {{1, 0.2}}, "E1k.0": {{2.5, leastError}}}}
	if diff := cmp.Diff(charts, lines([]chart{s.chart()})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, wrong := range []string{
		strings.Replace(rowsText, `"device":"d"`, `"device":"e"`, 1),
		strings.Replace(rowsText, `"length":1010`, `"error":"gone"`, 1),
		strings.Replace(rowsText, `"merged"`, `"chained"`, 1),
	} {
		if _, err := readStudy("anytime.jsonl", []byte(wrong)); err == nil {
			t.Errorf("accepted:\n%s", wrong)
		}
	}
}

// The figures in docs/figures are up to date. internal/doccheck tests that they are those that the
// pages show.
func TestFiguresOfPages(t *testing.T) {
	reports := must.Get(filepath.Glob("../../docs/bench/*.json*"))(t)
	line := commandLine{Out: t.TempDir(), Files: reports, Devices: "../../docs/devices/speed"}
	must.Do(t, line.run())
	drawn, err := os.ReadDir(line.Out)
	if err != nil || len(drawn) == 0 {
		t.Fatalf("%d figures, error %v", len(drawn), err)
	}
	compared := 0
	for _, figure := range drawn {
		want := must.Get(os.ReadFile(filepath.Join(line.Out, figure.Name())))(t)
		got, err := os.ReadFile(filepath.Join("../../docs/figures", figure.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // no page shows it
		}
		if compared++; err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/figures/%s differs (%v): run make figures", figure.Name(), err)
		}
	}
	if compared < 5 {
		t.Errorf("only %d figures are in docs/figures", compared)
	}
}
