package draw

import (
	"io"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A picture of what is no tour of its instance is an error in every format. Two tours may leave out
// cities.
func TestWrongTours(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 5, 1)
	whole := tsp.Tour{0, 1, 2, 3, 4}
	for _, f := range Formats {
		for _, tour := range []tsp.Tour{nil, {}, {0, 1}, {0, 1, 2, 3, 3}, {0, 1, 2, 3, 5}, {-1, 1, 2, 3, 4}} {
			if (&Picture{Instance: in, Tours: []tsp.Tour{tour}}).Write(io.Discard, f) == nil {
				t.Errorf("%s: %v is drawn", f, tour)
			}
			part := len(tour) == 2
			if err := (&Picture{Instance: in, Tours: []tsp.Tour{whole, tour}}).Write(io.Discard, f); (err == nil) != part {
				t.Errorf("%s: %v beside another one: error %v", f, tour, err)
			}
		}
	}
}
