package format

import (
	"errors"
	"io"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// A route without an input, or of what is no tour of its places, has no stops and is an error in every format.
func TestRouteOfWrongTour(t *testing.T) {
	input := &Input{Instance: tsptest.Generate(t, "uniform", 5, 1)}
	routes := []*Route{{}}
	for _, tour := range []tsp.Tour{nil, {}, {0, 1}, {0, 1, 2, 3, 3}, {0, 1, 2, 3, 5}, {-1, 1, 2, 3, 4}} {
		routes = append(routes, NewRoute(input, tour, false, 0))
	}
	for _, route := range routes {
		for range route.Stops {
			t.Errorf("%v has stops", route.Tour)
			break
		}
		for name, err := range map[string]error{
			"csv": route.Write(io.Discard, OutputCSV), "json": route.Write(io.Discard, OutputJSON),
			"xlsx": route.Write(io.Discard, OutputXLSX), "tour": route.Write(io.Discard, OutputTour), "a list": route.WriteList(io.Discard),
		} {
			if _, ok := errors.AsType[*tsp.Error](err); !ok {
				t.Errorf("%v as %s: error %v", route.Tour, name, err)
			}
		}
	}
}
