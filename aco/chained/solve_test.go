package chained

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func iterations(n int) Options {
	return Options{Rules: engine.Rules{Iterations: n}, Parameters: Parameters{Colonies: 4, Seed: 1}}
}

func solve(t *testing.T, in *tsp.Instance, o Options) *Result {
	t.Helper()
	return must.Get(Solve(t.Context(), in, o, nil))(t)
}

// resume returns the options that resume the run of a checkpoint.
func resume(t *testing.T, name string) Options {
	t.Helper()
	file := must.Get(checkpoint.Open(name))(t)
	t.Cleanup(func() { file.Close() })
	return must.Get(Resume(file))(t)
}

// pairs returns node pairs of an asymmetric instance.
func pairs(t *testing.T) *tsp.Instance {
	t.Helper()
	return must.Get(reduce.NodePairs(tsptest.Generate(t, "oneway", 40, 1)))(t)
}

// The tour does not depend on the number of processors, and the iterations of a run repeat its
// tour.
func TestSameTourOnAnyProcessors(t *testing.T) {
	testkind.ComparesRuns(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	const rounds = 2 * (roundIterations + 3) // two pairings of four tours, and one recombination of all
	for name, in := range map[string]*tsp.Instance{"plane": tsptest.Generate(t, "clustered", 150, 1), "pairs": pairs(t)} {
		var first *Result
		for _, processors := range []int{1, 2, 16} {
			runtime.GOMAXPROCS(processors)
			result := solve(t, in, iterations(rounds+2))
			if first == nil {
				first = result
			}
			if result.Length != first.Length || !slices.Equal(result.Tour, first.Tour) || result.Iterations != rounds+2 {
				t.Errorf("%s: %d processors: length %d, with one %d", name, processors, result.Length, first.Length)
			}
		}
	}
}

// Parts make the same tours on any number of processors. All fixed edges stay, and the tour gets
// shorter in each sweep.
func TestParts(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	in, err := tsptest.Generate(t, "clustered", 5*partCities, 2).WithFixed(tsp.Edge{1, 2}, tsp.Edge{40, 4000}, tsp.Edge{8, 9})
	if err != nil {
		t.Fatal(err)
	}
	m := must.Get(model.New(t.Context(), in, Parameters{Colonies: 1, Candidates: 8, Seed: 3}.model(in.Dimension())))(t)
	var lengths []uint64
	for _, processors := range []int{1, 16} {
		runtime.GOMAXPROCS(processors)
		p := newPopulation(m)
		for sweep := range plainSweeps + 1 {
			before := p.tours[0].length
			next := p.content
			next.tours = slices.Clone(p.tours)
			must.Do(t, p.kickParts(t.Context(), &next))
			next.state.Kicks++
			p.content = next
			after := p.tours[0]
			if !m.IsTour(after.tour) || m.LengthOf(after.tour) != after.length {
				t.Fatal("not a tour with all fixed edges, or of another length")
			}
			if after.length > before || sweep == 0 && after.length == before {
				t.Errorf("sweep %d: length %d, before %d", sweep, after.length, before)
			}
			lengths = append(lengths, after.length)
		}
	}
	if want := []uint64{25524282, 25393194, 25393194, 25289231}; !slices.Equal(lengths[:len(lengths)/2], want) {
		t.Errorf("lengths %v, the recorded ones are %v", lengths[:len(lengths)/2], want)
	}
	if !slices.Equal(lengths[:len(lengths)/2], lengths[len(lengths)/2:]) {
		t.Errorf("lengths %v with one processor, %v with 16", lengths[:len(lengths)/2], lengths[len(lengths)/2:])
	}
}

// A partition has each city once, and another one has other parts.
func TestPartition(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 3*partCities, 2)
	m := must.Get(model.New(t.Context(), in, Parameters{Colonies: 1, Candidates: 5, Seed: 3}.model(in.Dimension())))(t)
	p := newPopulation(m)
	for sweep := range 3 {
		parts := p.partition(sweep, 3)
		all := slices.Sorted(slices.Values(slices.Concat(parts...)))
		if !slices.Equal(all, everyCity(m.Cities)) || len(parts) != 3 {
			t.Errorf("sweep %d: %d parts with %d cities", sweep, len(parts), len(all))
		}
		if sweep > 0 && slices.Equal(parts[0], p.partition(0, 3)[0]) {
			t.Errorf("sweeps 0 and %d have the same first part", sweep)
		}
	}
}

// A run that is resumed after some iterations ends with the same tour, also with a checkpoint
// before the first one.
func TestResume(t *testing.T) {
	testkind.ComparesRuns(t)
	in := tsptest.Generate(t, "uniform", 100, 5)
	const all = 2*(roundIterations+1) + 3
	whole := solve(t, in, iterations(all))
	for _, at := range []int{1, roundIterations, roundIterations + 1} {
		name := filepath.Join(t.TempDir(), "checkpoint")
		o := iterations(at)
		o.Checkpoint.File = name
		solve(t, in, o)
		resumed := resume(t, name)
		resumed.Rules = engine.Rules{Iterations: all}
		result := solve(t, in, resumed)
		if !slices.Equal(result.Tour, whole.Tour) || result.Iterations != all || !slices.Equal(result.Resumed, []int{at}) {
			t.Errorf("resumed after %d: length %d after %d iterations, without interruption %d after %d", at,
				result.Length, result.Iterations, whole.Length, whole.Iterations)
		}
	}
}

// All instances that the model takes are solved, with the optimum where it is known.
func TestSmallInstances(t *testing.T) {
	for n := model.MinCities; n <= 20; n += 3 {
		in := tsptest.Generate(t, "uniform", n, int64(n))
		result := solve(t, in, iterations(3))
		if n <= 9 {
			if best, _ := tsptest.Optimum(in); result.Length != best {
				t.Errorf("%d cities: length %d, the optimum is %d", n, result.Length, best)
			}
		}
	}
	one := &tsp.Instance{Name: "one place", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, 12), Y: make([]float64, 12)}
	if result := solve(t, one, iterations(3)); result.Length != 0 {
		t.Errorf("one place: length %d", result.Length)
	}
}

// Each rule ends a run, and so does the end of the context.
func TestRules(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 100, 1)
	short := solve(t, in, iterations(20)).Length
	for reason, rules := range map[engine.StopReason]engine.Rules{
		engine.StopTarget:    {Target: short, Iterations: 1000},
		engine.StopStall:     {Stall: 30},
		engine.StopTimeLimit: {TimeLimit: 30 * time.Millisecond},
		engine.StopIdle:      {Idle: 10 * time.Millisecond},
	} {
		if result := solve(t, in, Options{Rules: rules, Parameters: Parameters{Colonies: 3, Seed: 1}}); result.Stop != reason {
			t.Errorf("%+v: stopped by %s", rules, result.Stop)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	result, err := Solve(ctx, in, iterations(1000), nil)
	if err != nil || result.Stop != engine.StopInterrupted || result.Tour.Validate(100) != nil {
		t.Fatalf("interrupted: %v, %+v", err, result)
	}
	if result.Length > result.FirstLength*9/10 { // Or-opt shortens the curve by a quarter
		t.Errorf("interrupted: length %d, of the curve %d", result.Length, result.FirstLength)
	}
}

// A first iteration that is interrupted after it has shortened its tour leaves that tour, also where its
// last kick was made.
func TestInterruptedFirstIteration(t *testing.T) {
	m, err := model.New(t.Context(), tsptest.Generate(t, "uniform", 100, 1), Parameters{Colonies: 2, Candidates: 8, Seed: 1}.model(100))
	if err != nil {
		t.Fatal(err)
	}
	for looks := 3; ; looks++ {
		p := newPopulation(m)
		if p.search(tsptest.EndingAt(t.Context(), looks)) == nil {
			break
		}
		if p.interrupted.tour == nil || p.interrupted.length > m.StartLength {
			t.Errorf("ended at look %d: length %d, first tour %d", looks, p.interrupted.length, m.StartLength)
		}
	}
}

// The number of colonies depends on the rules and the number of cities.
func TestColonies(t *testing.T) {
	for _, c := range []struct {
		rules  engine.Rules
		cities int
		pairs  bool
		want   int
	}{
		{defaultRules, 50, false, 12}, {defaultRules, 300, false, 50}, {defaultRules, 2000, false, 100},
		{defaultRules, maxWholeCities + 1, false, 1}, {defaultRules, 300, true, 50},
		{defaultRules, maxWholeCities, false, 60}, {engine.Rules{Iterations: 9}, maxWholeCities, false, 12},
		{engine.Rules{Iterations: 9}, 300, false, 12}, {engine.Rules{Iterations: 9, TimeLimit: time.Second}, 300, false, 12},
		{engine.Rules{TimeLimit: time.Second}, 1000, false, 40}, {engine.Rules{Target: 1}, 300, false, 12},
		{engine.Rules{TimeLimit: 5 * time.Second}, 1000, true, 10}, {engine.Rules{TimeLimit: time.Second}, 1000, true, 4},
		{engine.Rules{TimeLimit: 90 * time.Millisecond}, 1000, false, 1}, {engine.Rules{TimeLimit: 90 * time.Millisecond}, 1000, true, 1},
		{engine.Rules{TimeLimit: 100 * time.Millisecond}, 1000, false, 4},
		{engine.Rules{TimeLimit: 90 * time.Millisecond, Settled: true}, 1000, false, 1}, // a near deadline
		{engine.Rules{TimeLimit: time.Second, Settled: true}, 2000, false, 20},
	} {
		got := (Parameters{}).withDefaults(c.cities, c.pairs, c.rules)
		if near := c.rules.TimeLimit < time.Second && c.rules.TimeLimit > 0; got.Colonies != c.want || got.Near != near {
			t.Errorf("%d cities, %+v: %+v, want %d colonies, near %t", c.cities, c.rules, got, c.want, near)
		}
	}
}

// With a short limit kicks are shallow, whatever the number of colonies, and one tour is the default.
// Counted iterations and larger tours have others.
func TestShallowKicks(t *testing.T) {
	for _, c := range []struct {
		rules  engine.Rules
		cities int
		want   bool
	}{
		{engine.Rules{TimeLimit: 10 * time.Millisecond}, 50, true}, {engine.Rules{TimeLimit: 11 * time.Millisecond}, 50, false},
		{engine.Rules{TimeLimit: 20 * time.Millisecond}, 1000, true}, {engine.Rules{TimeLimit: 21 * time.Millisecond}, 1000, false},
		{engine.Rules{TimeLimit: time.Millisecond}, maxWholeCities + 1, false}, {engine.Rules{TimeLimit: time.Millisecond, Iterations: 1}, 50, false},
		{engine.Rules{Iterations: 1}, 50, false}, {defaultRules, 50, false},
	} {
		for _, colonies := range []int{0, 2} {
			p := Parameters{Colonies: colonies}.withDefaults(c.cities, false, c.rules)
			if p.Shallow != c.want || colonies > 0 && p.Colonies != colonies || colonies == 0 && p.Shallow && p.Colonies != 1 {
				t.Errorf("%d cities, %+v: %+v", c.cities, c.rules, p)
			}
		}
	}
}

// A run ends by itself, after a number of iterations that does not depend on the clock. Its tours are
// those that it had found, not the first tours of a search that does not begin.
func TestSettled(t *testing.T) {
	in := tsptest.Generate(t, "clustered", 40, 1)
	for _, colonies := range []int{1, 4} {
		t.Run(fmt.Sprint(colonies, " colonies"), func(t *testing.T) {
			if colonies == 1 { // it settles after many times as many kicks
				testkind.Whole(t)
			}
			o := Options{Rules: engine.Rules{Settled: true}, Parameters: Parameters{Colonies: colonies, Seed: 1}}
			result := solve(t, in, o)
			again := solve(t, in, Options{Rules: engine.Rules{Iterations: result.Iterations}, Parameters: o.Parameters})
			least := settledSweeps * citiesPerKick
			if colonies > 1 {
				least = settledRenewals * staleRounds * roundIterations
			}
			last := result.Trace[len(result.Trace)-1].Iteration
			if result.Stop != engine.StopIdle || result.Iterations < last+least || !slices.Equal(again.Tour, result.Tour) {
				t.Errorf("%d colonies: stopped by %s after %d iterations, the last improvement after %d; again length %d, %d",
					colonies, result.Stop, result.Iterations, last, again.Length, result.Length)
			}
			for _, c := range result.Colonies {
				if c.BestLength > result.Length*11/10 {
					t.Errorf("%d colonies: one has a tour of length %d, the best has %d", colonies, c.BestLength, result.Length)
				}
			}
		})
	}
}

// A resumed run is refused if its instance or its algorithm is another one.
func TestResumeRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "checkpoint")
	o := iterations(1)
	o.Checkpoint.File = name
	solve(t, tsptest.Generate(t, "uniform", 20, 1), o)
	file := must.Get(checkpoint.Open(name))(t)
	defer file.Close()
	resumed := must.Get(Resume(file))(t)
	if _, err := Solve(t.Context(), tsptest.Generate(t, "uniform", 20, 2), resumed, nil); err == nil {
		t.Error("another instance is resumed")
	}
	file.Header.Algorithm = "merged"
	if _, err := Resume(file); err == nil {
		t.Error("a run of merged is resumed")
	}
}

func ExampleSolve() {
	in := &tsp.Instance{
		Name: "ring", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 1, 2, 3, 3, 2, 1, 0}, Y: []float64{0, 0, 0, 0, 1, 1, 1, 1},
	}
	result, err := Solve(context.Background(), in, iterations(2), nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Length)
	// Output: 8
}

// A time limit ends a run within any work, and the run keeps the best tour.
func TestTimeLimitWithinWork(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 2000, 1)
	for limit := 20 * time.Millisecond; limit < 400*time.Millisecond; limit = limit * 3 / 2 {
		o := Options{Rules: engine.Rules{TimeLimit: limit}, Parameters: Parameters{Colonies: 3, Seed: 1}}
		if result := solve(t, in, o); result.Failure != nil || result.Stop != engine.StopTimeLimit {
			t.Errorf("%v: stopped by %s: %v", limit, result.Stop, result.Failure)
		}
	}
}

// Near cities are the candidates on the globe, too, if the parameters say so.
func TestNearCandidates(t *testing.T) {
	in := tsptest.Generate(t, "uniform", 60, 1)
	in.Metric = tsp.Haversine
	for city := range in.X {
		in.X[city], in.Y[city] = in.X[city]/1e5, in.Y[city]/1e5
	}
	for _, near := range []bool{false, true} {
		m := must.Get(newModel(in, &Options{Rules: engine.Rules{Iterations: 1}, Parameters: Parameters{Near: near}}))(t)
		if ascends := m.AscentSteps() > 0; ascends == near {
			t.Errorf("near %t: %d steps", near, m.AscentSteps())
		}
	}
}
