package main

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/internal/figure"
)

// antFigures draws the figures of docs/default-solver.md into a folder and returns their file
// names.
func antFigures(folder string) ([]string, error) {
	c, err := antColony()
	if err != nil {
		return nil, err
	}
	shared := slices.Clone(c.Tours[c.State.Iteration&1])
	one, err := illustrative(changesOf(c))
	if err != nil {
		return nil, err
	}
	pieces, conflicts := filepath.Join(folder, "default-solver-pieces.svg"), filepath.Join(folder,
		"default-solver-conflicts.svg")
	if err := drawPieces(pieces, c, shared, one); err != nil {
		return nil, err
	}
	for _, stage := range c.Merge() { // accepts changes
		stage.Run()
	}
	return []string{pieces, conflicts}, drawConflicts(conflicts, changesOf(c))
}

var (
	faint    = color.Gray{200}
	rejected = figure.Colours[1]
	taken    = figure.Colours[0]
)

const stroke = 2 // width of the main lines, in points

// drawPieces draws the shared tour and the ant's tour side by side, and below them both as rows of
// pieces.
func drawPieces(name string, c *reference.Colony, shared []uint32, one change) error {
	stretch := func(low, high uint32) (points plotter.XYs) {
		for place := low; place <= high; place++ {
			city := shared[place%uint32(len(shared))]
			points = append(points, plotter.XY{X: c.Model.Instance.X[city], Y: c.Model.Instance.Y[city]})
		}
		return points
	}
	before, after := plainPlot("the shared tour"), plainPlot(fmt.Sprintf("the ant's tour, %d shorter", one.Gain))
	for p, joints := range map[*plot.Plot][][2]uint32{before: one.removed(), after: one.added()} {
		for _, outside := range []plotter.XYs{stretch(0, one.Low-1), stretch(one.High+1, uint32(len(shared))-1)} {
			if err := line(faint, 1)(p, outside); err != nil {
				return err
			}
		}
		for i, piece := range one.pieces {
			if err := line(figure.Colours[i%len(figure.Colours)], stroke)(p, stretch(piece.low, piece.high())); err != nil {
				return err
			}
		}
		for _, joint := range joints {
			ends := append(stretch(joint[0], joint[0]), stretch(joint[1], joint[1])...)
			if err := line(color.Black, 0.7, vg.Points(2), vg.Points(2))(p, ends); err != nil {
				return err
			}
		}
		window(stretch(one.Low, one.High)).crop(p)
	}
	rows, err := rowsOf(one)
	if err != nil {
		return err
	}
	return onCanvas(name, func(whole draw.Canvas) {
		middle, low := whole.Center(), whole.Min.Y+1.3*vg.Inch
		before.Draw(draw.Crop(whole, 0, middle.X-whole.Max.X-figure.Margin, low-whole.Min.Y, 0))
		after.Draw(draw.Crop(whole, middle.X-whole.Min.X+figure.Margin, 0, low-whole.Min.Y, 0))
		rows.Draw(draw.Crop(whole, 0, 0, 0, low-whole.Max.Y-figure.Margin))
	})
}

// rowsOf draws two rows of pieces: in the order of the shared tour and, below it, of the ant's
// tour. Reversed pieces have an arrow.
func rowsOf(one change) (*plot.Plot, error) {
	p := plainPlot("")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = float64(one.Low), float64(one.High+1), -0.4, 2.4
	labels := plotter.XYLabels{}
	label := func(x, y float64, text string) {
		labels.XYs, labels.Labels = append(labels.XYs, plotter.XY{X: x, Y: y}), append(labels.Labels, text)
	}
	for i, piece := range one.pieces {
		letter := string(rune('A' + i))
		for _, row := range []struct {
			y     float64
			start uint32
		}{{1.4, piece.low}, {0, piece.start}} {
			from, to := float64(row.start), float64(row.start+piece.length)
			box, err := plotter.NewPolygon(plotter.XYs{{X: from, Y: row.y}, {X: to, Y: row.y}, {X: to, Y: row.y + 0.6},
				{X: from, Y: row.y + 0.6}})
			if err != nil {
				return nil, err
			}
			box.Color, box.LineStyle.Color, box.LineStyle.Width = figure.Colours[i%len(figure.Colours)], color.White, vg.Points(1)
			p.Add(box)
			text := letter
			if piece.reversed && row.start == piece.start && row.y == 0 {
				text = "←" + letter
			}
			label((from+to)/2, row.y-0.4, text)
		}
	}
	text, err := plotter.NewLabels(labels)
	if err != nil {
		return nil, err
	}
	for i := range text.TextStyle {
		text.TextStyle[i].XAlign = draw.XCenter
		text.TextStyle[i].Font.Variant, text.TextStyle[i].Font.Size = "Sans", vg.Points(9)
	}
	p.Add(text)
	return p, nil
}

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
		if err := line(colour, stroke)(p,
			plotter.XYs{{X: float64(one.Low), Y: row}, {X: float64(one.High + 1), Y: row}}); err != nil {
			return err
		}
		cuts := []uint32{one.High + 1}
		for _, piece := range one.pieces {
			cuts = append(cuts, piece.low)
		}
		for _, cut := range cuts {
			if err := line(colour, 0.7)(p,
				plotter.XYs{{X: float64(cut), Y: row - 0.35}, {X: float64(cut), Y: row + 0.35}}); err != nil {
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
