package draw

import (
	"slices"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
)

// mostNamed is the number of cities up to which names are drawn. More have no room, and the search for it takes time quadratic in their number.
const mostNamed = 2000

var fonts = font.NewCache(liberation.Collection())

// face is Liberation Sans, whose widths Arial and Helvetica share.
func face(size float64) font.Face {
	return fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, font.Length(size))
}

// width returns the width of a text in pixels.
func (t *text) width() float64 {
	f := face(t.size)
	return float64(f.Width(t.text))
}

// box is a rectangle of the picture.
type box struct{ low, high point }

func (t *text) box() box {
	width := t.width()
	left := t.at.x - t.anchor*width
	return box{point{left, t.at.y - 0.8*t.size}, point{left + width, t.at.y + 0.25*t.size}}
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

// placeNames places the names of the cities beside their dots where they cover no city and no other name. The first cities of the tour come first.
func (p *Picture) placeNames(cities []point, dot float64) layer {
	names := layer{class: "text", color: gray}
	if len(p.Instance.Names) != len(cities) || len(cities) > mostNamed {
		return names
	}
	order := make([]int32, len(cities))
	for i := range order {
		order[i] = int32(i)
	}
	if len(p.Tours) > 0 {
		order = p.Tours[0]
	}
	var taken []box
	for _, city := range order {
		for _, t := range besideDot(cities[city], dot, printable(p.Instance.Names[city])) {
			area := t.box()
			free := !slices.ContainsFunc(taken, area.overlaps) && !slices.ContainsFunc(cities, area.contains)
			if free && t.text != "" {
				names.texts = append(names.texts, t)
				taken = append(taken, area)
				break
			}
		}
	}
	return names
}

// besideDot returns the places for a name: right, left, above and below the dot.
func besideDot(at point, dot float64, name string) []text {
	gap := dot/2 + 3
	return []text{
		{point{at.x + gap, at.y + nameSize/3}, 0, nameSize, name},
		{point{at.x - gap, at.y + nameSize/3}, 1, nameSize, name},
		{point{at.x, at.y - gap}, 0.5, nameSize, name},
		{point{at.x, at.y + gap + 0.8*nameSize}, 0.5, nameSize, name},
	}
}
