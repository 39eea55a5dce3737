package main

import (
	"cmp"
	"slices"
	"strings"

	classicmodel "github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/study/papers"
)

// chart is a chart with the name of its file, without extension.
type chart struct {
	name  string
	table string // of a paper, whose rows it shows
	figure.Chart
}

type (
	series = figure.Series
	point  = figure.Point
)

// How series are drawn.
const (
	measured  = figure.Marked
	published = figure.Dashed // not measured here
	dots      = figure.Dots
)

// cities is the title of the horizontal axis of charts by size.
const cities = "number of cities"

// charts returns all charts of tables for which the reports have data. The base of speed-ups may be
// in any report.
func charts(reports, bases []*papers.Report) []chart {
	var all []chart
	sequential := referenceTimes(bases)
	for _, report := range reports {
		if report.Quantity != papers.Time || report.Device.Reference() {
			continue
		}
		all = append(all, times(report))
		if report.Stages == nil {
			all = append(all, speedUps(report, sequential))
		}
	}
	return withSeries(all)
}

// withSeries leaves charts without data out.
func withSeries(all []chart) []chart {
	return slices.DeleteFunc(all, func(c chart) bool { return len(c.Series) == 0 })
}

// nameOf is the first part of the names of a report's charts.
func nameOf(r *papers.Report) string { return r.Table + "-" + slug(r.Device.Name) }

// times returns a chart of the measured times, and of the published ones as dashed lines.
func times(r *papers.Report) chart {
	c := chart{name: nameOf(r) + "-time", table: r.Table, Chart: figure.Chart{Title: r.Title + ", on " + r.Device.Name, X: cities,
		Y: "time of an iteration, ms"}}
	if r.Stages != nil {
		c.Y = "time of " + strings.Join(r.Stages, ", ") + ", ms"
	}
	labels := distinct(r.Rows, labelOf)
	for i, label := range labels {
		c.Add(label, i, measured, pointsOf(r.Rows, label, func(row papers.Row) float64 { return row.Times.MeasuredMS }))
	}
	if len(labels) == 1 { // each published column gets its own line
		for i, heading := range r.Headings {
			c.Add(heading, 1+i, published, pointsOf(r.Rows, labels[0], publishedAt(i)))
		}
		return c
	}
	for i, label := range labels { // each system gets its values of the first published column, in its colour
		heading := ""
		if points := pointsOf(r.Rows, label, publishedAt(0)); len(points) > 0 {
			if !slices.ContainsFunc(c.Series, func(s series) bool { return s.Look == published }) {
				heading = "dashed: " + r.Headings[0]
			}
			c.Add(heading, i, published, points)
		}
	}
	return c
}

func publishedAt(column int) func(papers.Row) float64 {
	return func(r papers.Row) float64 {
		figure := r.PublishedAt(column)
		if figure.Quantity != "" && figure.Quantity != papers.Time {
			return 0 // a length, for example: not comparable with a time
		}
		return figure.Value
	}
}

// speedUps returns a chart of the speed-up of an iteration over the sequential reference.
func speedUps(r *papers.Report, sequential map[string]float64) chart {
	c := chart{name: nameOf(r) + "-speedup", Chart: figure.Chart{Title: r.Title + ", on " + r.Device.Name, X: cities,
		Y: "times as fast as the sequential reference"}}
	for i, label := range distinct(r.Rows, labelOf) {
		c.Add(label, i, measured, pointsOf(r.Rows, label, func(row papers.Row) float64 {
			if row.Algorithm != "" &&
				row.Algorithm != classicmodel.AlgorithmAS { // the reference's times are of Ant System only
				return 0
			}
			return sequential[row.Instance] / row.Times.IterationMS
		}))
	}
	return c
}

// referenceTimes returns the sequential reference's times of an iteration by instance, with
// selection scan, which ACOTSP uses.
func referenceTimes(reports []*papers.Report) map[string]float64 {
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

func labelOf(row papers.Row) string { return row.Label }

// distinct returns the distinct values of a property of rows, in the order of the rows.
func distinct(rows []papers.Row, of func(papers.Row) string) []string {
	var list []string
	for _, row := range rows {
		if text := of(row); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// pointsOf returns the points of one system by ascending number of cities. Rows without a time or
// value are left out.
func pointsOf(rows []papers.Row, label string, value func(papers.Row) float64) []point {
	var points []point
	for _, row := range rows {
		if row.Label != label || row.Times == nil {
			continue
		}
		if v := value(row); v > 0 {
			points = append(points, point{float64(row.Cities), v})
		}
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a[0], b[0]) })
	return points
}

// slug turns a device's name into a part of a file name.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9')
	})
	return strings.Join(words, "-")
}
