package main

import (
	"cmp"
	"slices"
	"strings"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/bench"
)

// chart is a chart as a value. Both axes are logarithmic, unless it has rows.
type chart struct {
	name   string // of its file, without extension
	title  string
	x, y   string   // titles of the axes, with units
	rows   []string // if not empty, points at y = 0, 1, ... are in the rows with these names, from the top
	series []series
}

// series is one line.
type series struct {
	label  string // in the legend; "" for none
	points []point
	style  int // index of its colour and marker
	look   look
}

// look says how a series is drawn.
type look int

const (
	measured  look = iota
	published      // not measured here: dashed
	dots           // markers without a line
)

type point struct{ x, y float64 }

// cities is the title of the horizontal axis of charts by size.
const cities = "number of cities"

// group is the part of a report that one chart shows.
type group struct {
	*bench.Report
	name, title string
	rows        []bench.Row
}

// charts returns all charts of tables for which the reports have data. The base of speed-ups may be
// in any report.
func charts(reports, bases []*bench.Report) []chart {
	var all []chart
	sequential := referenceTimes(bases)
	for _, report := range reports {
		if report.Quantity != bench.Time || report.Device.Reference() {
			continue
		}
		for _, g := range groups(report) {
			all = append(all, times(g))
			if whole := report.Stages == nil || report.Table == presets; whole {
				all = append(all, speedUps(g, sequential))
			}
		}
	}
	return slices.DeleteFunc(all, func(c chart) bool { return len(c.series) == 0 })
}

// presets is the table with the systems of several papers.
const presets = "presets"

// groups returns one group for a report; for the table presets one for each paper, each with the
// program's own choice.
func groups(report *bench.Report) []group {
	device := slug(report.Device.Name)
	if report.Table != presets {
		return []group{{report, report.Table + "-" + device, report.Title, report.Rows}}
	}
	var list []group
	var chosen []bench.Row
	for _, row := range report.Rows {
		if row.Preset == "" {
			chosen = append(chosen, row)
			continue
		}
		paper, _, _ := strings.Cut(row.Preset, "-")
		name := report.Table + "-" + paper + "-" + device
		if i := slices.IndexFunc(list, func(g group) bool { return g.name == name }); i >= 0 {
			list[i].rows = append(list[i].rows, row)
		} else {
			list = append(list, group{report, name, "The systems of " + paper, []bench.Row{row}})
		}
	}
	for i := range list {
		list[i].rows = append(slices.Clone(chosen), list[i].rows...)
	}
	return list
}

// times returns a chart of the measured times, and of the published ones as dashed lines.
func times(g group) chart {
	c := chart{name: g.name + "-time", title: g.title + ", on " + g.Device.Name, x: cities,
		y: "time of an iteration, ms"}
	if g.Stages != nil {
		c.y = "time of " + strings.Join(g.Stages, ", ") + ", ms"
	}
	labels := labelsOf(g.rows)
	for i, label := range labels {
		c.add(label, i, measured, pointsOf(g.rows, label, func(r bench.Row) float64 { return r.Times.MeasuredMS }))
	}
	if len(labels) == 1 { // each published column gets its own line
		for i, heading := range g.Headings {
			c.add(heading, 1+i, published, pointsOf(g.rows, labels[0], publishedAt(i)))
		}
		return c
	}
	for i, label := range labels { // each system gets its values of the first published column, in its colour
		heading := ""
		if points := pointsOf(g.rows, label, publishedAt(0)); len(points) > 0 {
			if !slices.ContainsFunc(c.series, func(s series) bool { return s.look == published }) {
				heading = "dashed: " + g.Headings[0]
			}
			c.add(heading, i, published, points)
		}
	}
	return c
}

func publishedAt(column int) func(bench.Row) float64 {
	return func(r bench.Row) float64 {
		if column >= len(r.Published) || r.Published[column].Quantity != "" &&
			r.Published[column].Quantity != bench.Time {
			return 0 // a length, for example: not comparable with a time
		}
		return r.Published[column].Value
	}
}

// speedUps returns a chart of the speed-up of an iteration over the sequential reference.
func speedUps(g group, sequential map[string]float64) chart {
	c := chart{name: g.name + "-speedup", title: g.title + ", on " + g.Device.Name, x: cities,
		y: "times as fast as the sequential reference"}
	for i, label := range labelsOf(g.rows) {
		c.add(label, i, measured, pointsOf(g.rows, label, func(r bench.Row) float64 {
			if r.Algorithm != "" &&
				r.Algorithm != classicmodel.AlgorithmAS { // the reference's times are of Ant System only
				return 0
			}
			return sequential[r.Instance] / r.Times.IterationMS
		}))
	}
	return c
}

// referenceTimes returns the sequential reference's times of an iteration by instance, with
// selection scan, which ACOTSP uses.
func referenceTimes(reports []*bench.Report) map[string]float64 {
	ms := map[string]float64{}
	for _, report := range reports {
		for _, row := range report.Rows {
			if report.Device.Reference() && row.Times != nil && row.Parameters.Selection == "scan" {
				ms[row.Instance] = row.Times.IterationMS
			}
		}
	}
	return ms
}

// labelsOf lists the distinct systems of rows, in the order of the rows.
func labelsOf(rows []bench.Row) []string {
	var labels []string
	for _, row := range rows {
		if !slices.Contains(labels, row.Label) {
			labels = append(labels, row.Label)
		}
	}
	return labels
}

// pointsOf returns the points of one system by ascending number of cities. Rows without a time or
// value are left out.
func pointsOf(rows []bench.Row, label string, value func(bench.Row) float64) []point {
	var points []point
	for _, row := range rows {
		if row.Label != label || row.Times == nil {
			continue
		}
		if v := value(row); v > 0 {
			points = append(points, point{float64(row.Cities), v})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	return points
}

func (c *chart) add(label string, style int, look look, points []point) {
	if len(points) > 0 {
		c.series = append(c.series, series{label, points, style, look})
	}
}

// slug turns a device's name into a part of a file name.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
	return strings.Join(words, "-")
}
