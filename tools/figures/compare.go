package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/aco-vk/aco-vk/bench/anytime"
)

// compareFlags name two reports by time limit, of an earlier and of a later version.
type compareFlags struct {
	Before    string   `and:"compare" placeholder:"FILE" help:"Report of an earlier version, to compare with --after: one chart with a panel for each instance, the mean error over time."`
	After     string   `and:"compare" placeholder:"FILE" help:"Report of a later version."`
	Instances []string `placeholder:"NAME,..." help:"Instances to compare; default all that both reports have."`
}

// compare draws the panels into a folder and returns the name of the file, "" if no comparison is asked for.
func (f *compareFlags) compare(folder string) (string, error) {
	if f.Before == "" {
		return "", nil
	}
	before, err := readByTime(f.Before)
	if err != nil {
		return "", err
	}
	after, err := readByTime(f.After)
	if err != nil {
		return "", err
	}
	panels := comparisons(before, after, f.Instances)
	if len(panels) == 0 {
		return "", errors.New("no selected instance has a best known length and runs in both reports")
	}
	name := filepath.Join(folder, "compare-"+slug(after.Device.Name)+".svg")
	return name, writePanels(name, panels)
}

func readByTime(name string) (*anytime.Report, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	report, err := anytime.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return report, nil
}

// comparisons returns a chart for each of the instances that both reports have: the mean errors over time. nil selects all instances.
func comparisons(before, after *anytime.Report, instances []string) []chart {
	var panels []chart
	for _, row := range after.Rows {
		at := slices.IndexFunc(before.Rows, func(r anytime.Row) bool { return r.Instance == row.Instance && r.Label == row.Label })
		if at < 0 || row.BestKnown == 0 || instances != nil && !slices.Contains(instances, row.Instance) {
			continue
		}
		c := chart{title: row.Instance, x: seconds, y: fmt.Sprintf("mean error, %% (at least %g)", leastError)}
		c.add("before", 1, curve, meanStairs(before.Rows[at], row.BestKnown))
		c.add("after", 0, curve, meanStairs(row, row.BestKnown))
		if len(c.series) == 2 {
			panels = append(panels, c)
		}
	}
	return panels
}

// meanStairs returns the mean error over time of the runs with the longest limit: from when all of them have a tour to the limit.
func meanStairs(row anytime.Row, best int64) []point {
	row.BestKnown = best
	var runs []anytime.Trial
	limit := 0.0
	for _, cell := range row.Cells {
		if cell.LimitS > limit {
			runs, limit = cell.Runs, cell.LimitS
		}
	}
	runs = slices.DeleteFunc(slices.Clone(runs), func(run anytime.Trial) bool { return len(run.Trace) == 0 })
	var times []float64
	begin := 0.0
	for _, run := range runs {
		begin = max(begin, run.Trace[0].Seconds)
		for _, found := range run.Trace {
			times = append(times, found.Seconds)
		}
	}
	slices.Sort(times)
	var points []point
	for _, at := range slices.Compact(times) {
		if at < begin {
			continue
		}
		mean := 0.0
		for _, run := range runs {
			mean += float64(lengthAt(run, at)) / float64(len(runs))
		}
		points = appendStair(points, point{at, errorOf(row, mean)})
	}
	if last := len(points) - 1; last >= 0 && points[last].x < limit {
		points = append(points, point{limit, points[last].y})
	}
	return points
}

// lengthAt returns the length of a run's best tour at a time from its first tour on.
func lengthAt(run anytime.Trial, at float64) int64 {
	length := run.Trace[0].Length
	for _, found := range run.Trace {
		if found.Seconds <= at {
			length = found.Length
		}
	}
	return length
}
