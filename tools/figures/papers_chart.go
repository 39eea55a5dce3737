package main

import (
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/internal/figure"
	"github.com/aco-vk/aco-vk/study/papers"
)

// paperCharts returns the charts of a report: the times of its tables and the paper's figures.
func paperCharts(r *papers.PaperReport) []chart {
	var all []chart
	for _, table := range r.Tables {
		if table.Quantity != papers.Time || table.Device.Reference() || len(distinct(table.Rows, citiesOf)) < 2 {
			continue
		}
		all = append(all, times(table))
	}
	paper, err := papers.FindPaper(r.Paper)
	if err != nil {
		return nil // papers.ReadPaper refuses it
	}
	for _, figure := range paper.Figures() {
		all = append(all, figureChart(figure, r))
	}
	return withSeries(all)
}

func citiesOf(row papers.Row) string { return fmt.Sprint(row.Cities) }

// figureChart returns a figure of a paper, without curves if nothing is measured. The paper's own
// speed-ups are dashed. Points that a logarithmic axis cannot have are left out.
func figureChart(of papers.PaperFigure, r *papers.PaperReport) chart {
	c := chart{name: of.Name + "-" + slug(r.Device.Name), table: of.Table, Chart: figure.Chart{Title: of.Title + ", on " + r.Device.Name,
		X: string(of.X), Y: string(of.Y)}}
	if of.X == papers.AxisCities {
		c.X = cities
	}
	switch of.Y {
	case papers.Speedup:
		c.Y = "times as fast as the sequential reference"
	case papers.Error:
		c.Y = "mean error, %"
	case papers.Time:
		c.Y = "time, ms"
	}
	heading := "dashed: in the paper"
	if of.Y == papers.Speedup {
		heading += ", over its own sequential program"
	}
	curves := of.Curves(r)
	if !slices.ContainsFunc(curves, func(curve papers.Curve) bool { ours, _ := curvePoints(curve); return len(ours) > 0 }) {
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

func curvePoints(curve papers.Curve) (ours, theirs []point) {
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
