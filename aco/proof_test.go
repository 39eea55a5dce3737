package aco

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
)

// ring returns cities on a circle, in random order.
func ring(random *rand.Rand, n int) *tsp.Instance {
	in := &tsp.Instance{Name: "ring", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, n), Y: make([]float64, n)}
	for i, city := range random.Perm(n) {
		angle := 2 * math.Pi * float64(i) / float64(n)
		in.X[city], in.Y[city] = 1000*math.Cos(angle), 1000*math.Sin(angle)
	}
	return in
}

// A run of any method ends as soon as a lower bound proves its tour, whatever its time limit.
func TestProofEndsRun(t *testing.T) {
	testkind.ComparesRuns(t)
	in := ring(rand.New(rand.NewPCG(44, 2)), 24)
	for _, method := range []Method{Merged{Ants: 32}, Chained{}, MMAS{Defaults: Recommended}, ACS{Defaults: Recommended}} {
		for _, options := range []Options{{}, {TimeLimit: time.Hour}, {Idle: time.Hour}, {TimeLimit: time.Hour, Path: &tsp.Ends{0, tsp.FreeEnd}}} {
			options.Method = method
			if result := mustSolve(t, in, options); result.Stop != StopOptimal {
				t.Errorf("%T, %+v: stopped by %s", method, options, result.Stop)
			}
		}
	}
	for _, options := range []Options{{Iterations: 3}, {Stall: 3}, {TimeLimit: leastBounded / 2}} {
		options.Method = Chained{}
		if result := mustSolve(t, in, options); result.Stop == StopOptimal {
			t.Errorf("%+v: stopped by %s", options, result.Stop)
		}
	}
}

// A run does not wait for its bound after its time limit.
func TestProofKeepsLimit(t *testing.T) {
	for age, computed := range map[time.Duration]bool{0: true, 2 * time.Hour: false} {
		r := &request{
			original: ring(rand.New(rand.NewPCG(44, 2)), 24), reduction: &reduction{},
			options: Options{TimeLimit: time.Hour, Started: time.Now().Add(-age)},
		}
		p := r.startProof(t.Context())
		<-p.bounded
		p.end()
		if <-p.done; (p.least > 0) != computed {
			t.Errorf("started %v ago: bound %d", age, p.least)
		}
	}
}

// A tour that is shorter than the bound of a run is a failure of the run, not an optimal tour.
func TestProofContradicted(t *testing.T) {
	p := &proof{least: 100, bounded: make(chan struct{}), done: make(chan struct{}), cancel: func() {}}
	close(p.bounded)
	close(p.done)
	for length, want := range map[int64]StopReason{101: StopIdle, 100: StopOptimal, 99: StopFailure} {
		result := &Result{Length: length, Stop: StopIdle}
		p.judge(result)
		if result.Stop != want || (result.Failure != nil) != (want == StopFailure) {
			t.Errorf("length %d: stopped by %s, failure %v", length, result.Stop, result.Failure)
		}
	}
}

// A run that its rule of idle time has ended does not wait for a search, which here ends only if it is
// cancelled.
func TestIdleRunIsNotProven(t *testing.T) {
	p := &proof{bounded: make(chan struct{}), done: make(chan struct{})}
	p.cancel = sync.OnceFunc(func() { close(p.done) })
	close(p.bounded)
	result := &Result{Length: 101, Stop: StopIdle, Elapsed: time.Hour}
	if p.judge(result); result.Stop != StopIdle || result.Failure != nil {
		t.Errorf("stopped by %s, failure %v", result.Stop, result.Failure)
	}
}
