package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawConflicts draws the changes of an iteration as intervals of places, with their cuts.
func drawConflicts(name string, all []change) error {
	p := plot.New()
	p.Title.Text = "Changes of one iteration: accepted blue, rejected orange; ticks: cuts"
	p.X.Label.Text = "place in the shared tour"
	p.HideY()
	p.X.Tick.Marker = plot.TickerFunc(wholePlaces)
	for _, style := range []*draw.TextStyle{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.X.Tick.Label} {
		style.Font.Variant, style.Font.Size = "Sans", vg.Points(10)
	}
	slices.SortStableFunc(all, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Low, b.Low))
	})
	for i, one := range all {
		colour, row := rejected, float64(len(all)-i)
		if one.Accepted == 1 {
			colour = taken
		}
		if err := line(colour, stroke)(p, plotter.XYs{{X: float64(one.Low), Y: row}, {X: float64(one.High + 1), Y: row}}); err != nil {
			return err
		}
		cuts := []uint32{one.High + 1}
		for _, piece := range one.pieces {
			cuts = append(cuts, piece.low)
		}
		for _, cut := range cuts {
			if err := line(colour, 0.7)(p, plotter.XYs{{X: float64(cut), Y: row - 0.35}, {X: float64(cut), Y: row + 0.35}}); err != nil {
				return err
			}
		}
	}
	return onCanvas(name, func(whole draw.Canvas) { p.Draw(whole) })
}

// wholePlaces returns ticks at round numbers of places.
func wholePlaces(least, most float64) []plot.Tick {
	const step = 250
	var all []plot.Tick
	for place := math.Ceil(least/step) * step; place <= most; place += step {
		all = append(all, plot.Tick{Value: place, Label: fmt.Sprint(place)})
	}
	return all
}
