package main

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// line returns what draws a line in a colour, so many points wide, with dashes if there are any.
func line(colour color.Color, points float64, dashes ...vg.Length) func(*plot.Plot, plotter.XYs) error {
	return func(p *plot.Plot, through plotter.XYs) error {
		l, err := plotter.NewLine(through)
		if err != nil {
			return err
		}
		l.Color, l.Width, l.Dashes = colour, vg.Points(points), dashes
		p.Add(l)
		return nil
	}
}

// plainPlot has a title and no axes.
func plainPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.TextStyle.Font.Variant, p.Title.TextStyle.Font.Size = "Sans", vg.Points(10)
	p.HideAxes()
	return p
}

// frame is a part of the plane.
type frame struct{ minX, maxX, minY, maxY float64 }

// window returns what is around some points.
func window(points plotter.XYs) frame {
	const beside = 0.12 // of the width and the height
	minX, maxX, minY, maxY := plotter.XYRange(points)
	x, y := beside*(maxX-minX), beside*(maxY-minY)
	return frame{minX - x, maxX + x, minY - y, maxY + y}
}

// crop makes a plot show a frame, once all is added: until then a plot grows with what it is given.
func (f frame) crop(p *plot.Plot) {
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = f.minX, f.maxX, f.minY, f.maxY
}

// onCanvas writes what is drawn into a file.
func onCanvas(name string, drawn func(draw.Canvas)) error {
	canvas := vgsvg.New(width, height)
	drawn(draw.Crop(draw.New(canvas), margin, -margin, margin, -margin))
	return writeSVG(name, canvas)
}
