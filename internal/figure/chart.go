package figure

import (
	"bytes"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The sizes of a chart of a page, and its margin.
const (
	pageWidth  = 8 * vg.Inch
	pageHeight = 4.5 * vg.Inch
	margin     = 0.1 * vg.Inch
)

const (
	rowHeight     = 0.2 * vg.Inch
	rowNames      = 3 * vg.Inch // of the width
	room          = 1.25        // space around the data, as a factor on the logarithmic axes
	beyond        = 1.08        // the same on linear axes
	otherFontRoom = 1.2         // of a legend, as a factor: DejaVu Sans, which some viewers fall back to, is wider than the font of the chart
)

// Colours are distinguishable by colour-blind people, too (Okabe and Ito 2008).
var Colours = []color.RGBA{
	{0, 114, 178, 255}, {213, 94, 0, 255}, {0, 158, 115, 255}, {204, 121, 167, 255}, {230, 159, 0, 255},
	{86, 180, 233, 255}, {0, 0, 0, 255},
}

var markers = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.CrossGlyph{}, draw.RingGlyph{},
	draw.SquareGlyph{}, draw.TriangleGlyph{},
}

// dashes tell lines apart in grey: the styles repeat later than the colours.
var dashes = [][]vg.Length{
	nil, {4, 1.5}, {1.2, 1.2}, {5, 1.5, 1, 1.5}, {8, 2}, {2.5, 1.5}, {6, 1.5, 1, 1.5, 1, 1.5}, {3, 3}, {1, 3},
}

// Chart is a chart as a value. Both axes are logarithmic, unless one is linear or the chart has rows.
type Chart struct {
	Title  string
	X, Y   string   // titles of the axes, with units
	Rows   []string // if not empty, points at y = 0, 1, ... are in the rows with these names, from the top
	Series []Series

	// Column is the width of a column in millimetres: the chart has this width, the legend below the
	// axes and no title. 0: the chart is of a page.
	Column float64
	// LinearX and LinearY make one axis linear.
	LinearX, LinearY bool
	// RangeX and RangeY are the ends of an axis; zero: by the data.
	RangeX, RangeY [2]float64
	TicksX         []float64 // where the horizontal axis has its numbers; nil: by its ends
}

// Series is one line.
type Series struct {
	Label  string // in the legend; "" for none
	Points []Point
	Style  int // index of its colour and marker
	Look   Look
}

// Look says how a series is drawn.
type Look int

// The looks.
const (
	Marked Look = iota // a line with markers
	Dashed             // the same, thin and dashed: not measured here
	Dots               // markers without a line
	Line               // a line without markers: its dashes are of the style
	Solid              // a line without markers or dashes
	Thick              // the same, thick
	Middle             // white dots, which show on a thick line
)

// Point is a point of a series: x and y.
type Point [2]float64

// Add adds a series that has points.
func (c *Chart) Add(label string, style int, look Look, points []Point) {
	if len(points) > 0 {
		c.Series = append(c.Series, Series{label, points, style, look})
	}
}

// size returns the width and the height of the chart.
func (c *Chart) size() vg.Point {
	switch {
	case c.Column > 0:
		width := vg.Length(c.Column) * vg.Millimeter
		height := 0.62 * width
		if len(c.Rows) > 0 {
			height = vg.Length(len(c.Rows))*columnLine + 4*columnLine
		}
		for _, s := range c.Series {
			if s.Label != "" {
				height += columnLine
			}
		}
		return vg.Point{X: width, Y: height}
	case len(c.Rows) > 0:
		return vg.Point{X: pageWidth + rowNames, Y: vg.Length(len(c.Rows))*rowHeight + vg.Inch}
	}
	return vg.Point{X: pageWidth, Y: pageHeight}
}

// The sizes of a column's texts.
const (
	columnText = vg.Length(7)
	columnLine = vg.Length(10) // from one line to the next
)

// WriteSVG writes a chart as SVG. Viewers without Liberation Sans use a font of the same widths.
func (c *Chart) WriteSVG(w io.Writer) error {
	size := c.size()
	canvas := vgsvg.New(size.X, size.Y)
	if err := c.draw(draw.New(canvas)); err != nil {
		return err
	}
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(text.Bytes(), []byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")))
	return err
}

// draw draws a chart. The legend is beside the axes, where it covers no line, or below them in a
// column. The titles of the axes are drawn here, because plot.Plot reserves space for them in the
// wrong place if axes are logarithmic.
func (c *Chart) draw(area draw.Canvas) error {
	p := plot.New()
	legend := plot.NewLegend()
	legend.Top, legend.Left, legend.Padding = true, true, vg.Points(3)
	p.Title.Text, p.Title.Padding = c.Title, vg.Points(8)
	text, margin := vg.Points(10), margin
	if c.Column > 0 {
		text, margin, p.Title.Text, p.BackgroundColor = columnText, vg.Points(2), "", nil
		legend.Padding, legend.ThumbnailWidth = vg.Points(1), vg.Points(22)
		for _, axis := range []*plot.Axis{&p.X, &p.Y} {
			axis.LineStyle.Width, axis.Tick.LineStyle.Width, axis.Tick.Length = 0.4, 0.4, 3
		}
	}
	for _, style := range []*font.Font{&p.Title.TextStyle.Font, &p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &legend.TextStyle.Font} {
		style.Variant, style.Size = "Sans", text
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)
	for _, s := range c.Series {
		if err := s.add(p, &legend, c.Column > 0); err != nil {
			return err
		}
	}
	c.setAxes(p)
	whole := draw.Crop(area, margin, -margin, margin, -margin)
	label := p.Title.TextStyle
	line := label.FontExtents().Height
	axes := whole
	if room := legend.Rectangle(whole).Size(); c.Column > 0 {
		legend.Top = false
		legend.Draw(draw.Crop(whole, line, 0, 0, 0))
		axes = draw.Crop(whole, 0, -margin, room.Y+margin, 0)
	} else {
		beside := otherFontRoom*room.X + margin
		// Below the title, which may be longer than the axes.
		legend.Draw(draw.Crop(whole, whole.Size().X-beside+margin, 0, 0, -(line + p.Title.Padding)))
		axes = draw.Crop(whole, 0, -beside, 0, 0)
	}
	p.Draw(draw.Crop(axes, line+margin, 0, line+margin, 0))
	axes.FillText(label, vg.Point{X: axes.Center().X, Y: axes.Min.Y + line}, c.X)
	label.Rotation = math.Pi / 2
	axes.FillText(label, vg.Point{X: axes.Min.X, Y: axes.Center().Y}, c.Y)
	return nil
}

// setAxes sets scales, ends and ticks.
func (c *Chart) setAxes(p *plot.Plot) {
	for _, axis := range []struct {
		*plot.Axis
		linear bool
		ends   [2]float64
	}{{&p.X, c.LinearX, c.RangeX}, {&p.Y, c.LinearY || len(c.Rows) > 0, c.RangeY}} {
		switch {
		case axis.ends != [2]float64{}:
			axis.Min, axis.Max = axis.ends[0], axis.ends[1]
		case !axis.linear:
			axis.Min, axis.Max = axis.Min/room, axis.Max*room
		case len(c.Rows) == 0 || axis.Axis == &p.X:
			axis.Min, axis.Max = 0, beyond*axis.Max
		}
		if !axis.linear {
			axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.TickerFunc(ticks)
		}
	}
	if c.TicksX != nil {
		marks := make(plot.ConstantTicks, len(c.TicksX))
		for i, at := range c.TicksX {
			marks[i] = plot.Tick{Value: at, Label: strconv.FormatFloat(at, 'g', 6, 64)}
		}
		p.X.Tick.Marker = marks
	}
	if len(c.Rows) > 0 {
		p.Y.Scale, p.Y.Tick.Marker = plot.InvertedScale{Normalizer: plot.LinearScale{}}, rowTicks(c.Rows)
		p.Y.Min, p.Y.Max = -1, float64(len(c.Rows))
	}
}

// add draws a line with its markers; a dashed one has small markers.
func (s Series) add(p *plot.Plot, legend *plot.Legend, column bool) error {
	points := make(plotter.XYs, len(s.Points))
	for i, at := range s.Points {
		points[i] = plotter.XY{X: at[0], Y: at[1]}
	}
	line, markersOf, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	colour := Colours[s.Style%len(Colours)]
	line.Color, line.Width = colour, vg.Points(1.2)
	markersOf.Color, markersOf.Radius, markersOf.Shape = colour, vg.Points(
		3), markers[(s.Style+s.Style/len(Colours))%len(markers)] // other markers when the colours repeat
	if column {
		line.Width, markersOf.Radius = vg.Points(1), vg.Points(2)
	}
	drawn := []plot.Plotter{line, markersOf}
	switch s.Look {
	case Dashed:
		line.Dashes = []vg.Length{vg.Points(4), vg.Points(3)}
		line.Width, markersOf.Radius = vg.Points(0.8), vg.Points(2)
	case Dots:
		drawn = drawn[1:]
	case Line:
		line.Dashes, drawn = dashes[s.Style%len(dashes)], drawn[:1]
	case Solid:
		drawn = drawn[:1]
	case Thick:
		line.Width, drawn = vg.Points(4), drawn[:1]
	case Middle:
		markersOf.Color, markersOf.Shape, markersOf.Radius = color.White, draw.CircleGlyph{}, vg.Points(1.4)
		drawn = drawn[1:]
	}
	p.Add(drawn...)
	if s.Label == "" {
		return nil
	}
	var thumbnails []plot.Thumbnailer
	for _, d := range drawn {
		thumbnails = append(thumbnails, d.(plot.Thumbnailer))
	}
	legend.Add(s.Label, thumbnails...)
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
