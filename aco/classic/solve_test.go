package classic

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// script is colonies that plays back batches, one at each advance.
type script struct {
	colonies
	batches []batch
}

func (s *script) advance(context.Context, int, time.Time) (batch, error) {
	if len(s.batches) == 0 {
		return batch{}, errors.New("the script is over")
	}
	b := s.batches[0]
	s.batches = s.batches[1:]
	return b, nil
}

// square has four cities, of which 0 1 2 3 is the best tour, of length 40; crossed is 48 long.
var (
	square  = &tsp.Instance{Name: "square", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 0, 10, 10}, Y: []float64{0, 10, 10, 0}}
	crossed = tsp.Tour{0, 2, 1, 3}
	round   = []uint32{0, 1, 2, 3}
)

// scripted is Solve's run of one colony before its first batch, on a script. The crossed tour is the best so far.
func scripted(t *testing.T, o Options, batches ...batch) *run {
	t.Helper()
	p, err := problem.New(square, problem.AntSystem())
	if err != nil {
		t.Fatal(err)
	}
	p.Start, p.StartLength = crossed, 48
	return newRun(o.WithDefaults(), p, []*site{{colonies: &script{batches: batches}, count: 1}}, measuring(square), nil)
}

// one is a batch of a single colony.
func one(p progress) batch { return batch{colonies: []progress{p}, whole: len(p.lengths)} }

func TestLoopFollowsEachIteration(t *testing.T) {
	r := scripted(t, Options{Iterations: 5},
		one(progress{state: problem.State{Iteration: 2, BestLength: 48}, lengths: []uint64{60, 50}}),
		one(progress{state: problem.State{Iteration: 5, BestLength: 40, BestIteration: 4}, lengths: []uint64{49, 40, 44}, tour: round}),
	)
	if err := r.loop(t.Context()); err != nil || r.stop != StopIterations {
		t.Fatalf("stopped by %q, %v", r.stop, err)
	}
	best := r.settle()
	var trace [][2]int64
	for _, i := range r.trace {
		trace = append(trace, [2]int64{int64(i.Iteration), i.Length})
	}
	if diff := cmp.Diff([][2]int64{{0, 48}, {4, 40}}, trace); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
	}
	if r.antsBest != 40 || r.length != 40 || best[1] != 1 {
		t.Errorf("best %d by %v, the ants' %d", r.length, best, r.antsBest)
	}
}

func TestLoopStops(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		want    StopReason
		ctx     context.Context
		options Options
		batches []batch
	}{
		{StopTarget, t.Context(), Options{Target: 40}, []batch{one(progress{state: problem.State{Iteration: 1, BestLength: 40, BestIteration: 1, Stop: problem.TargetReached}, lengths: []uint64{40}, tour: round})}},
		{StopStall, t.Context(), Options{Stall: 1}, []batch{one(progress{state: problem.State{Iteration: 1, BestLength: 48, Stop: problem.Stalled}, lengths: []uint64{50}})}},
		{StopTimeLimit, t.Context(), Options{TimeLimit: time.Hour}, []batch{{outOf: true}}},
		{StopTimeLimit, t.Context(), Options{TimeLimit: time.Hour, Started: time.Now().Add(-2 * time.Hour)}, nil},
		{StopIdle, t.Context(), Options{TimeLimit: time.Hour, Idle: time.Minute}, []batch{{outOf: true}}},
		{StopInterrupted, ended, Options{Iterations: 9}, nil},
	} {
		r := scripted(t, c.options, c.batches...)
		if err := r.loop(c.ctx); err != nil || r.stop != c.want {
			t.Errorf("%+v stopped by %q, want %q; %v", c.options, r.stop, c.want, err)
		}
	}
}

// Without any rule a run ends after a minute, or after ten seconds without improvement.
func TestDefaultRules(t *testing.T) {
	if o := (Options{}).WithDefaults(); o.TimeLimit != DefaultTimeLimit || o.Idle != DefaultIdle {
		t.Errorf("without a rule: %+v", o)
	}
	if o := (Options{Iterations: 1}).WithDefaults(); o.TimeLimit != 0 || o.Idle != 0 {
		t.Errorf("with a rule: %+v", o)
	}
}

// A tour that is none, or that is not as long as was said, is never reported.
func TestResultIsChecked(t *testing.T) {
	p, err := problem.New(square, problem.AntSystem())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		tour   tsp.Tour
		length uint64
		fault  string
	}{
		"right":     {tsp.Tour{0, 1, 2, 3}, 40, ""},
		"too short": {tsp.Tour{0, 1, 2, 3}, 39, "a tour of length 40 as one of 39"},
		"no tour":   {tsp.Tour{0, 1, 2, 2}, 40, "no tour"},
	} {
		r := scripted(t, Options{})
		r.sites = nil
		r.standings[0].tour, r.standings[0].state.BestLength = nil, c.length
		for _, city := range c.tour {
			r.standings[0].tour = append(r.standings[0].tour, uint32(city))
		}
		_, err := r.result(square, p, nil)
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOptionsThatCannotBeKept(t *testing.T) {
	for _, o := range []Options{{Stall: 1 << 32}, {Iterations: 1 << 32}, {Target: -1}, {MaxSubmit: time.Hour}, {Kernel: KernelConfig{AntGroup: 3}}, {Idle: -1}} {
		var refused *problem.Error
		if _, err := Solve(context.Background(), square, nil, o, nil); !errors.As(err, &refused) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// A run whose time is over before its first iteration has the nearest-neighbour tour to show.
func TestTimeOverBeforeTheFirstIteration(t *testing.T) {
	o := Options{Parameters: problem.AntSystem(), TimeLimit: time.Second, Started: time.Now().Add(-time.Minute)}
	result, err := Solve(context.Background(), square, nil, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if result.Stop != StopTimeLimit || result.Iterations != 0 || result.Length != 40 {
		t.Errorf("%+v", result)
	}
}
