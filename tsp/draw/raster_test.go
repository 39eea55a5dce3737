package draw

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
)

// rastered draws layers with the origin of the map at the corner of a picture of 100 by 60 pixels.
func rastered(t *testing.T, layers ...layer) image.Image {
	t.Helper()
	var file bytes.Buffer
	must.Do(t, (&scene{width: 100, height: 60, layers: layers}).writePNG(&file))
	return must.Get(png.Decode(&file))(t)
}

// covered returns the area in square pixels that is drawn in black.
func covered(picture image.Image) (area float64) {
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			area += 1 - float64(color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y)/255
		}
	}
	return area / (dots * dots)
}

// What is drawn has the area of the geometry, and so have lines thinner than a dot, and
// shapes that overlap.
func TestAreas(t *testing.T) {
	black := color.RGBA{A: 255}
	oval := func(length, width float64) float64 { return length*width + math.Pi*width*width/4 }
	for name, test := range map[string]struct {
		layer layer
		area  float64
	}{
		"level":    {layer{width: 3, lines: [][]point{{{10, 20}, {50, 20}}}}, oval(40, 3)},
		"steep":    {layer{width: 3, lines: [][]point{{{10, 10}, {40, 50}}}}, oval(50, 3)},
		"thin":     {layer{width: 0.3, lines: [][]point{{{10, 10}, {90, 47.3}}}}, oval(math.Hypot(80, 37.3), 0.3)},
		"twice":    {layer{width: 3, lines: [][]point{{{10, 10}, {40, 50}}, {{40, 50}, {10, 10}}}}, oval(50, 3)},
		"dot":      {layer{width: 9, dots: []point{{30, 30}}}, oval(0, 9)},
		"triangle": {layer{shapes: [][]point{{{10, 10}, {50, 10}, {50, 40}}, {{50, 10}, {50, 40}, {10, 10}}}}, 600},
		"hole":     {layer{shapes: [][]point{{{10, 10}, {50, 10}, {50, 40}, {10, 40}}, {{20, 20}, {20, 30}, {40, 30}, {40, 20}}}}, 1000},
		"cut":      {layer{width: 4, lines: [][]point{{{-50, 30}, {150, 30}}}}, 400},
		"outside":  {layer{width: 4, lines: [][]point{{{-50, -30}, {150, -30}}}, dots: []point{{300, 30}}}, 0},
	} {
		test.layer.color = black
		if got := covered(rastered(t, test.layer)); math.Abs(got-test.area) > 0.03*test.area {
			t.Errorf("%s: %.1f square pixels, want %.1f", name, got, test.area)
		}
	}
}

// A text covers dots in its box, and none beyond it.
func TestTextInPNG(t *testing.T) {
	for _, anchor := range []float64{0, 0.5, 1} {
		label := text{point{50, 30}, anchor, textSize, "Łódź g"}
		picture, box := rastered(t, layer{color: color.RGBA{A: 255}, texts: []text{label}}), label.box()
		if area := covered(picture); area < 30 || area > 200 {
			t.Errorf("the text covers %.1f square pixels", area)
		}
		for y := range picture.Bounds().Dy() {
			for x := range picture.Bounds().Dx() {
				at := point{float64(x) / dots, float64(y) / dots}
				margin := point{1, 0.2 * textSize} // accents are above the box
				if r, _, _, _ := picture.At(x, y).RGBA(); r < 0x8000 && (at.x < box.low.x-margin.x ||
					at.x > box.high.x+margin.x || at.y < box.low.y-margin.y || at.y > box.high.y+margin.y) {
					t.Fatalf("anchor %v: a dot at %v is beyond the box %v", anchor, at, box)
				}
			}
		}
	}
}
