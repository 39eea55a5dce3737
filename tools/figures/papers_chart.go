package main

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/bench"
	"github.com/aco-vk/aco-vk/internal/figure"
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
		if len(c.Series) > 0 {
			drawn = append(drawn, c)
		}
	}
	return drawn
}

func citiesOf(row bench.Row) string { return fmt.Sprint(row.Cities) }

// figureChart returns a figure of a paper, without curves if nothing is measured. The paper's own
// speed-ups are dashed. Points that a logarithmic axis cannot have are left out.
func figureChart(of bench.PaperFigure, r *bench.PaperReport) chart {
	c := chart{name: of.Name + "-" + slug(r.Device.Name), Chart: figure.Chart{Title: of.Title + ", on " + r.Device.Name,
		X: string(of.X), Y: string(of.Y)}}
	if of.X == bench.AxisCities {
		c.X = cities
	}
	switch of.Y {
	case bench.Speedup:
		c.Y = "times as fast as the sequential reference"
	case bench.Error:
		c.Y = "mean error, %"
	case bench.Time:
		c.Y = "time, ms"
	}
	heading := "dashed: in the paper"
	if of.Y == bench.Speedup {
		heading += ", over its own sequential program"
	}
	curves := of.Curves(r)
	if !slices.ContainsFunc(curves, func(curve bench.Curve) bool { ours, _ := curvePoints(curve); return len(ours) > 0 }) {
		return c // nothing is measured
	}
	for i, curve := range curves {
		ours, theirs := curvePoints(curve)
		c.Add(curve.Name, i, measured, ours)
		if len(theirs) > 0 {
			c.Add(heading, i, published, theirs)
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
