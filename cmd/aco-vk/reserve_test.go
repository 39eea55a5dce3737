package main

import (
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// The expected time of the outputs is the time that writing all cities takes, whether a sample has
// all of them or not. A part of the time of a picture does not depend on their number.
func TestReserve(t *testing.T) {
	const fixed, each = 100 * time.Millisecond, time.Microsecond
	for _, cities := range []int{100, 3 * sampleCities} {
		in := tsptest.Generate(t, "uniform", cities, 1)
		for name, extra := range map[string]time.Duration{"route.csv": 0, "route.png": fixed} {
			synctest.Test(t, func(t *testing.T) {
				fill := func(_ io.Writer, route *format.Route) error {
					time.Sleep(extra + time.Duration(len(route.Tour))*each)
					return nil
				}
				files := resultFiles{
					input:  &format.Input{Instance: in},
					routes: []routeFile{{output: output{name: name}, fill: fill}},
				}
				if got, want := files.reserve(t.Context(), in), extra+time.Duration(cities)*each; got != want {
					t.Errorf("%s of %d cities: %v, want %v", name, cities, got, want)
				}
			})
		}
	}
}

// The processor is not closed, several devices take longer than one, and a slow first opening does
// not make closing slow.
func TestTimeToClose(t *testing.T) {
	for devices, want := range []time.Duration{0, 50 * time.Millisecond, 80 * time.Millisecond, 110 * time.Millisecond} {
		if got := timeToClose(200*time.Millisecond, devices); got != want {
			t.Errorf("%d devices: %v, want %v", devices, got, want)
		}
	}
	if got, want := timeToClose(1400*time.Millisecond, 1), 100*time.Millisecond; got != want {
		t.Errorf("after a slow opening: %v, want %v", got, want)
	}
}
