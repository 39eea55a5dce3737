package lk_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/lk"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// problem returns the problem of all cities of an instance, in the order of their numbers.
func problem(t testing.TB, in *tsp.Instance) *lk.Problem {
	t.Helper()
	candidates := must.Get(neighbour.Candidates(t.Context(), in, min(8, in.MaxNeighbours()), 0))(t)
	return lk.NewProblem(in, inOrder(in.Dimension()), candidates)
}

func inOrder(n int) tsp.Tour { return cityset.All[int32](n) }

// requireTour checks that the tour of a search is one, of the length that the search reports.
func requireTour(t testing.TB, in *tsp.Instance, s *lk.Search) {
	t.Helper()
	tour := tsp.Tour(s.Tour())
	must.Do(t, tour.Validate(in.Dimension()))
	if got, want := s.Length(), tour.Length(in); got != want {
		t.Fatalf("length %d, the tour has %d", got, want)
	}
}

// Every kind of instance, also with few cities, and both kinds of moves: tours stay tours of the reported
// length, and the reported gain is the difference.
func TestSearch(t *testing.T) {
	instances := tsptest.ManyCities(t)
	for n := 3; n <= 12; n++ {
		instances[fmt.Sprint("few cities ", n)] = tsptest.Generate(t, "uniform", n, 1)
		instances[fmt.Sprint("equal distances ", n)] = tsptest.Matrix(tsp.TSP, n, func() int32 { return 7 })
	}
	for name, in := range instances {
		t.Run(name, func(t *testing.T) {
			p, shallow := problem(t, in), problem(t, in)
			shallow.Shallow()
			for _, p := range []*lk.Problem{p, shallow} {
				s := lk.New(p, inOrder(in.Dimension()), 1)
				requireTour(t, in, s)
				for _, kicks := range []int{0, 1, 40} {
					before := s.Length()
					if gain := s.Run(kicks); gain != before-s.Length() || gain < 0 {
						t.Errorf("gain %d from %d to %d", gain, before, s.Length())
					}
					requireTour(t, in, s)
				}
			}
		})
	}
}

// A tour does not depend on how kicks are divided into runs, nor on what a search did before a restart.
func TestRunsAreDeterministic(t *testing.T) {
	in := tsptest.Generate(t, "clustered", 700, 3)
	for _, shallow := range []bool{false, true} {
		p := problem(t, in)
		if shallow {
			p.Shallow()
		}
		tour := func(seed uint64, runs ...int) []int32 {
			s := lk.New(p, inOrder(700), seed)
			for _, kicks := range runs {
				s.Run(kicks)
			}
			return s.Tour()
		}
		want := tour(1, 300)
		s := lk.New(p, inOrder(700), 2)
		s.Run(7)
		s.Restart(inOrder(700), 1)
		if s.Run(300); !slices.Equal(want, s.Tour()) {
			t.Errorf("shallow %v: the tour after a restart is another one", shallow)
		}
		if !slices.Equal(want, tour(1, 0, 100, 1, 199)) {
			t.Errorf("shallow %v: the tour depends on the runs", shallow)
		}
		if slices.Equal(want, tour(2, 300)) {
			t.Errorf("shallow %v: the tour does not depend on the seed", shallow)
		}
	}
}

// Fixed edges stay in the tour: paths in the plane, and the pairs of an asymmetric matrix, whose
// tours have no forbidden edge.
func TestFixedEdges(t *testing.T) {
	plane := tsptest.Generate(t, "uniform", 400, 5)
	for city := int32(0); city < 300; city += 3 {
		plane.Fixed = append(plane.Fixed, tsp.Edge{city + 1, city}, tsp.Edge{city + 1, city + 2})
	}
	value := int32(1)
	matrix := tsptest.Matrix(tsp.ATSP, 60, func() int32 { value = value * 75 % 65537; return value % 1000 })
	pairs := must.Get(reduce.NodePairs(matrix))(t)
	for name, in := range map[string]*tsp.Instance{"plane": plane, "pairs": pairs} {
		t.Run(name, func(t *testing.T) {
			start := inOrder(in.Dimension())
			if in == pairs {
				start = reduce.ToNodes(inOrder(60))
			}
			for _, shallow := range []bool{false, true} {
				p := problem(t, in)
				if shallow {
					p.Shallow()
				}
				s := lk.New(p, start, 1)
				if s.Run(200) == 0 {
					t.Error("no gain")
				}
				requireTour(t, in, s)
				tour := s.Tour()
				next := make([]int32, len(tour))
				for i, city := range tour {
					next[city] = tour[(i+1)%len(tour)]
				}
				for _, e := range in.Fixed {
					if next[e[0]] != e[1] && next[e[1]] != e[0] {
						t.Errorf("shallow %t: no edge %v", shallow, e)
					}
				}
				if in == pairs {
					if got := reduce.FromNodes(tour).Length(matrix); got != s.Length() {
						t.Errorf("shallow %t: length %d of the directed tour, %d of the node pairs", shallow, got, s.Length())
					}
				}
			}
		})
	}
}

// A part of a tour keeps its ends, and its search has the cities of the part alone.
func TestPartOfATour(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 1000, 7)
	candidates := must.Get(neighbour.Candidates(t.Context(), in, 8, 0))(t)
	cities := inOrder(1000)[300:500]
	p := lk.NewProblem(in, cities, candidates)
	p.Fix(199, 0)
	s := lk.New(p, inOrder(200), 1)
	s.Run(100)
	requireTour(t, in.Part(cities), s)
	at := slices.Index(s.Tour(), 0)
	if tour := s.Tour(); tour[(at+1)%200] != 199 && tour[(at+199)%200] != 199 {
		t.Error("the ends of the path are not neighbours")
	}
}

func TestRunAllocatesNothing(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 1000, 7)
	p, shallow := problem(t, in), problem(t, in)
	shallow.Shallow()
	for _, p := range []*lk.Problem{p, shallow} {
		s := lk.New(p, inOrder(1000), 1)
		s.Run(100)
		if allocations := testing.AllocsPerRun(10, func() { s.Run(10) }); allocations != 0 {
			t.Errorf("%v allocations", allocations)
		}
	}
}

// Distances that are computed once are those of the instance: few of them in a matrix, more when a search
// asks for them.
func TestRememberedDistances(t *testing.T) {
	for _, cities := range []int{50, 300} {
		in := tsptest.Generate(t, "uniform", cities, 1)
		in.Metric = tsp.Haversine
		for city := range in.X {
			in.X[city], in.Y[city] = in.X[city]/1e5, in.Y[city]/1e5
		}
		in.X[1], in.Y[1] = in.X[0], in.Y[0] // a distance of 0
		p := problem(t, in)
		for range 3 {
			requireTour(t, in, lk.New(p, inOrder(cities), 1))
			s := lk.New(p, inOrder(cities), 1)
			s.Run(50)
			requireTour(t, in, s)
		}
	}
}
