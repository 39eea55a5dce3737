package analysis

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/statistics"
)

// bootstrapSeed is the seed of all bootstrap intervals, so that tables are repeatable.
const bootstrapSeed = 1

// instanceColumn is the name of a table's column of instances, its first one.
const instanceColumn = "instance"

// Tables returns the tables of a study.
func (s *Study) Tables() []Table {
	tables := []Table{s.runsTable(), s.costTable(), s.overallTable()}
	if len(s.Configurations) > 1 {
		tables = append(tables, s.onInstancesTable(), s.acrossTable())
	}
	return slices.DeleteFunc(tables, func(t Table) bool { return len(t.Rows) == 0 })
}

// runsTable returns the table of lengths by instance and configuration.
func (s *Study) runsTable() Table {
	t := Table{Name: "runs", Caption: "Lengths of the runs", Columns: []Column{
		{instanceColumn, "instance", true}, {"configuration", "configuration", true}, {"runs", "runs", false},
		{"best", "best", false}, {"mean", "mean", false}, {"sd", "sd", false}, {"median", "median", false},
		{"gap", "gap, %", false}, {"gap_interval", "95% interval", false}, {"hits", "hits", false},
	}}
	for _, in := range s.Instances {
		least := in.leastMean()
		for c, name := range s.Configurations {
			cell := &in.Cells[c]
			if len(cell.Runs) == 0 {
				continue
			}
			of := cell.summary()
			sd, gap := decimals(of.Deviation, 1), decimals(in.gap(of.Mean), 3)
			if of.Number < 2 {
				sd = words("–")
			}
			mean := decimals(of.Mean, 1)
			mean.Best = of.Mean == least && len(s.Configurations) > 1
			gap.Best = mean.Best
			low, high := statistics.Bootstrap(cell.values(), statistics.Mean, statistics.Confidence, bootstrapSeed)
			t.Rows = append(t.Rows, []Value{
				words(in.Name), words(name), whole(of.Number), decimals(of.Best, 0), mean, sd, decimals(of.Median, 1),
				gap, interval(in.gap(low), in.gap(high), 3), whole(cell.hits(in, s.Target)),
			})
		}
	}
	t.Notes = []string{
		"The gap is of the mean length, over " + s.referenceText() + ". " + "Hits are runs with " + s.targetText() + ".",
		fmt.Sprintf("Intervals are of the mean gap, by the bootstrap (BCa, %d samples).", statistics.Resamples),
	}
	return t
}

// leastMean returns the least mean length of all configurations.
func (in *Instance) leastMean() float64 {
	least := math.Inf(1)
	for c := range in.Cells {
		if cell := &in.Cells[c]; len(cell.Runs) > 0 {
			least = min(least, cell.summary().Mean)
		}
	}
	return least
}

// referenceText names the lengths that gaps are relative to.
func (s *Study) referenceText() string {
	known := 0
	for _, in := range s.Instances {
		if in.Known {
			known++
		}
	}
	switch known {
	case len(s.Instances):
		return "the best known length"
	case 0:
		return "the shortest length of these runs"
	}
	return "the best known length, or the shortest length of these runs where none is known"
}

// targetText describes the target.
func (s *Study) targetText() string {
	if s.Target == 0 {
		return "a gap of 0"
	}
	return fmt.Sprintf("a gap of at most %g%%", s.Target)
}

// costTable returns the table of expected running times to the target.
func (s *Study) costTable() Table {
	t := Table{Name: "ert", Caption: "Expected running time to " + s.targetText(), Columns: []Column{
		{instanceColumn, "instance", true}, {"configuration", "configuration", true}, {"hits", "hits", false},
		{"runs", "runs", false}, {"ert_iterations", "iterations", false}, {"ert_tours", "tours", false},
		{"ert_seconds", "seconds", false},
	}}
	for _, in := range s.Instances {
		for c, name := range s.Configurations {
			cell := &in.Cells[c]
			if len(cell.Runs) == 0 {
				continue
			}
			row := []Value{words(in.Name), words(name), whole(cell.hits(in, s.Target)), whole(len(cell.Runs))}
			for _, b := range Budgets {
				cost := math.NaN()
				if cell.has(b) {
					cost, _ = statistics.ExpectedCost(cell.attempts(in, s.Target, b))
				}
				row = append(row, digits(cost, 4))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Notes = []string{
		"Expected running time: what all runs spent, unsuccessful ones until their end, by the number of successful runs; ∞ without success.",
	}
	return t
}

// overallTable returns the table of configurations across instances.
func (s *Study) overallTable() Table {
	t := Table{Name: "overall", Caption: "Configurations across instances", Columns: []Column{
		{"configuration", "configuration", true}, {"instances", "instances", false}, {"mean_rank", "mean rank", false},
		{"mean_gap", "mean gap, %", false}, {"mean_gap_interval", "95% interval", false},
		{"median_gap", "median gap, %", false}, {"hits", "hits", false}, {"runs", "runs", false},
	}}
	common := s.common()
	if len(common) == 0 {
		return t
	}
	gaps := meanGaps(common)
	ranks := statistics.MeanRanks(gaps)
	for c, name := range s.Configurations {
		of := column(gaps, c)
		low, high := statistics.Bootstrap(of, statistics.Mean, statistics.Confidence, bootstrapSeed)
		hits, runs := 0, 0
		for _, in := range common {
			hits, runs = hits+in.Cells[c].hits(in, s.Target), runs+len(in.Cells[c].Runs)
		}
		rank, mean := decimals(ranks[c], 2), decimals(statistics.Mean(of), 3)
		rank.Best = len(ranks) > 1 && ranks[c] == slices.Min(ranks)
		t.Rows = append(t.Rows, []Value{
			words(name), whole(len(common)), rank, mean, interval(low, high, 3),
			decimals(statistics.Quantile(slices.Sorted(slices.Values(of)), 0.5), 3), whole(hits), whole(runs),
		})
	}
	t.Notes = append(t.Notes, "Each instance counts once, by the mean gap of its runs. Rank 1 is the least mean gap; equal ones share their ranks. "+
		"Intervals are of the mean gap over instances: they suppose that the instances are drawn at random.")
	if len(s.Configurations) > 1 && len(common) > 1 {
		t.Notes = append(t.Notes, s.friedmanText())
	}
	return t
}

// friedmanText returns what the Friedman test says, or why it says nothing.
func (s *Study) friedmanText() string {
	if len(s.Configurations) < statistics.LeastTreatments {
		return "2 configurations are compared by the test below."
	}
	common := s.common()
	r, err := statistics.Friedman(meanGaps(common))
	if few := (*statistics.TooFewError)(nil); errors.As(err, &few) {
		return few.Error() + "."
	}
	text := fmt.Sprintf("Friedman test of equal ranks: χ² = %.3f, p %s; Iman and Davenport's F = %s, p %s.",
		r.ChiSquared, equals(r.P), decimals(r.F, 3).Text, equals(r.PF))
	if r.PF >= alpha {
		return text + fmt.Sprintf(" The ranks do not differ more than chance explains (level %.2f), so no pair is told apart by them.", alpha)
	}
	return text + fmt.Sprintf(" Mean ranks that differ by less than Nemenyi's critical difference, %.3f, are not told apart (level %.2f).",
		s.criticalDifference(), alpha)
}

// criticalDifference returns Nemenyi's critical difference of the mean ranks.
func (s *Study) criticalDifference() float64 {
	return statistics.NemenyiDifference(len(s.Configurations), len(s.common()), alpha)
}

// equals writes a p-value with its sign: "= 0.012" or "< 0.001".
func equals(p float64) string {
	if text, less := strings.CutPrefix(probability(p).Text, "<"); less {
		return "< " + text
	}
	return "= " + probability(p).Text
}

// column returns a column of a matrix.
func column(of [][]float64, c int) []float64 {
	list := make([]float64, len(of))
	for i, row := range of {
		list[i] = row[c]
	}
	return list
}

// onInstancesTable returns the table of rank-sum tests on each instance.
func (s *Study) onInstancesTable() Table {
	t := Table{Name: "on_instances", Caption: "Comparison of runs on each instance", Columns: []Column{
		{instanceColumn, "instance", true}, {"configuration", "configuration", true}, {"against", "against", true},
		{"difference", "difference", false}, {"p", "p", false}, {"p_holm", "p (Holm)", false}, {"a12", "A12", false},
	}}
	var few []string
	for i, list := range s.compareOn() {
		in := s.Instances[i]
		if cannotTell(list) {
			few = append(few, in.Name)
		}
		for _, c := range list {
			a, b := &in.Cells[c.A], &in.Cells[c.B]
			t.Rows = append(t.Rows, []Value{
				words(in.Name), words(s.Configurations[c.A]), words(s.Configurations[c.B]),
				decimals(a.summary().Mean-b.summary().Mean, 1), probability(c.P), significant(c.Corrected), decimals(c.Effect, 3),
			})
		}
	}
	t.Notes = []string{
		"The difference is of the mean lengths. Rank-sum test (Wilcoxon, Mann and Whitney), two-sided, corrected by Holm for the comparisons on the instance; marked below 0.05. " +
			"A12 is the probability that a run of the configuration is longer than one of the other: 0.5 is no difference, less is better.",
	}
	if len(few) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Too few runs on %s: no lengths could make a difference significant.", strings.Join(few, ", ")))
	}
	return t
}

// significant returns a corrected p-value, bold if it is below the level.
func significant(p float64) Value {
	v := probability(p)
	v.Best = p < alpha
	return v
}

// acrossTable returns the table of signed-rank tests across instances.
func (s *Study) acrossTable() Table {
	t := Table{Name: "across_instances", Caption: "Comparison across instances", Columns: []Column{
		{"configuration", "configuration", true}, {"against", "against", true}, {"mean_gap_difference", "difference, points", false},
		{"pairs", "pairs", false}, {"p", "p", false}, {"p_holm", "p (Holm)", false},
		{"rank_biserial", "r", false},
	}}
	common := s.common()
	if len(common) < 2 {
		s.noteOnce(counted(len(common), "instance") + " with runs of all configurations: nothing can be said across instances")
		return t
	}
	gaps := meanGaps(common)
	list := s.compareAcross()
	for _, c := range list {
		t.Rows = append(t.Rows, []Value{
			words(s.Configurations[c.A]), words(s.Configurations[c.B]),
			decimals(statistics.Mean(column(gaps, c.A))-statistics.Mean(column(gaps, c.B)), 3), whole(c.Pairs),
			probability(c.P), significant(c.Corrected), decimals(c.Effect, 3),
		})
	}
	t.Notes = []string{
		"The difference is of the mean gaps. Wilcoxon's signed-rank test of them, two-sided, without equal pairs, corrected by Holm for all comparisons of the table; " +
			"marked below 0.05. r, the rank-biserial correlation, is -1 if the configuration is better on every instance, 1 if it is worse on every one.",
	}
	if cannotTell(list) {
		t.Notes = append(t.Notes, fmt.Sprintf("%s are too few for %s: no lengths could make a difference significant.",
			counted(len(common), "instance"), counted(len(list), "comparison")))
	}
	return t
}

// noteOnce adds a note that is not there yet.
func (s *Study) noteOnce(text string) {
	if !slices.Contains(s.Notes, text) {
		s.Notes = append(s.Notes, text)
	}
}
