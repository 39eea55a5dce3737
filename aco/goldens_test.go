package aco

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bound"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/lk"
	"github.com/aco-vk/aco-vk/tsp/neighbour"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

var updateGoldens = flag.Bool("update-goldens", false, "record the results of all methods")

// goldensFile has a line for each instance and method: a length, and the hash of all that was found.
const goldensFile = "testdata/goldens.txt"

// goldenInstances are the structures that methods treat in different ways, in several sizes.
func goldenInstances(t *testing.T) map[string]*tsp.Instance {
	random := rand.New(rand.NewPCG(64, 2))
	below := func(most int32) func() int32 { return func() int32 { return random.Int32N(most) } }
	places := func(kind string, n int, metric tsp.Metric) *tsp.Instance {
		in := tsptest.Generate(t, kind, n, 64)
		in.Metric = metric
		return in
	}
	globe, space := places("uniform", 90, tsp.GEO), places("uniform", 90, tsp.EUC3D)
	for city := range globe.X {
		globe.X[city], globe.Y[city] = globe.X[city]/1e6*140-70, globe.Y[city]/1e6*360-180
		space.Z = append(space.Z, float64(random.IntN(1_000_000)))
	}
	oneWay := tsptest.Generate(t, "oneway", 110, 64)
	equalRows := tsptest.Matrix(tsp.ATSP, 12, below(1000))
	for city := range int32(12) { // 3 and 8 leave to all cities alike
		equalRows.Weights[8*12+city] = equalRows.Weights[3*12+city]
	}
	equalRows.Weights[3*12+8] = 0
	return map[string]*tsp.Instance{
		"equal rows":     equalRows,
		"few":            places("uniform", 11, tsp.CEIL2D),
		"uniform":        places("uniform", 150, tsp.EUC2D),
		"clustered":      places("clustered", 100, tsp.MAN2D),
		"many clustered": places("clustered", 600, tsp.EUC2D),
		"grid":           places("grid", 100, tsp.EUC2D),
		"coincident":     places("doubled", 120, tsp.EUC2D),
		"globe":          globe,
		"space":          space,
		"symmetric":      tsptest.Matrix(tsp.TSP, 60, below(1000)),
		"ties":           tsptest.Matrix(tsp.TSP, 40, below(3)),
		"asymmetric":     tsptest.Matrix(tsp.ATSP, 60, below(1000)),
		"one-way":        oneWay,
		"one-way twins":  oneWay.Part(tsp.Tour{3, 8, 5, 20, 41, 3, 60, 5, 7, 33, 5, 79, 8, 50, 12}),
		"fixed":          withFixed(t, random, places("clustered", 120, tsp.EUC2D), 3),
		"fixed one-way":  withFixed(t, random, oneWay, 3),
	}
}

// goldenMethods are the methods of a run, with more iterations of few cities. A path has ends without
// fixed edges.
var goldenMethods = map[string]Options{
	"chained":      {Method: &Chained{Colonies: 5}, Iterations: 12},
	"chained path": {Method: &Chained{Colonies: 2}, Iterations: 5, Path: &tsp.Ends{}},
	"merged":       {Method: Merged{}, Iterations: 60}, // with ants by the number of cities
	"merged path":  {Method: Merged{Ants: 12, Colonies: 1}, Iterations: 10, Path: &tsp.Ends{}},
	"mmas":         {Method: MMAS{Ants: 3, Defaults: Recommended}, Iterations: 3},
	"acs":          {Method: ACS{Ants: 5}, Iterations: 5},
	"as":           {Method: AntSystem{Ants: 5}, Iterations: 4},
}

// goldenExcess bounds how much longer the tours of a method are than the shortest ones, in thousandths
// on average: worse tours are not recorded unnoticed.
var goldenExcess = map[string]int64{
	"chained": 1, "merged": 20, "mmas": 45, "acs": 350, "as": 650,
	"greedy": 380, "or-opt": 115, "kicked 0": 9, "kicked 2": 6, "merge": 90, "pairs": 50,
}

// goldenRun are the results of all methods for an instance.
type goldenRun struct {
	*testing.T
	in      *tsp.Instance
	offset  int64 // of lengths of the instance that is searched
	lengths map[string]int64
	lines   []string
}

// record records a length, and the hash of all that a method has found.
func (g *goldenRun) record(method string, length int64, err error, found ...any) {
	g.Helper()
	if err != nil {
		g.Fatalf("%s: %v", method, err)
	}
	g.lengths[method] = length
	hash := sha256.Sum256(fmt.Append(nil, found...))
	g.lines = append(g.lines, fmt.Sprintf("%s: %d %x", method, length, hash[:6]))
}

// tour records a tour of an instance and returns it.
func (g *goldenRun) tour(method string, in *tsp.Instance, tour tsp.Tour, err error) tsp.Tour {
	g.Helper()
	length, wrong := verify.Tour(in, tour)
	g.record(method, length+g.offset, cmp.Or(err, wrong), tour)
	return tour
}

// solve records the iterations and the tours of whole runs.
func (g *goldenRun) solve(devices []*Device) {
	n := g.in.Dimension()
	free := slices.DeleteFunc(inOrder(n), func(city int32) bool {
		return slices.ContainsFunc(g.in.Fixed, func(e tsp.Edge) bool { return slices.Contains(e[:], city) })
	})
	for name, o := range goldenMethods {
		o.Devices, o.Iterations = devices, o.Iterations+o.Iterations*1200/(n*n)
		if name == "merged" { // one recombination after a round, several of few cities
			ants := n/12 + 1
			if n <= 60 {
				ants = n/3 + 1
			}
			o.Method = Merged{Ants: ants, Colonies: 3}
		}
		var iterations []int64
		o.Record = func(i Iteration) { iterations = append(iterations, i.Best, i.Length) }
		if o.Path != nil {
			o.Path = &tsp.Ends{free[0], free[1]}
			if strings.HasPrefix(name, "chained") {
				o.Path[1] = tsp.FreeEnd
			}
		}
		result, err := Solve(g.Context(), g.in, o)
		if err != nil {
			g.Fatalf("%s: %v", name, err)
		}
		g.record(name, result.Length, nil, iterations, result.Colonies, result.Tour)
	}
}

// construct records first tours and bounds.
func (g *goldenRun) construct() {
	in, n := g.in, g.in.Dimension()
	if len(in.Fixed) == 0 {
		tour, err := construct.NearestNeighbour(g.Context(), in, n/2)
		g.tour("nearest", in, tour, err)
	}
	third := slices.DeleteFunc(inOrder(n), func(city int32) bool { return city%3 > 0 })
	tour, err := construct.Insert(g.Context(), in, third, nil)
	g.tour("insert", in, tour, err)
	result, err := bound.HeldKarp(g.Context(), in, bound.Options{Iterations: 40})
	if err != nil {
		g.Fatal(err)
	}
	g.record("bound", result.Length, err, result.Degrees)
}

// search records lists, and tours of local searches and recombinations. An asymmetric matrix has node
// pairs in its place.
func (g *goldenRun) search() {
	in, ctx := g.in, g.Context()
	if !in.Symmetric() {
		if c := reduce.Contract(in); c != nil {
			in, g.offset = c.Instance, c.Offset
		}
		pairs, err := reduce.NodePairs(in)
		if err != nil {
			g.Fatal(err)
		}
		in = pairs
	}
	n, width := in.Dimension(), min(7, in.MaxNeighbours())
	near, _, err := neighbour.Nearest(ctx, in, width)
	g.record("near", 0, err, near)
	lists := near
	if in.Metric.Sectors() > 0 && in.MaxNeighbours() > 3+in.Metric.Sectors() {
		lists, err = neighbour.Candidates(ctx, in, 3, 1)
		g.record("sectors", 0, err, lists)
	}
	alpha, err := neighbour.Alpha(ctx, in, lists, min(5, len(lists)/n), 30)
	g.record("alpha", 0, err, alpha)
	pair, _, err := neighbour.Nearest(ctx, in, 2) // leaves many ends to join
	if err != nil {
		g.Fatal(err)
	}
	tour, err := construct.Greedy(ctx, in, pair)
	g.tour("greedy of short lists", in, tour, err)
	greedy, err := construct.Greedy(ctx, in, near)
	g.tour("greedy", in, greedy, err)
	first := reduce.ToNodes(inOrder(n / 2))
	if in.Metric != tsp.Pairs {
		first, err = construct.Insert(ctx, in, nil, nil)
		g.tour("insert all", in, first, err)
	}
	short, err := construct.OrOpt(ctx, in, greedy, construct.OrOptOptions{})
	g.tour("or-opt", in, short.Tour, err)
	few, err := construct.OrOpt(ctx, in, first, construct.OrOptOptions{Near: near})
	g.tour("or-opt of lists", in, few.Tour, err)
	problem := lk.NewProblem(in, inOrder(n), near)
	tours := [][]uint32{engine.WordsOf(short.Tour), engine.WordsOf(few.Tour)}
	for kicks, start := range []tsp.Tour{greedy, first, first} {
		s := lk.New(problem, start, 64)
		s.Run(10 * kicks)
		kicked := g.tour(fmt.Sprint("kicked ", kicks), in, s.Tour(), nil)
		if n > 500 { // with few cities it is the shortest tour
			start = kicked
		}
		tours = append(tours, engine.WordsOf(start))
	}
	distance, neighbors := in.DistanceFunc(), recombine.Neighbors{Cities: near, Width: width}
	neighbors.Fixed = func(a, b uint32) bool {
		return slices.Contains(in.Fixed, tsp.Edge{int32(a), int32(b)}) || slices.Contains(in.Fixed, tsp.Edge{int32(b), int32(a)})
	}
	merged, err := recombine.Merge(ctx, distance, tours, recombine.Effort{WindowCities: 12, States: 9})
	g.tour("merge", in, engine.TourOf(merged.Tour), err)
	for name, how := range map[string]recombine.Assembly{"assemble": {}, "pairs": {Pairs: true}} {
		assembled, err := recombine.AssembleEdges(ctx, distance, neighbors, tours, how)
		g.tour(name, in, engine.TourOf(assembled.Tour), err)
	}
	others := [][]int{{1, 2}, {2, 3}, {3}, {2, 1, 0}, {}}
	each, err := recombine.AssembleEach(ctx, distance, neighbors, tours, others)
	for i, result := range each {
		g.tour(fmt.Sprint("assemble ", i), in, engine.TourOf(result.Tour), err)
	}
}

func inOrder(n int) tsp.Tour {
	tour := make(tsp.Tour, n)
	for i := range tour {
		tour[i] = int32(i)
	}
	return tour
}

// Every method finds the recorded tours, and the mean of their lengths is bounded: no change makes a
// method worse unnoticed. After an intended change run go test ./aco -run TestGoldens -update-goldens.
// The table takes four seconds of a processor: 16 structures, for 25 methods and parts of methods.
func TestGoldens(t *testing.T) {
	var lock sync.Mutex
	var lines []string
	excess, devices := map[string][]int64{}, onProcessor(t)
	t.Run("instances", func(t *testing.T) {
		for name, in := range goldenInstances(t) {
			t.Run(name, func(t *testing.T) {
				if testkind.Racing() && !slices.Contains([]string{"uniform", "one-way twins", "fixed"}, name) {
					t.Skip("one structure of each kind of search, for their goroutines")
				}
				t.Parallel()
				g := &goldenRun{T: t, in: in, lengths: map[string]int64{}}
				g.construct()
				g.search()
				g.solve(devices)
				lock.Lock()
				defer lock.Unlock()
				for _, line := range g.lines {
					lines = append(lines, name+", "+line)
				}
				shortest := g.lengths["chained"]
				for method := range goldenExcess {
					shortest = min(shortest, g.lengths[method])
				}
				for method := range goldenExcess {
					excess[method] = append(excess[method], 1000*(g.lengths[method]-shortest)/max(shortest, 1))
				}
			})
		}
	})
	if testkind.Racing() {
		return
	}
	for method, most := range goldenExcess {
		sum := int64(0)
		for _, thousandths := range excess[method] {
			sum += thousandths
		}
		if mean := sum / int64(len(excess[method])); mean > most {
			t.Errorf("%s: tours are %d thousandths longer than the shortest, expected are at most %d", method, mean, most)
		}
	}
	slices.Sort(lines)
	found := strings.Join(lines, "\n") + "\n"
	if *updateGoldens {
		must.Do(t, os.WriteFile(goldensFile, []byte(found), 0o644))
	}
	want, err := os.ReadFile(goldensFile)
	if found != string(want) {
		t.Errorf("other results (%v):\n%s", err, gocmp.Diff(strings.Split(string(want), "\n"), strings.Split(found, "\n")))
	}
}
