package main

import (
	"bytes"
	"image/color"
	"io"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/aco-vk/aco-vk/internal/figure"
)

// line returns a function that draws a line with a colour, a width in points and, optionally,
// dashes.
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

// plainPlot returns a plot with a title and without axes.
func plainPlot(title string) *plot.Plot {
	p := plot.New()
	p.Title.Text = title
	p.Title.TextStyle.Font.Variant, p.Title.TextStyle.Font.Size = "Sans", vg.Points(10)
	p.HideAxes()
	return p
}

// frame is a rectangle in the plane.
type frame struct{ minX, maxX, minY, maxY float64 }

// window returns a frame around points, with a margin.
func window(points plotter.XYs) frame {
	const beside = 0.12 // margin, as a share of the width and of the height
	minX, maxX, minY, maxY := plotter.XYRange(points)
	x, y := beside*(maxX-minX), beside*(maxY-minY)
	return frame{minX - x, maxX + x, minY - y, maxY + y}
}

// crop limits a plot to a frame. It is called last, because adding to a plot extends its limits.
func (f frame) crop(p *plot.Plot) {
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = f.minX, f.maxX, f.minY, f.maxY
}

// onCanvas calls drawn with a new canvas and writes the canvas to a file.
func onCanvas(name string, drawn func(draw.Canvas)) error {
	canvas := vgsvg.New(figure.Width, figure.Height)
	drawn(draw.Crop(draw.New(canvas), figure.Margin, -figure.Margin, figure.Margin, -figure.Margin))
	return writeFile(name, func(w io.Writer) error { return figure.WriteSVG(w, canvas) })
}

// write draws a chart into a file.
func (c chart) write(name string) error { return writeFile(name, c.WriteSVG) }

func writeFile(name string, fill func(io.Writer) error) error {
	var text bytes.Buffer
	if err := fill(&text); err != nil {
		return err
	}
	return os.WriteFile(name, text.Bytes(), 0o666)
}
