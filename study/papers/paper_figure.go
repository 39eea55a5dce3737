package papers

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// PaperFigure is a figure of a paper as a view of the rows of a table: nothing is measured for it
// again.
type PaperFigure struct {
	Name     string // prefix is the paper's name
	Title    string
	Table    string // of the rows
	X        Axis
	Y        Quantity // a time, a length, or Speedup over Base
	Rows     string   // rows whose names contain this; "": all
	BaseName string   `toml:"base"` // of a Speedup
	Base     Base     `toml:"-"`
	Source   string   // figure or table of the paper
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

// Figures returns the figures of the paper.
func (p Paper) Figures() []PaperFigure {
	var list []PaperFigure
	for _, f := range Figures() {
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
	for _, stage := range slices.Sorted(maps.Keys(reference.Times.StagesMS)) { // sums of floats depend on the order
		if table.Stages == nil || slices.Contains(table.Stages, stage) {
			ms += reference.Times.StagesMS[stage]
		}
	}
	tours := float64(reference.Parameters.Ants * max(1, reference.Parameters.Colonies))
	return ms * float64(reference.Cities) / tours / row.Times.ToursMS
}

// overPublished returns how many times as fast as the paper's sequential program a row is, 0 if
// its time is not published.
func (b Base) overPublished(instance string, row Row) float64 {
	sequential, ok := b.Published.lookUp(instance)
	if !ok || row.Times == nil || row.Times.ToursMS == 0 {
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
