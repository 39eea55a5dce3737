package format_test

import (
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// An earlier route states its length by roads, unless its rows were changed, its unit is another one,
// or its metres are great circles.
func TestRoadLength(t *testing.T) {
	places := read(t, "name,lat,lon\nA,48,7\nB,48.1,7\nC,48,7.1\n", format.Options{})
	for _, c := range []struct {
		today, route string
		want         float64 // 0: none
	}{
		{"s", "stop,row,name,lat,lon,leg_s,length_s\n1,2,A,48,7,0,0\n2,3,B,48.1,7,10.5,10.5\n3,4,Z,48,8,20,30.5\n4,2,A,48,7,5,35.5\n", 35.5},
		{"s", "stop,row,name,lat,lon,leg_s,length_s\n1,2,A,48,7,0,0\n2,3,B,48.1,7,10.5,10.5\n3,4,Z,48,8,20,30.5\n", 30.5}, // open
		{"s", "stop;row;name;lat;lon;leg_s;length_s\n1;2;A;48,5;7;0;0\n2;3;B;48,1;7;10,5;10,5\n3;4;C;48;7,1;20;30,5\n", 30.5},
		{"s", `{"unit":"s","length":6,"closed":true,"stops":[{"row":2,"name":"A","leg":0,"length":0},` +
			`{"row":3,"name":"B","leg":4,"length":4},{"row":2,"name":"A","leg":2,"length":6}],"tour":[1,2]}`, 6},
		{"s", `{"unit":"m","length":6,"closed":true,"stops":[{"row":2,"name":"A","leg":0,"length":0},` +
			`{"row":3,"name":"B","leg":4,"length":4},{"row":2,"name":"A","leg":2,"length":6}],"tour":[1,2]}`, 0},
		{"s", `{"unit":7,"stops":[{"row":2,"name":"A","leg":"x"},{"row":3,"name":"B","length":[]}]}`, 0},
		// A row is missing.
		{"s", "stop,row,name,lat,lon,leg_s,length_s\n1,2,A,48,7,0,0\n3,4,Z,48,8,20,30.5\n4,5,Y,48,9,5,35.5\n", 0},
		{"s", "stop,row,name,lat,lon,leg_m,length_m\n1,2,A,48,7,0,0\n2,3,B,48.1,7,10.5,10.5\n3,4,Z,48,8,20,30.5\n", 0},
		{"s", "name,lat,lon\nA,48,7\nB,48.1,7\nZ,48,8\n", 0},
		// The great circle from A to B has 11.12 km.
		{"m", "stop,row,name,lat,lon,leg_m,length_m\n1,2,A,48,7,0,0\n2,3,B,48.1,7,12000,12000\n3,4,C,48,7.1,16000,28000\n", 28000},
		{"m", "stop,row,name,lat,lon,leg_m,length_m\n1,2,A,48,7,0,0\n2,3,B,48.1,7,11119.5,11119.5\n3,4,C,48,7.1,13381,24500.5\n", 0},
		{"", "stop,row,name,lat,lon,leg,length\n1,2,A,48,7,0,0\n2,3,B,48.1,7,10.5,10.5\n3,4,Z,48,8,20,30.5\n", 0},
	} {
		today := must.Get(places.WithRoads(t.Context(), &format.Roads{Name: "m", Legs: legsOf(3), Unit: c.today}))(t)
		earlier, err := format.ReadEarlierTour(t.Context(), strings.NewReader(c.route), "before", today.Instance, format.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.route, err)
			continue
		}
		if got := earlier.RoadLength; (got != nil) != (c.want > 0) || got != nil && *got != c.want {
			t.Errorf("%s: %v, want %v", c.route, got, c.want)
		}
		if earlier, err = format.ReadEarlierTour(t.Context(), strings.NewReader(c.route), "before", places.Instance, format.Options{}); err != nil || earlier.RoadLength != nil {
			t.Errorf("%s: great circles are no roads: %v", c.route, err)
		}
	}
}
