package tsplib_test

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// Any bytes give either a valid instance that can be written and read again, or a SyntaxError.
func FuzzRead(f *testing.F) {
	for _, c := range badInstances {
		f.Add(c.text, "f.tsp")
	}
	f.Add(plane+nodes, "f.tsp")
	f.Add(plane+"NODE_COORD_SECTION :\n1 1.5D0 0\n3 1e2 -.5\n2.0 7. 1d-3\nEOF\n\x1a", "f.tsp")
	f.Add("TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"+
		"EDGE_WEIGHT_SECTION\n-1 1 2\n3 -1 4 5 6 -1\nEOF\n", "f.atsp")
	f.Add(graph+"1 2\n2 3\n3 4\n-1\n", "f.hcp")
	f.Fuzz(func(t *testing.T, text, name string) {
		in, err := tsplib.Read(strings.NewReader(text), name)
		if err != nil {
			if syntax := new(tsp.SyntaxError); !errors.As(err, &syntax) || syntax.Line < 1 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		must.Do(t, in.Validate())
		requireCoordinates(t, text, in)
		if length := firstTour(t, in, 0).Length(in); length < 0 {
			t.Fatalf("length %d", length)
		}
		if in.Unit != (tsp.Unit{}) || in.Forbidden != 0 {
			return // Write refuses it, or does not write the unit
		}
		var b bytes.Buffer
		must.Do(t, tsplib.Write(&b, in))
		again := must.Get(tsplib.Read(&b, "f.tsp"))(t)
		in.Name, in.Comment = again.Name, again.Comment // Write drops control characters
		if diff := cmp.Diff(in, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

// requireCoordinates compares the coordinates of an instance with the numbers of its section,
// which this test parses itself.
func requireCoordinates(t *testing.T, text string, in *tsp.Instance) {
	t.Helper()
	axes := [][]float64{in.X, in.Y, in.Z}
	inside, found := false, 0
	for line := range strings.Lines(strings.ReplaceAll(text, "\ufeff", "")) {
		fields := strings.Fields(strings.Trim(line, " \t\r\n\x1a"))
		switch {
		case len(fields) > 0 && strings.HasPrefix(strings.ToUpper(fields[0]), "NODE_COORD_SECTION"):
			inside = true
		case !inside || found == len(in.X) || len(fields) == 0:
		default:
			found++
			city := requireNumber(t, fields[0])
			for axis, text := range fields[1:] {
				if want := requireNumber(t, text); axes[axis][int(city)-1] != want {
					t.Fatalf("city %v: coordinate %v, want %v", city, axes[axis][int(city)-1], want)
				}
			}
		}
	}
	if found < len(in.X) {
		t.Fatalf("%d lines for %d cities", found, len(in.X))
	}
}

func requireNumber(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "e").Replace(text), 64)
	if err != nil {
		t.Fatalf("%q is accepted: %v", text, err)
	}
	return v
}

func FuzzReadTour(f *testing.F) {
	for _, c := range badTours {
		f.Add(c.text)
	}
	f.Add("TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n1 3 2\n-1\nEOF\n")
	f.Fuzz(func(t *testing.T, text string) {
		tour, err := tsplib.ReadTour(strings.NewReader(text), "f.tour")
		if err != nil {
			if syntax := new(tsp.SyntaxError); !errors.As(err, &syntax) || syntax.Line < 1 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		must.Do(t, tour.Validate(len(tour)))
	})
}

// firstTour returns a first tour.
func firstTour(t rapid.TB, in *tsp.Instance, start int) tsp.Tour {
	return must.Get(construct.NearestNeighbour(context.Background(), in, start))(t)
}
