package papers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// PaperFigure is a figure of a paper as a view of the rows of a table: nothing is measured for it
// again.
type PaperFigure struct {
	Name   string // prefix is the paper's name
	Title  string
	Table  string // of the rows
	X      Axis
	Y      Quantity // a time, a length, or Speedup over Base
	Rows   string   // rows whose names contain this; "": all
	Base   Base     // of a Speedup
	Source string   // figure or table of the paper
}

// Axis is the horizontal axis of a figure.
type Axis string

const (
	AxisCities Axis = "cities"
	AxisPeriod Axis = "steps between local updates"
	AxisTrials Axis = "trials"
	AxisSwitch Axis = "percent of the cities visited when trials end"
)

// Base is the sequential program that speed-ups are over.
type Base struct {
	Table, Row string // measured by the sequential reference in the same report
	Published  Figure // time of the paper's own sequential program; zero: none is published
}

// The sequential programs of the papers.
var (
	zhouBase         = Base{"zhou2017-c1", "zhou2017-ke-all", Figure{"zhou2017-c1", "cpu"}}
	ceciliaBase      = Base{"cecilia2013-figure7", "cecilia2013-task", Figure{}}
	uchidaBase       = Base{"uchida2014-1", "uchida2014-hybrid", Figure{"uchida2014-3", "cpu"}}
	delevacqBase     = Base{"delevacq2013-figure7", "delevacq2013-ant-thread", Figure{}}
	searchBase       = Base{"delevacq2013-figure8", "delevacq2013-ant-thread-3opt", Figure{}}
	colonyBase       = Base{"delevacq2013-6", "colonies 1", Figure{}}
	skinderowiczBase = Base{"skinderowicz2016-3", "skinderowicz2016-acs-gpu-alt", Figure{"skinderowicz2016-3", "acs-seq"}}
)

// Figures lists the figures of all papers, and the speed-ups of their tables.
var Figures = []PaperFigure{
	{
		Name: "zhou2017-figure1", Title: "Speed-up of strategies with a dispatch for each step",
		Table: "zhou2017-figure1", X: AxisCities, Y: Speedup, Base: zhouBase, Source: "figure 1",
	},
	{
		Name: "zhou2017-figurec1", Title: "Speed-up with one dispatch for the whole tour and one for each step",
		Table: "zhou2017-figurec1", X: AxisCities, Y: Speedup, Base: zhouBase, Source: "figure C1",
	},
	{
		Name: "zhou2017-c1-speedup", Title: "Speed-up of an iteration", Table: "zhou2017-c1", X: AxisCities,
		Y: Speedup, Base: zhouBase, Source: "table C1",
	},
	{
		Name: "cecilia2013-figure7", Title: "Speed-up of the construction", Table: "cecilia2013-figure7",
		X: AxisCities, Y: Speedup, Base: ceciliaBase, Source: "figure 7",
	},
	{
		Name: "cecilia2013-figure8", Title: "Speed-up of the pheromone update", Table: "cecilia2013-4",
		X: AxisCities, Y: Speedup, Rows: "atomic", Base: ceciliaBase, Source: "figure 8",
	},
	{
		Name: "cecilia2013-figure9", Title: "Lengths after 1000 iterations", Table: "cecilia2013-figure9",
		X: AxisCities, Y: Error, Source: "figure 9",
	},
	{
		Name: "uchida2014-figure11", Title: "Choices that a number of trials decides", Table: "uchida2014-figure11",
		X: AxisTrials, Y: Trials, Source: "figure 11",
	},
	{
		Name: "uchida2014-figure12", Title: "Construction by the part of the cities visited when trials end",
		Table: "uchida2014-figure12", X: AxisSwitch, Y: Time, Source: "figure 12",
	},
	{
		Name: "uchida2014-3-speedup", Title: "Speed-up of an iteration", Table: "uchida2014-3", X: AxisCities,
		Y: Speedup, Base: uchidaBase, Source: "table 3",
	},
	{
		Name: "delevacq2013-figure7", Title: "Speed-up of MMAS", Table: "delevacq2013-figure7", X: AxisCities,
		Y: Speedup, Base: delevacqBase, Source: "figure 7",
	},
	{
		Name: "delevacq2013-figure8", Title: "Speed-up of MMAS with 3-opt", Table: "delevacq2013-figure8",
		X: AxisCities, Y: Speedup, Base: searchBase, Source: "figure 8",
	},
	{
		Name: "delevacq2013-4-speedup", Title: "Speed-up of MMAS with 3-opt by ants and iterations",
		Table: "delevacq2013-4", X: AxisCities, Y: Speedup, Base: colonyBase, Source: "table 4",
	},
	{
		Name: "delevacq2013-5-speedup", Title: "Speed-up of colonies on one device", Table: "delevacq2013-5",
		X: AxisCities, Y: Speedup, Base: colonyBase, Source: "table 5",
	},
	{
		Name: "delevacq2013-6-speedup", Title: "Speed-up of colonies on several devices", Table: "delevacq2013-6",
		X: AxisCities, Y: Speedup, Base: colonyBase, Source: "table 6",
	},
	{
		Name: "skinderowicz2016-figure7", Title: "Errors of ACS", Table: "skinderowicz2016-figure7",
		X: AxisCities, Y: Error, Source: "figure 7",
	},
	{
		Name: "skinderowicz2016-figure8", Title: "Speed-up by memory, ants and period of the local update",
		Table: "skinderowicz2016-figure8", X: AxisPeriod, Y: Speedup, Base: skinderowiczBase, Source: "figure 8",
	},
	{
		Name: "skinderowicz2016-figure9", Title: "Errors by memory, ants and period of the local update",
		Table: "skinderowicz2016-figure8", X: AxisPeriod, Y: Error, Source: "figure 9",
	},
	{
		Name: "skinderowicz2016-figure10", Title: "Speed-up of every ACS", Table: "skinderowicz2016-figure10",
		X: AxisCities, Y: Speedup, Base: skinderowiczBase, Source: "figure 10",
	},
}

// Figures returns the figures of the paper.
func (p Paper) Figures() []PaperFigure {
	var list []PaperFigure
	for _, f := range Figures {
		if strings.HasPrefix(f.Name, p.Name+"-") {
			list = append(list, f)
		}
	}
	return list
}

// Curve is a line of a figure.
type Curve struct {
	Name   string
	Points []CurvePoint // from left to right
}

// CurvePoint is a point of a figure.
type CurvePoint struct {
	Instance string  // published name
	X        float64 // see PaperFigure.X
	Y        float64 // see PaperFigure.Y; 0: a speed-up without a time of the reference
	// OverPublished is the speed-up over the paper's own sequential program; 0: not published.
	OverPublished float64
	Published     float64 // the paper's own speed-up; 0: not published
}

// Curves returns the figure's lines, as far as the report has their rows.
func (f PaperFigure) Curves(r *PaperReport) []Curve {
	table := r.Table(f.Table, false)
	if table == nil {
		return nil
	}
	var curves []Curve
	for _, row := range table.Rows {
		if !strings.Contains(row.Label, f.Rows) {
			continue
		}
		if f.Y == Trials {
			curves = append(curves, trialsCurve(row))
			continue
		}
		p, ok := f.point(r, table, row)
		if !ok {
			continue
		}
		name := f.curveOf(row)
		at := slices.IndexFunc(curves, func(c Curve) bool { return c.Name == name })
		if at < 0 {
			at = len(curves)
			curves = append(curves, Curve{Name: name})
		}
		curves[at].Points = append(curves[at].Points, p)
	}
	for _, c := range curves {
		slices.SortStableFunc(c.Points, func(a, b CurvePoint) int { return cmp.Compare(a.X, b.X) })
	}
	return curves
}

// trialsCurve returns the line of a row over the numbers of trials.
func trialsCurve(row Row) Curve {
	c := Curve{Name: keyOf(row).instance}
	for _, share := range row.Trials {
		c.Points = append(c.Points, CurvePoint{Instance: c.Name, X: float64(share.Trials), Y: share.Percent})
	}
	return c
}

// curveOf returns the name of a row's line. Without cities on the horizontal axis, each instance
// has lines of its own.
func (f PaperFigure) curveOf(row Row) string {
	switch f.X {
	case AxisPeriod:
		series, _, _ := strings.Cut(row.Label, ", period ")
		return fmt.Sprintf("%s, %s", series, keyOf(row).instance)
	case AxisSwitch:
		return keyOf(row).instance
	}
	return row.Label
}

// point returns the point of a row, false if it was not measured.
func (f PaperFigure) point(r *PaperReport, table *Report, row Row) (p CurvePoint, ok bool) {
	p = CurvePoint{Instance: keyOf(row).instance, X: float64(row.Cities)}
	switch f.X {
	case AxisPeriod:
		p.X = float64(row.Parameters.LocalUpdatePeriod)
	case AxisSwitch:
		p.X = visitedPercent(row.Cities, row.Parameters)
	}
	switch {
	case f.Y == Error:
		if row.Lengths != nil {
			p.Y, ok = row.Lengths.ErrorPercent(row.Lengths.Mean)
		}
		return p, ok
	case f.Y != Speedup:
		p.Y = row.value(f.Y)
		return p, p.Y > 0
	}
	p.Y = r.speedup(table, row, f.Base)
	if p.OverPublished = f.Base.overPublished(p.Instance, row); p.OverPublished > 0 {
		if at := slices.IndexFunc(row.Published,
			func(p PublishedFigure) bool { return p.Quantity == Time && p.Value > 0 }); at >= 0 {
			p.Published = p.OverPublished * row.Times.ToursMS / row.Published[at].Value
		}
	}
	if at := slices.IndexFunc(row.Published, func(p PublishedFigure) bool { return p.Quantity == Speedup }); at >= 0 {
		p.Published = row.Published[at].Value
	}
	return p, p.Y > 0 || p.OverPublished > 0
}

// speedup returns how many times as fast as the sequential reference on this host a row makes the
// same number of tours, 0 if one of them was not timed. Of the reference, the stages count that
// the row's table measures.
func (r *PaperReport) speedup(table *Report, row Row, base Base) float64 {
	reference := r.row(base.Table, true, rowKey{keyOf(row).instance, base.Row})
	if reference == nil || reference.Times == nil || row.Times == nil || row.Times.ToursMS == 0 {
		return 0
	}
	ms := 0.0
	for stage, took := range reference.Times.StagesMS {
		if table.Stages == nil || slices.Contains(table.Stages, stage) {
			ms += took
		}
	}
	tours := float64(reference.Parameters.Ants * max(1, reference.Parameters.Colonies))
	return ms * float64(reference.Cities) / tours / row.Times.ToursMS
}

// overPublished returns how many times as fast as the paper's sequential program a row is, 0 if
// its time is not published.
func (b Base) overPublished(instance string, row Row) float64 {
	sequential, ok, err := b.Published.lookUp(instance)
	if err != nil || !ok || row.Times == nil || row.Times.ToursMS == 0 {
		return 0
	}
	return sequential / row.Times.ToursMS
}

// row returns a row of a table on the device, or with sequential of the reference; nil if there is
// none.
func (r *PaperReport) row(table string, sequential bool, key rowKey) *Row {
	report := r.Table(table, sequential)
	if report == nil {
		return nil
	}
	for i := range report.Rows {
		if keyOf(report.Rows[i]) == key {
			return &report.Rows[i]
		}
	}
	return nil
}
