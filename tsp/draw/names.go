package draw

import "slices"

// mostNamed is the number of cities up to which names are drawn. More have no room, and the search
// for it takes time quadratic in their number.
const mostNamed = 2000

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

// crossed reports whether a line between two points has a point in the box.
func (b box) crossed(from, to point) bool {
	enter, leave := 0.0, 1.0 // parts of the line
	for _, axis := range [][4]float64{{from.x, to.x, b.low.x, b.high.x}, {from.y, to.y, b.low.y, b.high.y}} {
		start, length, low, high := axis[0], axis[1]-axis[0], axis[2], axis[3]
		if length == 0 {
			if start < low || start > high {
				return false
			}
			continue
		}
		first, last := (low-start)/length, (high-start)/length
		enter, leave = max(enter, min(first, last)), min(leave, max(first, last))
	}
	return enter <= leave
}

// placeNames places the names of the cities beside their dots where they cover no city, no line
// and no other name. The first cities of the tour come first.
func (p *Picture) placeNames(cities []point, dot float64, lines [][]point) layer {
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
	for i, city := range order {
		radius := dot / 2
		if i == 0 && len(p.Tours) == 1 {
			radius = startSize
		}
		for _, place := range besideDot(cities[city], radius, printable(p.Instance.Names[city])) {
			area := place.box()
			free := !slices.ContainsFunc(taken, area.overlaps) && !slices.ContainsFunc(cities, area.contains) &&
				!slices.ContainsFunc(lines, area.crossedBy)
			if free && place.text != "" {
				names.texts = append(names.texts, place)
				taken = append(taken, area)
				break
			}
		}
	}
	return names
}

// crossedBy reports whether a line of several points has a point in the box.
func (b box) crossedBy(line []point) bool {
	for i := 1; i < len(line); i++ {
		if b.crossed(line[i-1], line[i]) {
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
