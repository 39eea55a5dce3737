package draw_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
)

// The picture of a tour, as SVG for pages and as PNG.
func ExamplePicture() {
	instance, err := tsp.FromCoordinates(tsp.EUC2D, []float64{0, 30, 30, 0, 15}, []float64{0, 0, 20, 20, 10})
	if err != nil {
		log.Fatal(err)
	}
	picture := draw.Picture{Instance: instance, Tours: []tsp.Tour{{0, 1, 2, 3, 4}}, Title: "Five places"}
	for _, format := range []draw.Format{draw.SVG, draw.PNG} {
		var file bytes.Buffer // mostly of os.Create
		if err := picture.Write(&file, format); err != nil {
			log.Fatal(err)
		}
		fmt.Println(format, bytes.Contains(file.Bytes()[:8], []byte("<svg")), bytes.Contains(file.Bytes()[:8], []byte("PNG")))
	}
	// Output:
	// svg true false
	// png false true
}
