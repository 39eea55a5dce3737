package draw

import "math"

const (
	arrows     = 8 // along the tour
	arrowSize  = 11.0
	startSize  = 6.0 // radius of the ring around the first city
	startWidth = 2.0
)

// direction returns a ring around the first city of the tour and arrowheads along the tour: on the
// first edge, and on the longest edge of each of some equal parts of the tour. Edges wider than
// half of the globe cross its edge and get no arrowhead; half is infinite in the plane.
func (p *Picture) direction(cities []point, half float64) []layer {
	tour := p.Tours[0]
	n := len(tour)
	heads := layer{class: "arrows", color: blue}
	for part := range arrows + 1 {
		low, high, longest := (part-1)*n/arrows, part*n/arrows, 2*arrowSize
		if part == 0 {
			low, high, longest = 0, 1, 0
		}
		var head []point
		for i := max(low, part); i < high; i++ {
			a, b := cities[tour[i]], cities[tour[(i+1)%n]]
			length := math.Hypot(a.x-b.x, a.y-b.y)
			if length > longest && math.Abs(a.x-b.x) <= half && !(p.Open && i == n-1) {
				longest, head = length, arrowhead(a, b)
			}
		}
		if head != nil {
			heads.shapes = append(heads.shapes, head)
		}
	}
	start := layer{class: "start", color: green, width: startWidth, lines: [][]point{ring(cities[tour[0]])}}
	return []layer{heads, start}
}

// arrowhead returns a triangle in the middle of an edge that points from a to b.
func arrowhead(a, b point) []point {
	length := math.Hypot(b.x-a.x, b.y-a.y)
	along := point{(b.x - a.x) / length * arrowSize, (b.y - a.y) / length * arrowSize}
	tip := point{(a.x+b.x)/2 + along.x/2, (a.y+b.y)/2 + along.y/2}
	const slim = 0.35 // half of the width by the length
	return []point{
		tip,
		{tip.x - along.x - slim*along.y, tip.y - along.y + slim*along.x},
		{tip.x - along.x + slim*along.y, tip.y - along.y - slim*along.x},
	}
}

// ring returns a circle as a closed line.
func ring(center point) []point {
	const corners = 24
	var line []point
	for i := range corners + 1 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		line = append(line, point{center.x + startSize*cos, center.y + startSize*sin})
	}
	return line
}
