package worker

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// The length of a job in units is the sum of the client's own numbers, also where one number is
// far above the others and steps are coarse.
func TestUnitLengths(t *testing.T) {
	places := [][2]float64{{0.25, 0}, {0, 1.125}, {1e9, 3.5}, {2.5, 0.1}, {1.75, 2}, {0.3, 0.7}, {4, 1}}
	apart := func(i, j int) float64 {
		return math.Hypot(places[i][0]-places[j][0], places[i][1]-places[j][1])
	}
	repeated := func(i, j int) float64 { return apart(i%3, j%3) }
	distances := [][]float64{
		{0, 1.5, 99999999, 4, 2.25}, {1.5, 0, 2, 99999999, 3}, {7, 2, 0, 0.125, 9}, {4, 8, 0.125, 0, 1},
		{2.25, 3, 9, 1, 0},
	}
	between := func(i, j int) float64 { return distances[i][j] }
	s := newService(t, 0)
	defer s.start("w")()
	for _, c := range []struct {
		kind, text string
		own        func(i, j int) float64
		start      int32
	}{
		{input.Coordinates, jsonOf(t, places), apart, 0},
		{input.Coordinates, jsonOf(t, places), apart, 2},
		{string(format.JSON), jsonOf(t, distances), between, 0},
		{string(format.JSON), jsonOf(t, distances), between, 3},
		{string(format.CSV), tableOf(places), apart, 0},
		{input.Coordinates, jsonOf(t, slices.Repeat(places[:3], 4)), repeated, 0}, // all tours are compared
		{input.Coordinates, jsonOf(t, places[:5]), apart, 1},
	} {
		j := s.submitObject(c.kind, c.text, job.Options{Iterations: 5, Start: job.Place{Number: c.start}, Open: c.start > 0})
		done := s.wait(j.ID, final)
		if done.State != job.Done {
			t.Fatalf("%s: the job is %+v with problem %+v", c.kind, done, done.Problem)
		}
		length := s.ownLength(done.Result.Tour, c.own, c.start > 0)
		if got := done.Result.UnitLength; math.Abs(got-length) > 1e-9*length {
			t.Errorf("%s from %d: length %.12g, and the numbers give %.12g", c.kind, c.start, got, length)
		}
		if told := done.Progress; told.Tour != "" {
			length := s.ownLength(told.Tour, c.own, c.start > 0)
			if math.Abs(told.UnitLength-length) > 1e-9*length {
				t.Errorf("%s from %d: progress has length %.12g, and the numbers give %.12g",
					c.kind, c.start, told.UnitLength, length)
			}
		}
	}
}

// ownLength returns the length of a stored tour by a client's distances.
func (s service) ownLength(digest job.Digest, own func(i, j int) float64, open bool) (length float64) {
	s.t.Helper()
	tour := s.storedTour(digest)
	for i, from := range tour {
		if i < len(tour)-1 || !open {
			length += own(int(from), int(tour[(i+1)%len(tour)]))
		}
	}
	return length
}

func (s service) storedTour(digest job.Digest) tsp.Tour {
	s.t.Helper()
	data, err := s.Object(s.t.Context(), digest)
	if err != nil {
		s.t.Fatal(err)
	}
	tour, err := job.DecodeTour(data)
	if err != nil {
		s.t.Fatal(err)
	}
	return tour
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text := must.Get(json.Marshal(value))(t)
	return string(text)
}

func tableOf(places [][2]float64) string {
	var text strings.Builder
	text.WriteString("x,y\n")
	for _, p := range places {
		fmt.Fprintf(&text, "%v,%v\n", p[0], p[1])
	}
	return text.String()
}
