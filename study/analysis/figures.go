package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/study/experiment"
)

// ColumnWidth is the width of a column of a paper in millimetres.
const ColumnWidth = 84

// targets are the gaps in percent of the targets that the figure of reached targets counts.
var targets = []float64{0, 0.1, 0.2, 0.5, 1, 2, 5, 10}

// Figure is a figure of a study.
type Figure struct {
	Name string // of its file, without extension
	figure.Chart
}

// Figures returns the figures of a study, as wide as a column in millimetres: reached targets and
// gaps by iterations, tours and seconds; the gaps of the runs; performance profiles; and mean ranks
// with the critical difference. Figures that the rows have no data for are left out.
func (s *Study) Figures(column float64) []Figure {
	var all []Figure
	for _, b := range Budgets {
		all = append(all, s.targetsFigure(b), s.gapByBudget(b))
	}
	all = append(all, s.gapsFigure(), s.profile("profile-length", "mean length", true, s.meanLength),
		s.profile("profile-seconds", "expected running time", false, s.expectedSeconds), s.ranksFigure())
	all = slices.DeleteFunc(all, func(f Figure) bool { return len(f.Series) == 0 })
	for i := range all {
		all[i].Column = column
	}
	return all
}

// axisTitle returns the title of the axis of a budget.
func (b Budget) axisTitle() string {
	if b == Tours {
		return "constructed tours"
	}
	return string(b)
}

// onAxis returns what a logarithmic axis shows of a cost. The first tours are found in iteration 0,
// or before anything is measured.
func (b Budget) onAxis(cost float64) float64 {
	if b == Seconds {
		return max(cost, 0.001)
	}
	return max(cost, 1)
}

// curve is the step function of a configuration.
type curve struct {
	configuration int
	steps         []statistics.Step
}

// targetsFigure returns the shares of runs and targets that are reached, by budget.
func (s *Study) targetsFigure(b Budget) Figure {
	f := Figure{"targets-" + string(b), figure.Chart{
		X: b.axisTitle(), Y: "share of runs and targets", LinearY: true, RangeY: [2]float64{0, 1},
	}}
	var curves []curve
	ends := [2]float64{math.Inf(1), 0}
	for c := range s.Configurations {
		var attempts []statistics.Attempt
		for _, in := range s.Instances {
			if !in.Cells[c].has(b) {
				continue
			}
			for _, percent := range targets {
				attempts = append(attempts, in.Cells[c].attempts(in, percent, b)...)
			}
		}
		if len(attempts) == 0 {
			continue
		}
		for i := range attempts {
			attempts[i].Cost = b.onAxis(attempts[i].Cost)
			ends[0], ends[1] = min(ends[0], attempts[i].Cost), max(ends[1], attempts[i].Cost)
		}
		curves = append(curves, curve{c, statistics.ReachedShare(attempts)})
	}
	s.addCurves(&f, curves, ends)
	return f
}

// addCurves adds step functions that begin with 0 at the first end of the axis.
func (s *Study) addCurves(f *Figure, curves []curve, ends [2]float64) {
	if !(ends[0] < ends[1]) {
		return
	}
	f.RangeX = ends
	for _, of := range curves {
		points := []figure.Point{{ends[0], 0}}
		for _, step := range of.steps {
			before := points[len(points)-1][1]
			points = append(points, figure.Point{step.At, before}, figure.Point{step.At, step.Value})
		}
		points = append(points, figure.Point{ends[1], points[len(points)-1][1]})
		f.Add(s.Configurations[of.configuration], of.configuration, figure.Line, points)
	}
}

// leastGap replaces smaller gaps in percent, because a logarithmic axis cannot show 0.
const leastGap = 0.001

// gapByBudget returns the median gap of the runs of each configuration by budget, over all
// instances, from where all of its runs have a tour. Runs that have ended keep their last length.
func (s *Study) gapByBudget(b Budget) Figure {
	f := Figure{"convergence-" + string(b), figure.Chart{
		X: b.axisTitle(), Y: fmt.Sprintf("median gap, %% (at least %g)", leastGap),
	}}
	for c, name := range s.Configurations {
		points := s.medianGaps(c, b)
		if len(points) > 1 {
			f.Add(name, c, figure.Line, points)
		}
	}
	return f
}

// medianGaps returns the median gaps of a configuration at 100 budgets, evenly spaced on a
// logarithmic axis.
func (s *Study) medianGaps(c int, b Budget) []figure.Point {
	const number = 100
	type tracedRun struct {
		in           *Instance
		improvements []experiment.Improvement
	}
	var runs []tracedRun
	first, last := b.onAxis(0), 0.0
	for _, in := range s.Instances {
		if cell := &in.Cells[c]; cell.has(b) {
			for i := range cell.Runs {
				run := tracedRun{in, improvements(&cell.Runs[i])}
				runs = append(runs, run)
				first, last = max(first, b.at(run.improvements[0].Found)), max(last, b.spent(&cell.Runs[i]))
			}
		}
	}
	if !(first < last) {
		return nil
	}
	var points []figure.Point
	for i := range number + 1 {
		at := first * math.Pow(last/first, float64(i)/number)
		if i == number {
			at = last
		}
		var gaps []float64
		for _, run := range runs {
			length := int64(0)
			for _, now := range run.improvements {
				if b.at(now.Found) <= at {
					length = now.Length
				}
			}
			gaps = append(gaps, run.in.gap(float64(length)))
		}
		slices.Sort(gaps)
		gap := max(leastGap, statistics.Quantile(gaps, 0.5))
		if n := len(points); n > 0 {
			points = append(points, figure.Point{at, points[n-1][1]})
		}
		points = append(points, figure.Point{at, gap})
	}
	return points
}

// gapsFigure returns a row for each configuration with the gaps of all runs: from the least to the
// largest, thick between the quartiles, with a white dot at the median.
func (s *Study) gapsFigure() Figure {
	f := Figure{"gaps", figure.Chart{X: "gap of the runs, %", LinearX: true}}
	largest := 0.0
	for c, name := range s.Configurations {
		var gaps []float64
		for _, in := range s.Instances {
			for _, r := range in.Cells[c].Runs {
				gaps = append(gaps, in.gap(float64(r.Length)))
			}
		}
		slices.Sort(gaps)
		y := float64(len(f.Rows))
		line := func(low, high float64) []figure.Point {
			return []figure.Point{{statistics.Quantile(gaps, low), y}, {statistics.Quantile(gaps, high), y}}
		}
		f.Add("", c, figure.Solid, line(0, 1))
		f.Add("", c, figure.Thick, line(0.25, 0.75))
		dot := figure.Middle
		if statistics.Quantile(gaps, 0.25) == statistics.Quantile(gaps, 0.75) {
			dot = figure.Dots // a white one shows on a thick line only
		}
		f.Add("", c, dot, line(0.5, 0.5)[:1])
		f.Rows = append(f.Rows, name)
		largest = max(largest, gaps[len(gaps)-1])
	}
	if largest == 0 {
		f.Series = nil // all runs have the reference length
	}
	return f
}

// meanLength is the cost of a cell in the performance profiles of lengths.
func (s *Study) meanLength(_ *Instance, cell *Cell) float64 { return cell.summary().Mean }

// expectedSeconds is the cost of a cell in the performance profiles of expected running times to the
// target.
func (s *Study) expectedSeconds(in *Instance, cell *Cell) float64 {
	cost, _ := statistics.ExpectedCost(cell.attempts(in, s.Target, Seconds))
	return Seconds.onAxis(cost)
}

// profile returns the performance profiles of at least two configurations.
func (s *Study) profile(name, costName string, linear bool, cost func(*Instance, *Cell) float64) Figure {
	f := Figure{name, figure.Chart{
		X: costName + ", in times of the least", Y: "share of instances", LinearX: linear, LinearY: true, RangeY: [2]float64{0, 1},
	}}
	var costs [][]float64
	for _, in := range s.common() {
		var row []float64
		for c := range in.Cells {
			row = append(row, cost(in, &in.Cells[c]))
		}
		costs = append(costs, row)
	}
	if len(s.Configurations) < 2 || len(costs) < 2 || slices.ContainsFunc(costs, func(row []float64) bool { return slices.Min(row) <= 0 }) {
		return f
	}
	var curves []curve
	last := 1.0
	for c, steps := range statistics.Profile(costs) {
		curves = append(curves, curve{c, steps})
		if n := len(steps); n > 0 {
			last = max(last, steps[n-1].At)
		}
	}
	s.addCurves(&f, curves, [2]float64{1, 1 + 1.05*(last-1)})
	return f
}

// ranksFigure returns the mean ranks of the configurations, the best first, each with an interval of
// Nemenyi's critical difference: ranks whose intervals do not overlap differ.
func (s *Study) ranksFigure() Figure {
	f := Figure{"ranks", figure.Chart{X: "mean rank ± half of the critical difference", LinearX: true}}
	common := s.common()
	r, err := statistics.Friedman(meanGaps(common))
	if err != nil {
		return f
	}
	half := s.criticalDifference() / 2
	order := make([]int, len(r.MeanRanks))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.MeanRanks[a], r.MeanRanks[b]) })
	for row, c := range order {
		rank, y := r.MeanRanks[c], float64(row)
		f.Add("", c, figure.Solid, []figure.Point{{rank - half, y}, {rank + half, y}})
		f.Add("", c, figure.Dots, []figure.Point{{rank, y}})
		f.Rows = append(f.Rows, s.Configurations[c])
	}
	for rank := range order {
		f.TicksX = append(f.TicksX, float64(rank+1))
	}
	f.RangeX = [2]float64{min(1, r.MeanRanks[order[0]]-half) - 0.1, max(float64(len(order)), r.MeanRanks[order[len(order)-1]]+half) + 0.1}
	return f
}
