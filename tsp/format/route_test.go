package format_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

func TestRouteCSV(t *testing.T) {
	input := read(t, "0;0,5;red\n3;4,5;green\n3;0,5;blue\n", format.Options{})
	b := routeText(t, format.NewRoute(input, tsp.Tour{1, 0, 2}, false, 0), format.OutputCSV)
	const want = `stop;row;column1;column2;column3;leg;length
1;1;0;0,5;red;0;0
2;3;3;0,5;blue;3;3
3;2;3;4,5;green;4;7
4;1;0;0,5;red;5;12
`
	if b != want {
		t.Errorf("%s, want\n%s", b, want)
	}
}

func TestRouteRefuses(t *testing.T) {
	plane := read(t, "x,y\n1,2\n3,4\n5,7\n", format.Options{})
	for _, o := range []format.Output{format.OutputGPX, format.OutputGeoJSON} {
		if err := format.NewRoute(plane, tsp.Tour{0, 1, 2}, false, 0).Write(&bytes.Buffer{}, o); err == nil ||
			!strings.Contains(err.Error(), "latitudes and longitudes") {
			t.Errorf("%s: %v", o, err)
		}
	}
	if _, err := format.OutputOf("route.xls"); err == nil {
		t.Error("a suffix that is not known")
	}
}
