package analysis

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/study/experiment"
)

// row returns the row of a run of 10 iterations with two improvements.
func row(configuration, instance string, seed uint64, first, last int64) experiment.Row {
	r := experiment.Row{
		Configuration: configuration, Method: "acs", Instance: instance, Cities: 9, BestKnown: 1000, Seed: seed,
		Length: last, Iterations: 10, Tours: 100, Seconds: 2, StopReason: "iterations",
		Improvements: []experiment.Improvement{
			{Found: experiment.Found{Iteration: 1, Tours: 10, Seconds: 0.2}, Length: first},
			{Found: experiment.Found{Iteration: 4, Tours: 40, Seconds: 0.8}, Length: last},
		},
	}
	r.Found = r.Improvements[1].Found
	return r
}

func study(t *testing.T, o Options, rows ...experiment.Row) *Study {
	t.Helper()
	return must.Get(New([]Source{{"rows.jsonl", rows}}, o))(t)
}

// The expected running time has the whole budget of runs that fail, and of others what they spent
// until the target.
func TestAttempts(t *testing.T) {
	s := study(t, Options{}, row("a", "i", 1, 1100, 1000), row("a", "i", 2, 1050, 1040))
	in := s.Instances[0]
	for _, c := range []struct {
		percent float64
		budget  Budget
		want    []statistics.Attempt
	}{
		{0, Iterations, []statistics.Attempt{{Reached: true, Cost: 4}, {Reached: false, Cost: 10}}},
		{5, Seconds, []statistics.Attempt{{Reached: true, Cost: 0.8}, {Reached: true, Cost: 0.2}}},
		{4, Tours, []statistics.Attempt{{Reached: true, Cost: 40}, {Reached: true, Cost: 40}}},
	} {
		if got := in.Cells[0].attempts(in, c.percent, c.budget); !slices.Equal(got, c.want) {
			t.Errorf("%v%% by %s: %v, want %v", c.percent, c.budget, got, c.want)
		}
	}
}

// Ranks, gaps and tests of ten instances where b is 1% longer than a, and c 2%.
func TestCompareAcross(t *testing.T) {
	var rows []experiment.Row
	for i := range 10 {
		for c, name := range []string{"a", "b", "c"} {
			for seed := range uint64(3) {
				length := int64(1000 + 10*c + i)
				rows = append(rows, row(name, fmt.Sprint("instance", i), seed, length+int64(seed)+1, length))
			}
		}
	}
	s := study(t, Options{}, rows...)
	if ranks := statistics.MeanRanks(meanGaps(s.common())); !slices.Equal(ranks, []float64{1, 2, 3}) {
		t.Errorf("mean ranks %v", ranks)
	}
	for _, c := range s.compareAcross() {
		// All of 10 signs are equal: p is 2 of 2¹⁰, times 3 comparisons, and the gaps differ by 1 or 2.
		if c.P != 2./1024 || c.Corrected != 6./1024 || c.Effect != -1 || c.Pairs != 10 {
			t.Errorf("%+v", c)
		}
	}
	if text := s.friedmanText(); !strings.Contains(text, "χ² = 20.000, p < 0.001") || !strings.Contains(text, "critical difference, 1.048,") {
		t.Errorf("%s", text)
	}
	if few := cannotTell(s.compareAcross()); few {
		t.Error("ten instances are called too few")
	}
	with := study(t, Options{Baseline: "b"}, rows...)
	if got := with.pairs(); !slices.Equal(got, [][2]int{{0, 1}, {2, 1}}) {
		t.Errorf("pairs with the baseline: %v", got)
	}
}

// With 3 and 3 runs the least p-value is 2 of 20 choices, with 4 and 4 it is 2 of 70.
func TestCannotTell(t *testing.T) {
	if p := leastRankSum(3, 3); math.Abs(p-0.1) > 1e-15 {
		t.Errorf("least p of 3 and 3 runs: %v", p)
	}
	if family := []Comparison{{least: leastRankSum(4, 4)}}; cannotTell(family) {
		t.Error("4 and 4 runs are called too few")
	}
	if family := []Comparison{{least: leastSignedRank(5)}}; !cannotTell(family) {
		t.Error("5 pairs are called enough")
	}
}

// What cannot be compared is refused or said.
func TestNew(t *testing.T) {
	a := row("a", "i", 1, 1100, 1000)
	failed, interrupted, other := a, a, a
	failed.Error, failed.Seed = "gone", 2
	interrupted.StopReason, interrupted.Seed = "interrupted", 3
	other.Cities, other.Seed = 8, 4
	s := study(t, Options{}, a, failed, interrupted)
	if want := []string{"1 run left out: failed", "1 run left out: interrupted"}; !slices.Equal(s.Notes, want) {
		t.Errorf("notes %q", s.Notes)
	}
	for want, rows := range map[string][]experiment.Row{
		"no run has a result":                        {failed},
		"i is another instance than in earlier rows": {a, other},
		"a has two runs on i with seed 1":            {a, a},
	} {
		if _, err := New([]Source{{"rows.jsonl", rows}}, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// Runs with two limits are two configurations, and those of two files, too.
	longer := a
	a.Limit.Seconds, longer.Limit.Seconds = 1, 10
	if s = study(t, Options{}, a, longer); !slices.Equal(s.Configurations, []string{"a, 1 s", "a, 10 s"}) {
		t.Errorf("configurations %q", s.Configurations)
	}
	s, err := New([]Source{{"x/one.json", []experiment.Row{a}}, {"two.json", []experiment.Row{a}}}, Options{})
	if err != nil || !slices.Equal(s.Configurations, []string{"a, one.json", "a, two.json"}) {
		t.Errorf("%+v, %v", s, err)
	}
	// A run that is shorter than the best known length becomes the reference.
	a.BestKnown = 1001
	if s = study(t, Options{}, a); s.Instances[0].Reference != 1000 || s.Instances[0].Known || len(s.Notes) != 1 {
		t.Errorf("%+v, %q", s.Instances[0], s.Notes)
	}
}

// Texts of users do not break a format.
func TestWriteEscapes(t *testing.T) {
	s := study(t, Options{}, row("a_b|50%,\"x\"", "<i>&", 1, 1100, 1000))
	for f, want := range map[Format]string{
		Markdown: `| &lt;i>& | a\_b\|50%,"x" | 1 |`, LaTeX: "\\textit{\\textless{}i\\textgreater{}\\&}} \\\\\n\\raggedright a\\_\\allowbreak{}b\\textbar{}50\\%,\"x\" & 1 &",
		CSV: `runs,<i>&,"a_b|50%,""x""",1,1000,1000,`, Text: `<i>&      a_b|50%,"x"       1     1       4.000`,
	} {
		var b strings.Builder
		if err := s.Write(&b, f); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: %v, want %s in\n%s", f, err, want, b.String())
		}
	}
}

// LaTeX sets the tables of a study with 13 instances and four long names on pages of the class article,
// without a line or a page that is too full.
func TestLaTeXFitsThePage(t *testing.T) {
	if err := exec.Command("kpsewhich", "article.cls", "booktabs.sty").Run(); err != nil {
		t.Skip("LaTeX with booktabs: ", err)
	}
	var rows []experiment.Row
	for i := range int64(13) {
		for c, name := range []string{"auto", "mmas, alpha 1, rho 0.02, local-search 2opt+oropt", "acs_with_a_long_name/of_a_student's_own", "as, rank"} {
			for seed := range uint64(5) {
				length := 720_282_700 + 3_000_000*int64(c) + 1000*i + 70*int64(seed)
				rows = append(rows, row(name, fmt.Sprintf("uniform-10000-%d", i), seed, length+1, length))
			}
		}
	}
	folder := t.TempDir()
	var text strings.Builder
	text.WriteString("\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n")
	must.Do(t, study(t, Options{}, rows...).Write(&text, LaTeX))
	text.WriteString("\\end{document}\n")
	must.Do(t, os.WriteFile(filepath.Join(folder, "study.tex"), []byte(text.String()), 0o600))
	latex := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "study.tex")
	latex.Dir = folder
	log, err := latex.CombinedOutput()
	if err != nil || strings.Contains(string(log), "Overfull") || strings.Contains(string(log), "too large") {
		t.Errorf("%v\n%s", err, log)
	}
}

// Runs that ended before their first iteration are left out. Where runs never beat their first tour, no
// test compares the configuration, unless no shorter tour is known. Notes say both.
func TestRunsWithoutToursOfTheAlgorithm(t *testing.T) {
	var rows []experiment.Row
	for seed := range uint64(6) {
		stuck := row("stuck", "i", seed, 1200, 1100)
		stuck.Improvements = []experiment.Improvement{{Length: 1100}}
		stuck.Found = experiment.Found{}
		best := stuck
		best.Configuration, best.Length, best.Improvements = "best", 1000, []experiment.Improvement{{Length: 1000}}
		empty := stuck
		empty.Configuration, empty.Iterations, empty.StopReason = "empty", 0, "time_limit"
		rows = append(rows, stuck, best, empty, row("better", "i", seed, 1100, 1000+int64(seed)))
	}
	s := study(t, Options{}, rows...)
	if want := []string{"stuck", "best", "better"}; !slices.Equal(s.Configurations, want) {
		t.Fatalf("configurations %q, want %q", s.Configurations, want)
	}
	if lists := s.compareOn(); len(lists[0]) != 1 || lists[0][0].A != 1 || lists[0][0].B != 2 {
		t.Errorf("compared are %+v, want best with better alone", lists[0])
	}
	if len(s.common()) != 0 {
		t.Error("the instance is compared across instances")
	}
	notes := strings.Join(s.Notes, "\n")
	for _, want := range []string{
		"6 runs left out: ended before the first iteration, with a tour that the algorithm did not make",
		"stuck: runs never beat their first tour, which the algorithm did not make (6 of 6 on i)",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("the notes lack %q:\n%s", want, notes)
		}
	}
	if strings.Contains(notes, "best: runs never") {
		t.Errorf("the notes name runs with the best known length:\n%s", notes)
	}
}

// Runs of one configuration and seed by two builds of the program are two configurations.
func TestBuildsAreApart(t *testing.T) {
	old, now := row("a", "i", 1, 1100, 1050), row("a", "i", 1, 1100, 1000)
	old.Program, now.Program = "1111111111111111111111", "2222222222222222222222"
	s := study(t, Options{}, old, now)
	if want := []string{"a, build 11111111111111111111", "a, build 22222222222222222222"}; !slices.Equal(s.Configurations, want) {
		t.Errorf("configurations %q, want %q", s.Configurations, want)
	}
	now.Seed = 2
	if s = study(t, Options{}, old, now); !strings.Contains(strings.Join(s.Notes, "\n"), "a has runs of 2 builds of the program") {
		t.Errorf("notes %q", s.Notes)
	}
}

// A configuration whose method the program chose is never compared as one if the choice differs.
func TestMethodsAreApart(t *testing.T) {
	onGPU, onCPU, other := row("auto", "i", 1, 1100, 1000), row("auto", "i", 2, 1100, 1050), row("auto", "j", 1, 1100, 1000)
	onGPU.Method, onCPU.Method, other.Method = "merged", "chained", "merged"
	s := study(t, Options{}, onGPU, onCPU, other)
	if want := []string{"auto, merged", "auto, chained"}; !slices.Equal(s.Configurations, want) {
		t.Errorf("configurations %q, want %q", s.Configurations, want)
	}
	if want := "auto: merged and chained ran on i; each method is a configuration of its own"; !slices.Contains(s.Notes, want) {
		t.Errorf("notes %q", s.Notes)
	}
	other.Method = "exhaustive"
	if s = study(t, Options{}, onGPU, other); !slices.Equal(s.Configurations, []string{"auto"}) {
		t.Errorf("one method on each instance: configurations %q", s.Configurations)
	}
}
