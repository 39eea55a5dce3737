package main

import (
	"bytes"
	"image/color"
	"math"
	"os"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	width, height = 8 * vg.Inch, 4.5 * vg.Inch
	rowHeight     = 0.2 * vg.Inch
	rowNames      = 3 * vg.Inch // of the width
	margin        = 0.1 * vg.Inch
	room          = 1.25 // space around the data, as a factor on the logarithmic axes
	beyond        = 1.08 // the same on linear axes
	otherFontRoom = 1.2  // of a legend, as a factor: DejaVu Sans, which some viewers fall back to, is wider than the font of the chart
)

// colours are distinguishable by colour-blind people, too (Okabe and Ito 2008).
var colours = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255},
	{86, 180, 233, 255}, {0, 0, 0, 255},
}

var markers = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{},
	draw.SquareGlyph{}, draw.TriangleGlyph{},
}

// write draws a chart into a file.
func (c chart) write(name string) error {
	size := vg.Point{X: width, Y: height}
	if len(c.rows) > 0 {
		size = vg.Point{X: width + rowNames, Y: vg.Length(len(c.rows))*rowHeight + vg.Inch}
	}
	canvas := vgsvg.New(size.X, size.Y)
	if err := c.draw(draw.New(canvas)); err != nil {
		return err
	}
	return writeSVG(name, canvas)
}

// draw draws a chart. The legend is beside the axes, where it covers no line. The titles of the
// axes are drawn here, because plot.Plot reserves space for them in the wrong place if axes are
// logarithmic.
func (c chart) draw(area draw.Canvas) error {
	p := plot.New()
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, vg.Points(3)
	p.Title.Text, p.Title.Padding = c.title, vg.Points(8)
	for _, style := range []*font.Font{&p.Title.TextStyle.Font, &p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &legend.TextStyle.Font} {
		style.Variant, style.Size = "Sans", vg.Points(10)
	}
	logarithmic := []*plot.Axis{&p.X, &p.Y}
	switch {
	case c.linear:
		logarithmic = nil
	case len(c.rows) > 0:
		logarithmic = logarithmic[:1]
	}
	for _, axis := range logarithmic {
		axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.TickerFunc(ticks)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)
	for _, s := range c.series {
		if err := s.add(p, &legend); err != nil {
			return err
		}
	}
	for _, axis := range logarithmic {
		axis.Min, axis.Max = axis.Min/room, axis.Max*room
	}
	if c.linear {
		p.X.Min, p.Y.Min = 0, 0
		p.X.Max, p.Y.Max = beyond*p.X.Max, beyond*p.Y.Max
	}
	if len(c.rows) > 0 {
		p.Y.Scale, p.Y.Tick.Marker = plot.InvertedScale{Normalizer: plot.LinearScale{}}, rowTicks(c.rows)
		p.Y.Min, p.Y.Max = -1, float64(len(c.rows))
	}
	whole := draw.Crop(area, margin, -margin, margin, -margin)
	beside := otherFontRoom*legend.Rectangle(whole).Size().X + margin
	label := p.Title.TextStyle
	line := label.FontExtents().Height
	// Below the title, which may be longer than the axes.
	legend.Draw(draw.Crop(whole, whole.Size().X-beside+margin, 0, 0, -(line + p.Title.Padding)))
	axes := draw.Crop(whole, 0, -beside, 0, 0)
	p.Draw(draw.Crop(axes, line+margin, 0, line+margin, 0))
	axes.FillText(label, vg.Point{X: axes.Center().X, Y: axes.Min.Y + line}, c.x)
	label.Rotation = math.Pi / 2
	axes.FillText(label, vg.Point{X: axes.Min.X, Y: axes.Center().Y}, c.y)
	return nil
}

// writeSVG writes a canvas into a file.
func writeSVG(name string, canvas *vgsvg.Canvas) error {
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return err
	}
	// Viewers without Liberation Sans use a font of the same widths.
	fallback := bytes.ReplaceAll(text.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	return os.WriteFile(name, fallback, 0o666)
}

// add draws a line with its markers; a published line has dashes and small markers.
func (s series) add(p *plot.Plot, legend *plot.Legend) error {
	points := make(plotter.XYs, len(s.points))
	for i, at := range s.points {
		points[i] = plotter.XY{X: at.x, Y: at.y}
	}
	line, markersOf, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	colour := colours[s.style%len(colours)]
	line.Color, line.Width = colour, vg.Points(1.2)
	markersOf.Color, markersOf.Radius, markersOf.Shape = colour, vg.Points(
		3), markers[(s.style+s.style/len(colours))%len(markers)] // other markers when the colours repeat
	drawn := []plot.Plotter{line, markersOf}
	switch s.look {
	case published:
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		line.Width, markersOf.Radius = vg.Points(0.8), vg.Points(2)
	case dots:
		drawn = drawn[1:]
	case unmarked:
		line.Dashes, drawn = []vg.Length{vg.Points(4), vg.Points(3)}, drawn[:1]
		line.Width = vg.Points(0.8)
	}
	p.Add(drawn...)
	if s.label == "" {
		return nil
	}
	var thumbnails []plot.Thumbnailer
	for _, d := range drawn {
		thumbnails = append(thumbnails, d.(plot.Thumbnailer))
	}
	legend.Add(s.label, thumbnails...)
	return nil
}

// rowTicks labels 0, 1, 2, ... with the names of rows.
func rowTicks(names []string) plot.ConstantTicks {
	marks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		marks[i] = plot.Tick{Value: float64(i), Label: name}
	}
	return marks
}

// ticks marks 1 to 9 times each power of ten. It labels 1, 2 and 5 times the power, or only the
// power if there are many.
func ticks(least, most float64) []plot.Tick {
	const many = 3 // powers of ten
	few := math.Log10(most/least) <= many
	var all []plot.Tick
	for power := math.Pow(10, math.Floor(math.Log10(least))); power <= most; power *= 10 {
		for digit := 1.0; digit <= 9; digit++ {
			tick := plot.Tick{Value: digit * power}
			if digit == 1 || few && (digit == 2 || digit == 5) {
				tick.Label = strconv.FormatFloat(tick.Value, 'g', 6, 64)
			}
			if least <= tick.Value && tick.Value <= most {
				all = append(all, tick)
			}
		}
	}
	return all
}

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
	canvas := vgsvg.New(width, height)
	drawn(draw.Crop(draw.New(canvas), margin, -margin, margin, -margin))
	return writeSVG(name, canvas)
}
