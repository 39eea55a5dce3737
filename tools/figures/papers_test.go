package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/study/papers"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A report that is measured with stand-ins becomes the section of its paper: claims, tables, and
// charts that are drawn. An old chart that the page does not show is removed.
func TestPaperOfReport(t *testing.T) {
	paper := must.Get(papers.FindPaper("delevacq2013"))(t)
	report, err := papers.RunPaper(t.Context(), paper, papers.PaperOptions{
		Options: papers.Options{
			Device: vktest.Open(t), Timing: time.Millisecond, Seeds: 1, Iterations: 1, Version: "test",
			Instances: []string{"eil51", "kroA100"}, Rows: "shared",
		},
		StandIns: true, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}, papers.PaperWatch{
		Table: func(papers.Table, *papers.Report, papers.Remaining) {},
		Row:   func(*papers.PaperReport, papers.Row) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	line := commandLine{
		Out: t.TempDir(), Pages: []string{filepath.Join(t.TempDir(), "page.md")},
		Files: []string{filepath.Join(t.TempDir(), "report.json")},
	}
	writeJSON(t, line.Files[0], report)
	for _, name := range []string{"delevacq2013-figure7-old-time.svg", "other.svg"} {
		must.Do(t, os.WriteFile(filepath.Join(line.Out, name), nil, 0o666))
	}
	const page = "<!-- make figures: claims -->\n<!-- end -->\n## Delévacq et al. 2013\n\n<!-- make figures: delevacq2013 -->\n<!-- end -->\n"
	must.Do(t, os.WriteFile(line.Pages[0], []byte(page), 0o666))
	must.Do(t, line.run())
	text := must.Get(os.ReadFile(line.Pages[0]))(t)
	chart := "delevacq2013-figure7-" + slug(report.Device.Name) + "-time.svg"
	for _, want := range []string{
		"### Delévacq et al. 2013 on " + report.Device.Name + "\n\nMeasured on 2026-01-02,",
		"Runs for lengths: 1. Iterations of a run: 1, not those of the paper. Generated instances stand in for the published ones. The last run measured some rows, not all.",
		"| claim | source | seen here | result | why |",
		"\n| paper | device | claims | holds | does not hold | undecided | not measured |\n|---|---|---|---|---|---|---|\n" +
			"| Delévacq et al. 2013 | " + report.Device.Name + " | 16 | 0 | 0 | 0 | 16 |\n",
		"#### delevacq2013-figure7: ",
		"#### delevacq2013-1: Lengths of MMAS", "\n| delevacq2013-ant-block-shared | length ",
		"](figures/" + chart + ")",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if t.Failed() {
		t.Logf("%s", text)
	}
	for name, want := range map[string]bool{chart: true, "delevacq2013-figure7-old-time.svg": false, "other.svg": true} {
		if _, err := os.Stat(filepath.Join(line.Out, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it to exist: %v", name, err, want)
		}
	}
}

func writeJSON(t *testing.T, name string, value any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = os.WriteFile(name, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Tables and papers that occur twice are refused. Papers may be of different versions.
func TestContradictingReports(t *testing.T) {
	table := func(rows ...string) *papers.Report {
		r := &papers.Report{Table: "zhou2017-c1", Device: gpu}
		for _, instance := range rows {
			r.Rows = append(r.Rows, row(instance, 198, "zhou2017-ke-all", "zhou2017-ke-all", 1))
		}
		return r
	}
	paper := func(name, version string, tables ...*papers.Report) *papers.PaperReport {
		return &papers.PaperReport{Paper: name, Version: version, Device: gpu, Tables: tables}
	}
	for _, c := range []struct {
		k    kept
		want string // in the error; "": there is none
	}{
		{kept{times: []*papers.Report{table("d198", "lin318")}}, ""},
		{kept{reports: []*papers.PaperReport{paper("zhou2017", "1", table("d198")), paper("uchida2014", "1")}}, ""},
		{kept{times: []*papers.Report{table("d198"), table("lin318")}}, "keep one"},
		{kept{reports: []*papers.PaperReport{paper("zhou2017", "1"), paper("zhou2017", "1")}}, "keep one"},
		{kept{reports: []*papers.PaperReport{paper("zhou2017", "1"), paper("uchida2014", "2")}}, ""},
		{
			kept{
				times:   []*papers.Report{table("d198")},
				reports: []*papers.PaperReport{paper("zhou2017", "1", table("lin318"))},
			}, "keep one",
		},
	} {
		err := c.k.check()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// A cell has what is measured and the paper's figures: of lengths the points above them, a mean beside
// a mean. Without a best known length it has the length. Columns are in the order of sizes.
func TestPaperGrid(t *testing.T) {
	points := 1.5
	known := papers.Row{
		Instance: "d198", Cities: 198, Label: "ACS*", Lengths: &papers.Lengths{BySeed: []int64{110, 120}, Mean: 115, BestKnown: 100},
		Times:     &papers.Times{ToursMS: 12.345},
		Published: []papers.PublishedFigure{{Value: 13.5, Quantity: papers.Error, Points: &points}, {Value: 9, Quantity: papers.BestError, Points: &points}, {}},
	}
	unknown := known
	unknown.Instance, unknown.Cities, unknown.Lengths = "a280", 280, &papers.Lengths{BySeed: []int64{110, 120}, Mean: 115}
	unknown.Published = []papers.PublishedFigure{{}, {}, {Value: 3, Quantity: papers.Speedup}}
	timed := papers.Row{Instance: "d198", Cities: 198, Label: "two", Times: &papers.Times{ToursMS: 0.5}}
	report := &papers.Report{
		Headings: []string{"GK104", "GK104, least", "Xeon"}, Rows: []papers.Row{unknown, known, timed, {Label: "refused"}},
	}
	for quantity, want := range map[papers.Quantity]string{
		papers.Error: "| mean error, % | d198 | a280 |\n|---|---|---|\n" +
			"| ACS\\* | 15.00 (+1.50; –) | length 115.0 (–; speed-up 3) |\n",
		papers.BestLength: "| least error, % | d198 | a280 |\n|---|---|---|\n" +
			"| ACS\\* | 10.00 (+1.50; –) | length 110.0 (–; speed-up 3) |\n",
		papers.ToursTime: "| ms of n tours; mean error | d198 | a280 |\n|---|---|---|\n" +
			"| ACS\\* | 12.3; 15.00% (+1.50; –) | 12.3; length 115.0 (–; speed-up 3) |\n| two | 0.5 |  |\n",
	} {
		report.Quantity = quantity
		want = "In brackets: percentage points above GK104; Xeon.\n\n" + want
		if got := paperGrid(report); got != want {
			t.Errorf("got\n%s, want\n%s", got, want)
		}
	}
}
