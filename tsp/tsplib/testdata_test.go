package tsplib_test

import (
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

const testdata = "../../testdata"

// The small instances in testdata have the optima that other tests rely on.
func TestSmallOptima(t *testing.T) {
	for file, want := range map[string]int64{"five.tsp": 19, "six.atsp": 42} {
		in, err := tsplib.ReadFile(filepath.Join(testdata, file))
		if err != nil {
			t.Error(err)
			continue
		}
		best, tour := tsptest.Optimum(in)
		if best != want {
			t.Errorf("%s: the optimum is %d (%v), want %d", file, best, tour, want)
		}
		if got, err := verify.Tour(in, tour); err != nil || got != best {
			t.Errorf("%s: verified length %d, %v", file, got, err)
		}
		if in.Symmetric() == (file == "six.atsp") {
			t.Errorf("%s: symmetric is %v", file, in.Symmetric())
		}
	}
}

func TestZones(t *testing.T) {
	in, err := tsplib.ReadFile(filepath.Join(testdata, "zone1970.tsp"))
	if err != nil {
		t.Fatal(err)
	}
	if in.Dimension() != 312 || in.Metric != tsp.GEO {
		t.Fatalf("%d cities, %s", in.Dimension(), in.Metric)
	}
	tour := firstTour(t, in, 0)
	const want = 285883 // kilometres
	if got := tour.Length(in); got != want {
		t.Errorf("the nearest neighbour tour is %d long, want %d", got, want)
	}
	if got, err := verify.Tour(in, tour); err != nil || got != want {
		t.Errorf("verified length %d, %v, want %d", got, err, want)
	}
}
