package draw

import (
	"math"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
)

// mostNamed is the number of cities up to which numbers and names are drawn. More have no room, and
// the search for it takes time quadratic in their number.
const mostNamed = 2000

// box is a rectangle of the picture.
type box struct{ low, high point }

// nowhere overlaps no box.
var nowhere = box{point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}}

func (t *text) box() box {
	width := t.width()
	left := t.at.x - t.anchor*width
	return box{point{left, t.at.y - 0.8*t.size}, point{left + width, t.at.y + 0.25*t.size}}
}

// boxAround returns the smallest box around points.
func boxAround(points []point) box {
	b := box{points[0], points[0]}
	for _, p := range points {
		b = b.with(box{p, p})
	}
	return b
}

// with returns the smallest box around two boxes.
func (b box) with(other box) box {
	return box{
		point{min(b.low.x, other.low.x), min(b.low.y, other.low.y)},
		point{max(b.high.x, other.high.x), max(b.high.y, other.high.y)},
	}
}

func (b box) overlaps(other box) bool {
	return b.low.x < other.high.x && other.low.x < b.high.x && b.low.y < other.high.y && other.low.y < b.high.y
}

func (b box) contains(p point) bool {
	return b.low.x < p.x && p.x < b.high.x && b.low.y < p.y && p.y < b.high.y
}

// part returns where the line between two points enters and leaves the box, as parts of the line. The
// line has no point in the box if it enters after it leaves.
func (b box) part(from, to point) (enter, leave float64) {
	leave = 1
	for _, axis := range [][4]float64{{from.x, to.x, b.low.x, b.high.x}, {from.y, to.y, b.low.y, b.high.y}} {
		start, length, low, high := axis[0], axis[1]-axis[0], axis[2], axis[3]
		if length == 0 {
			if start < low || start > high {
				return 1, 0
			}
			continue
		}
		first, last := (low-start)/length, (high-start)/length
		enter, leave = max(enter, min(first, last)), min(leave, max(first, last))
	}
	return enter, leave
}

// labelling places labels beside the dots of cities.
type labelling struct {
	cities []point
	margin float64   // around a city, which its dot covers
	lines  [][]point // of the tours
	areas  []box     // of other texts and of arrowheads
	taken  []box     // by label; nowhere: it has no place yet
}

// placeLabels places the numbers of the stops and the names of the cities beside their dots where
// they cover no city, no line and no other label. The first stops come first, and all numbers before
// the names.
func (p *Picture) placeLabels(s *scene, cities []point, dot float64) layer {
	labels := layer{class: "text", color: gray}
	names := p.Instance.Names
	if len(names) != len(cities) {
		names = make([]string, len(cities))
	}
	isNumbered := len(p.Tours) == 1 && (p.Instance.Names != nil || p.Instance.Rows != nil)
	if len(cities) > mostNamed || p.Instance.Names == nil && !isNumbered {
		return labels
	}
	order := tsp.Tour(cityset.All[int32](len(cities)))
	if len(p.Tours) > 0 {
		order = p.Tours[0]
	}
	l := &labelling{cities: cities, margin: dot / 2, lines: s.edges(), areas: s.areas(),
		taken: slices.Repeat([]box{nowhere}, len(order))}
	texts := make([]text, len(order))
	radius := func(i int) float64 {
		if i == 0 && len(p.Tours) == 1 {
			return startSize
		}
		return dot / 2
	}
	if isNumbered {
		for i, city := range order {
			l.place(&texts[i], i, city, radius(i), strconv.Itoa(i+1))
		}
	}
	for i, city := range order {
		name := short(names[city])
		if isNumbered && name != "" {
			name = strconv.Itoa(i+1) + " " + name
		}
		if name != "" && (!isNumbered || texts[i].text != "") {
			l.place(&texts[i], i, city, radius(i), name)
		}
	}
	for _, t := range texts {
		if t.text != "" {
			labels.texts = append(labels.texts, t)
		}
	}
	return labels
}

// place sets a label to a text beside the dot of a city, if there is room beside all other labels.
func (l *labelling) place(label *text, i int, city int32, radius float64, name string) {
	for _, place := range besideDot(l.cities[city], radius, name) {
		if area := place.box(); l.isFree(area, i) {
			*label, l.taken[i] = place, area
			return
		}
	}
}

// isFree reports whether an area has room for a label. Labels in a row have a gap between them, and so
// have a label and a line.
func (l *labelling) isFree(area box, label int) bool {
	const (
		gap     = 4
		lineGap = 1
	)
	wide := box{point{area.low.x - gap, area.low.y}, point{area.high.x + gap, area.high.y}}
	for other, taken := range l.taken {
		if other != label && wide.overlaps(taken) {
			return false
		}
	}
	return !slices.ContainsFunc(l.areas, wide.overlaps) && !slices.ContainsFunc(l.cities, area.grown(l.margin).contains) &&
		!slices.ContainsFunc(l.lines, area.grown(lineGap).crossedBy)
}

// areas returns the areas of texts and shapes.
func (s *scene) areas() (list []box) {
	for _, l := range s.layers {
		if l.isGround {
			continue
		}
		for _, t := range l.texts {
			list = append(list, t.box())
		}
		for _, shape := range l.shapes {
			list = append(list, boxAround(shape))
		}
	}
	return list
}

// grown returns a box with a margin.
func (b box) grown(margin float64) box {
	return box{point{b.low.x - margin, b.low.y - margin}, point{b.high.x + margin, b.high.y + margin}}
}

// crossedBy reports whether a line of several points has a point in the box.
func (b box) crossedBy(line []point) bool {
	for i := 1; i < len(line); i++ {
		if enter, leave := b.part(line[i-1], line[i]); enter <= leave {
			return true
		}
	}
	return false
}

// besideDot returns the places for a name: right, left, above and below the dot, and then beside
// its upper and lower corners.
func besideDot(at point, radius float64, name string) []text {
	gap := radius + 3
	above, below := at.y-gap, at.y+gap+0.8*nameSize
	return []text{
		{point{at.x + gap, at.y + nameSize/3}, 0, nameSize, name},
		{point{at.x - gap, at.y + nameSize/3}, 1, nameSize, name},
		{point{at.x, above}, 0.5, nameSize, name},
		{point{at.x, below}, 0.5, nameSize, name},
		{point{at.x + radius, above}, 0, nameSize, name},
		{point{at.x - radius, above}, 1, nameSize, name},
		{point{at.x + radius, below}, 0, nameSize, name},
		{point{at.x - radius, below}, 1, nameSize, name},
	}
}
