package draw

import (
	"math"
	"strconv"
)

const (
	mostLines = 12 // of the graticule along the longer side
	mapEdge   = 4  // how far the graticule goes beyond the cities
)

// graticule returns the meridians and parallels with their labels.
func (p *projection) graticule(c *canvas) []layer {
	width, height := (c.high.x-c.low.x)*c.scale, (c.high.y-c.low.y)*c.scale
	degree := c.scale // pixels of a degree of latitude
	longer := max(width, height) / degree
	step := stepOf(longer / p.stretch)
	lines := layer{class: "graticule", color: light, width: thinLine, isGround: true}
	labels := layer{class: "text", color: gray}
	west, east := p.middle+c.low.x/p.stretch, p.middle+c.high.x/p.stretch
	for i := math.Ceil(west / step); i <= math.Floor(east/step); i++ {
		x := c.at(point{(i*step - p.middle) * p.stretch, 0}).x
		lines.lines = append(lines.lines, []point{{x, -mapEdge}, {x, height + mapEdge}})
		name := degrees(math.Remainder(i*step, 360), "E", "W")
		label := text{point{x, height + mapEdge + textSize}, 0.5, textSize, name}
		if n := len(labels.texts); n == 0 ||
			x-label.width() > labels.texts[n-1].at.x { // near a pole meridians are close
			labels.texts = append(labels.texts, label)
		}
	}
	step = stepOf(longer)
	for i := math.Ceil(-c.high.y / step); i <= math.Floor(-c.low.y/step); i++ {
		y := c.at(point{0, -i * step}).y
		lines.lines = append(lines.lines, []point{{-mapEdge, y}, {width + mapEdge, y}})
		labels.texts = append(labels.texts, text{point{-mapEdge - 3, y + textSize/3}, 1, textSize,
			degrees(i*step, "N", "S")})
	}
	return []layer{lines, labels}
}

// stepOf returns the degrees between two lines for a map of some degrees: a round number, so that
// there are at most mostLines.
func stepOf(span float64) float64 {
	least := max(span, 1e-6) / mostLines
	for _, step := range []float64{2, 5, 10, 15, 30} {
		if least > 1 && step >= least {
			return step
		}
	}
	power := 1.0
	for power > least {
		power /= 10
	}
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= least {
			return factor * power
		}
	}
	return 10 * power
}

// degrees writes an angle with its direction.
func degrees(v float64, positive, negative string) string {
	v = math.Round(v*1e7) / 1e7 // multiples of a step have rounding errors
	direction := " " + positive
	switch {
	case v == 0:
		direction = ""
	case v < 0:
		direction = " " + negative
	}
	return strconv.FormatFloat(math.Abs(v), 'f', -1, 64) + "°" + direction
}
