package draw

import (
	"cmp"
	"math"
	"slices"
)

// pixelDot is the height of a pixel that has cities. It lets rows be seen apart.
const pixelDot = 0.7

// pixels returns the pixels that have cities, as lines along the rows. It is for so many cities that dots would cover each other.
func pixels(cities []point) [][]point {
	places := make([][2]int32, len(cities))
	for i, at := range cities {
		places[i] = [2]int32{int32(at.y), int32(at.x)}
	}
	slices.SortFunc(places, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var lines [][]point
	last := [2]int32{-1, -1}
	for _, place := range places {
		left, right, y := float64(place[1]), float64(place[1]+1), float64(place[0])+0.5
		switch {
		case place == last:
		case len(lines) > 0 && place == [2]int32{last[0], last[1] + 1}:
			lines[len(lines)-1][1].x = right
		default:
			lines = append(lines, []point{{left, y}, {right, y}})
		}
		last = place
	}
	return lines
}

// lookOf returns the width of lines and of dots, 0 for no dots, for a number of cities. The mean distance of n uniform cities is longSide/√n.
func lookOf(cities int) (line, dot float64) {
	mean := longSide / math.Sqrt(float64(cities))
	line = min(1.4, max(mean/8, 0.25))
	if dot = min(4, mean/4); dot < 1 {
		dot = 0
	}
	return line, dot
}
