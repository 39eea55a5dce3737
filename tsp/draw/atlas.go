package draw

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// atlasFile is countries-50m.json of the npm package world-atlas 2.0.2, as TopoJSON: the countries of
// Natural Earth 4.1 at a scale of 1:50 million. Natural Earth is in the public domain; the package has
// the licence in atlas/LICENSE.
//
//go:embed atlas/countries-50m.json.gz
var atlasFile []byte

// atlas has the land and the borders of the world: x is the longitude in degrees, y the latitude, which
// grows downwards. Along a line the longitude has no jumps, so that it may be beyond 180°.
type atlas struct {
	land    []boxedLine // rings; those around lakes turn the other way
	borders []boxedLine
}

// boxedLine is a line with the smallest box around it.
type boxedLine struct {
	line []point
	box  box
}

func newBoxedLine(line []point) boxedLine { return boxedLine{line, boxAround(line)} }

// topology is the part of TopoJSON that the atlas is made from. An arc is a line; its points are whole
// numbers, each relative to the one before. A ring is a list of arcs, where ^i is arc i backwards.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]int
	Objects   struct {
		Land struct{ Geometries []struct{ Arcs [][][]int } }
	}
}

// world returns the atlas, which is in the program, so it can be read.
var world = sync.OnceValue(func() (a atlas) {
	var t topology
	if r, err := gzip.NewReader(bytes.NewReader(atlasFile)); err == nil {
		_ = json.NewDecoder(r).Decode(&t)
	}
	isCoast := make([]bool, len(t.Arcs))
	for _, country := range t.Objects.Land.Geometries {
		for _, polygon := range country.Arcs {
			for _, arcs := range polygon {
				var ring []point
				for _, arc := range arcs {
					ring = append(ring, t.line(arc)...)
					isCoast[max(arc, ^arc)] = true
				}
				a.land = append(a.land, newBoxedLine(aroundPole(unwrapped(ring))))
			}
		}
	}
	for arc, coast := range isCoast {
		if !coast { // between two countries
			a.borders = append(a.borders, newBoxedLine(unwrapped(t.line(arc))))
		}
	}
	return a
})

// line returns the points of an arc.
func (t *topology) line(arc int) []point {
	arcs := t.Arcs[max(arc, ^arc)]
	line := make([]point, len(arcs))
	x, y := 0, 0
	for i, step := range arcs {
		x, y = x+step[0], y+step[1]
		at := i
		if arc < 0 {
			at = len(arcs) - 1 - i
		}
		scale, shift := t.Transform.Scale, t.Transform.Translate
		line[at] = point{float64(float64(x)*scale[0]) + shift[0], -(float64(float64(y)*scale[1]) + shift[1])}
	}
	return line
}

// unwrapped removes the jumps of the longitude at the 180th meridian, in place.
func unwrapped(line []point) []point {
	for i := 1; i < len(line); i++ {
		line[i].x = line[i-1].x + math.Remainder(line[i].x-line[i-1].x, 360)
	}
	return line
}

// aroundPole adds the pole to a ring around it. Other rings end where they begin.
func aroundPole(ring []point) []point {
	first, last := ring[0], ring[len(ring)-1]
	if math.Abs(last.x-first.x) < 180 {
		return ring
	}
	pole := math.Copysign(90, first.y)
	return append(ring, point{last.x, pole}, point{first.x, pole})
}
