package main

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/bench"
)

// paperChart is a chart of a table.
type paperChart struct {
	chart
	of string // the table
}

// paperCharts returns the charts of a report: the times of its tables and the paper's figures.
func paperCharts(r *bench.PaperReport) []paperChart {
	var all []paperChart
	for _, table := range r.Tables {
		if table.Quantity != bench.Time || table.Device.Reference() || len(distinct(table.Rows, citiesOf)) < 2 {
			continue
		}
		all = append(all, paperChart{times(table), table.Table})
	}
	paper, err := bench.FindPaper(r.Paper)
	if err != nil {
		return nil // bench.ReadPaper refuses it
	}
	for _, figure := range paper.Figures() {
		all = append(all, paperChart{figureChart(figure, r), figure.Table})
	}
	drawn := all[:0]
	for _, c := range all {
		if len(c.series) > 0 {
			drawn = append(drawn, c)
		}
	}
	return drawn
}

func citiesOf(row bench.Row) string { return fmt.Sprint(row.Cities) }

// figureChart returns a figure of a paper, without curves if nothing is measured. The paper's own
// speed-ups are dashed. Points that a logarithmic axis cannot have are left out.
func figureChart(figure bench.PaperFigure, r *bench.PaperReport) chart {
	c := chart{
		name: figure.Name + "-" + slug(r.Device.Name), title: figure.Title + ", on " + r.Device.Name,
		x: string(figure.X), y: string(figure.Y),
	}
	if figure.X == bench.AxisCities {
		c.x = cities
	}
	switch figure.Y {
	case bench.Speedup:
		c.y = "times as fast as the sequential reference"
	case bench.Error:
		c.y = "mean error, %"
	case bench.Time:
		c.y = "time, ms"
	}
	heading := "dashed: in the paper"
	if figure.Y == bench.Speedup {
		heading += ", over its own sequential program"
	}
	curves := figure.Curves(r)
	if !slices.ContainsFunc(curves, func(curve bench.Curve) bool { ours, _ := curvePoints(curve); return len(ours) > 0 }) {
		return c // nothing is measured
	}
	for i, curve := range curves {
		ours, theirs := curvePoints(curve)
		c.add(curve.Name, i, measured, ours)
		if len(theirs) > 0 {
			c.add(heading, i, published, theirs)
			heading = ""
		}
	}
	return c
}

func curvePoints(curve bench.Curve) (ours, theirs []point) {
	for _, p := range curve.Points {
		if p.X > 0 && p.Y > 0 {
			ours = append(ours, point{p.X, p.Y})
		}
		if p.X > 0 && p.Published > 0 {
			theirs = append(theirs, point{p.X, p.Published})
		}
	}
	return ours, theirs
}
