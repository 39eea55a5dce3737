package tsp_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/tsp"
)

// Any bytes give either a valid instance that can be written and read again, or a SyntaxError.
func FuzzRead(f *testing.F) {
	for _, c := range badInstances {
		f.Add(c.text, "f.tsp")
	}
	f.Add(plane+nodes, "f.tsp")
	f.Add("TYPE: ATSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"+
		"EDGE_WEIGHT_SECTION\n-1 1 2\n3 -1 4 5 6 -1\nEOF\n", "f.atsp")
	f.Add(graph+"1 2\n2 3\n3 4\n-1\n", "f.hcp")
	f.Fuzz(func(t *testing.T, text, name string) {
		in, err := tsp.Read(strings.NewReader(text), name)
		if err != nil {
			if syntax := new(tsp.SyntaxError); !errors.As(err, &syntax) || syntax.Line < 1 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if err := in.Validate(); err != nil {
			t.Fatal(err)
		}
		if length := nearestNeighbour(t, in, 0).Length(in); length < 0 {
			t.Fatalf("length %d", length)
		}
		if in.Unit != (tsp.Unit{}) || in.Forbidden != 0 {
			return // Write refuses it, or does not write the unit
		}
		var b bytes.Buffer
		if err := in.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := tsp.Read(&b, "f.tsp")
		if err != nil {
			t.Fatal(err)
		}
		in.Name, in.Comment = again.Name, again.Comment // Write drops control characters
		if diff := cmp.Diff(in, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzReadTour(f *testing.F) {
	for _, c := range badTours {
		f.Add(c.text)
	}
	f.Add("TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n1 3 2\n-1\nEOF\n")
	f.Fuzz(func(t *testing.T, text string) {
		tour, err := tsp.ReadTour(strings.NewReader(text), "f.tour")
		if err != nil {
			if syntax := new(tsp.SyntaxError); !errors.As(err, &syntax) || syntax.Line < 1 {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if err := tour.Validate(len(tour)); err != nil {
			t.Fatal(err)
		}
	})
}
