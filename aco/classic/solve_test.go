package classic

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// replay is one colony that replays batches, one per wait. After the last one it is out of time.
type replay struct {
	colonies
	batches   []batchResult
	last      []batchResult
	completed int
	hasStep   bool
}

func (s *replay) Enqueue(step) { s.hasStep = true }

func (s *replay) Truncate(int) { s.batches = nil }

func (s *replay) Submit(time.Time) error { return nil }

func (s *replay) NeedsStep() bool { return !s.hasStep }

func (s *replay) Busy() bool { return len(s.batches) > 0 }

func (s *replay) OutOfTime() bool { return len(s.batches) == 0 }

func (s *replay) Completed() int { return s.completed }

func (s *replay) Committed() int { return s.completed }

func (s *replay) Stages() (map[string]time.Duration, map[string]float64) { return nil, nil }

func (s *replay) Wait(context.Context) error {
	s.last, s.batches = s.batches[:1], s.batches[1:]
	s.completed += len(s.last[0].lengths)
	return nil
}

func (s *replay) batch() []batchResult {
	last := s.last
	s.last = nil
	return last
}

func (s *replay) heuristicSHA256() string { return "" }

// square has four cities. Its shortest tour has length 40, crossed has length 48.
var (
	square = &tsp.Instance{Name: "square", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 0, 10, 10},
		Y: []float64{0, 10, 10, 0}}
	crossed  = tsp.Tour{0, 2, 1, 3}
	shortest = []uint32{0, 1, 2, 3}
)

// newReplayRun returns a run of one colony that replays batches. Its first tour is crossed.
func newReplayRun(t *testing.T, o Options, batches ...batchResult) *run {
	t.Helper()
	p := must.Get(model.New(t.Context(), square, model.AntSystem()))(t)
	p.Start, p.StartLength = crossed, 48
	sites := []*site{{Colonies: &replay{batches: batches}, ColonyRange: engine.ColonyRange{Count: 1}}}
	opened := engine.Opened[colonies]{Sites: sites, Devices: make([]engine.DeviceResult, 1)}
	return must.Get(newRun(o.WithDefaults(), p, square, opened, lengthFunc(square)))(t)
}

// TestLoopFollowsEachIteration shows that the trace has the iterations of improvements within a
// batch.
func TestLoopFollowsEachIteration(t *testing.T) {
	r := newReplayRun(t, Options{Rules: engine.Rules{TimeLimit: time.Hour}},
		batchResult{state: model.State{Iteration: 2, BestLength: 48}, lengths: []uint64{60, 50}},
		batchResult{state: model.State{Iteration: 5, BestLength: 40, BestIteration: 4}, lengths: []uint64{49, 40, 44},
			tour: shortest},
	)
	if r.Loop(t.Context()); r.Failure() != nil || r.StopReason() != engine.StopTimeLimit {
		t.Fatalf("stopped by %q, %v", r.StopReason(), r.Failure())
	}
	var trace [][2]int64
	for _, i := range r.State().Trace {
		trace = append(trace, [2]int64{int64(i.Iteration), i.Length})
	}
	if diff := cmp.Diff([][2]int64{{0, 48}, {4, 40}}, trace); diff != "" {
		t.Errorf("trace (-want +got):\n%s", diff)
	}
	if best := r.leader().tour; r.antsBest != 40 || r.VerifiedLength() != 40 || best[1] != 1 {
		t.Errorf("best %d of %v, shortest of an ant %d", r.VerifiedLength(), best, r.antsBest)
	}
}

// TestLoopStops compares the reasons why runs stop.
func TestLoopStops(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		want    engine.StopReason
		ctx     context.Context
		options Options
		batches []batchResult
	}{
		{engine.StopTarget, t.Context(), Options{Rules: engine.Rules{Target: 40}},
			[]batchResult{{state: model.State{Iteration: 1, BestLength: 40, BestIteration: 1,
				Stop: model.TargetReached}, lengths: []uint64{40}, tour: shortest}}},
		{engine.StopStall, t.Context(), Options{Rules: engine.Rules{Stall: 1}},
			[]batchResult{{state: model.State{Iteration: 1, BestLength: 48, Stop: model.Stalled},
				lengths: []uint64{50}}}},
		{engine.StopTimeLimit, t.Context(), Options{Rules: engine.Rules{TimeLimit: time.Hour}}, nil},
		{engine.StopTimeLimit, t.Context(), Options{Rules: engine.Rules{TimeLimit: time.Hour},
			Options: engine.Options{Started: time.Now().Add(-2 * time.Hour)}}, nil},
		{engine.StopIdle, t.Context(), Options{Rules: engine.Rules{TimeLimit: time.Hour, Idle: time.Minute}}, nil},
		{engine.StopInterrupted, ended, Options{Rules: engine.Rules{Iterations: 9}}, nil},
	} {
		r := newReplayRun(t, c.options, c.batches...)
		if r.Loop(c.ctx); r.Failure() != nil || r.StopReason() != c.want {
			t.Errorf("%+v stopped by %q, want %q; %v", c.options, r.StopReason(), c.want, r.Failure())
		}
	}
}

// TestDefaultRules shows that without rules a run has the default time limit and the default limit
// without improvement.
func TestDefaultRules(t *testing.T) {
	if o := (Options{}).WithDefaults(); o.TimeLimit != engine.DefaultTimeLimit || o.Idle != engine.DefaultIdle {
		t.Errorf("without a rule: %+v", o)
	}
	if o := (Options{Rules: engine.Rules{Iterations: 1}}).WithDefaults(); o.TimeLimit != 0 || o.Idle != 0 {
		t.Errorf("with a rule: %+v", o)
	}
}

// TestResultIsVerified shows that no result has an invalid tour or a wrong length.
func TestResultIsVerified(t *testing.T) {
	for name, c := range map[string]struct {
		tour   []uint32
		length uint64
		fault  string
	}{
		"right":     {shortest, 40, ""},
		"too short": {shortest, 39, "reported length 39, verified length 40"},
		"no tour":   {[]uint32{0, 1, 2, 2}, 40, "the returned tour is invalid"},
	} {
		r := newReplayRun(t, Options{})
		r.SetTour(engineTour(c.tour, c.length))
		_, err := r.result(newSetup(r.problem, r.options))
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestInvalidOptions shows that invalid options return an *option.Error.
func TestInvalidOptions(t *testing.T) {
	for _, o := range []Options{
		{Rules: engine.Rules{Stall: 1 << 32}}, {Rules: engine.Rules{Iterations: 1 << 32}},
		{Rules: engine.Rules{Target: -1}},
		{Options: engine.Options{MaxSubmit: time.Hour}}, {Kernel: KernelConfig{AntGroup: 3}},
		{Rules: engine.Rules{Idle: -1}},
	} {
		var problemErr *option.Error
		if _, err := Solve(context.Background(), square, []*pipeline.Device{nil}, o, nil); !errors.As(err, &problemErr) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestFirstTourReachesTarget shows that a run ends before its first iteration if the
// nearest-neighbour tour is short enough.
func TestFirstTourReachesTarget(t *testing.T) {
	for _, p := range []model.Parameters{model.AntSystem(), model.MaxMin(), model.AntColonySystem()} {
		result, err := Solve(t.Context(), square, []*pipeline.Device{nil}, Options{Parameters: p, Rules: engine.Rules{Target: 40}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if result.Stop != engine.StopTarget || result.Iterations != 0 || result.Length != 40 {
			t.Errorf("%s: %+v", p.Algorithm, result)
		}
	}
}

// Where the best tour is the first tour, its hash says nothing of the ants. The hash of what they
// found differs with the seed, and is the same on a device.
func TestHashOfAnts(t *testing.T) {
	instance, device := tsptest.Generate(t, "uniform", 60, 1), vktest.Open(t)
	for _, parameters := range []model.Parameters{model.AntSystem(), model.MaxMin()} {
		parameters.Ants = 2
		solve := func(seed uint64, device *pipeline.Device) *Result {
			parameters.Seed = seed
			result, err := Solve(t.Context(), instance, []*pipeline.Device{device}, Options{Parameters: parameters,
				Rules: engine.Rules{Iterations: 3}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return result
		}
		first, other := solve(1, nil), solve(2, nil)
		if first.Trace[len(first.Trace)-1].Iteration != 0 || !slices.Equal(first.Tour, other.Tour) {
			t.Fatal("the ants found a shorter tour than the first one")
		}
		if first.AntsSHA256 == other.AntsSHA256 || len(first.AntsSHA256) != 64 {
			t.Errorf("equal hashes %q of two seeds", first.AntsSHA256)
		}
		if again := solve(1, device); again.AntsSHA256 != first.AntsSHA256 || again.HeuristicSHA256 != first.HeuristicSHA256 {
			t.Errorf("hashes %s and %s on a device, %s and %s on the processor", again.AntsSHA256, again.HeuristicSHA256,
				first.AntsSHA256, first.HeuristicSHA256)
		}
	}
}
