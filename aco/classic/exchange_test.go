package classic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/vk"
)

// fakeColonies are colonies whose next tour is a function of their number, the iteration and their
// best length. A tour is its length, in one word. Batches have the lengths of sizes, in turn.
// Batch failAt, or adopt if failAdopt is set, returns err.
type fakeColonies struct {
	engine.Host[settings]
	rules     model.StopRules
	first     int
	all       []colonyState
	last      []batchResult
	sizes     []int
	batches   int
	failAt    int
	failAdopt bool
	err       error
}

func newFakeColonies(rules model.StopRules, first, count int, sizes []int) *fakeColonies {
	c := &fakeColonies{rules: rules, first: first, all: make([]colonyState, count), last: make([]batchResult, count),
		sizes: sizes}
	var references []engine.HostColony[settings]
	for i := range count {
		references = append(references, fakeColony{c, i})
	}
	c.Host = engine.NewHost(references, "")
	return c
}

// fakeColony is one of them.
type fakeColony struct {
	*fakeColonies
	number int
}

func (fakeColony) Prepare(step) {}

func (c fakeColony) Stages() []engine.Stage {
	return []engine.Stage{{Name: "fake", Run: func(context.Context) error { c.iterate(); return nil }}}
}

func (c fakeColony) iterate() {
	s, now := &c.all[c.number].state, &c.last[c.number]
	if s.Stop != model.Running {
		return
	}
	word := philox.Draw(7, uint32(c.first+c.number), s.Iteration, uint32(s.BestLength), 0, 0)
	length := s.BestLength + 3 - uint64(word%12)/2
	s.Iteration++
	now.lengths = append(now.lengths, length)
	if length < s.BestLength {
		s.BestLength, s.BestIteration, c.all[c.number].tour[0] = length, s.Iteration, uint32(length)
	}
	s.Stop = c.rules.Apply(*s)
}

func (c *fakeColonies) Wait(ctx context.Context) error {
	c.batches++
	if c.batches == c.failAt {
		return c.err
	}
	for range c.sizes[c.batches%len(c.sizes)] {
		if c.Host.Busy() {
			if err := c.Iterate(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *fakeColonies) batch() (all []batchResult) {
	for i := range c.all {
		all = append(all, batchResult{c.all[i].state, c.last[i].lengths, c.all[i].tour, nil})
		c.last[i].lengths = nil
	}
	return all
}

func (c *fakeColonies) adopt(all []colonyState) error {
	if c.failAdopt {
		return c.err
	}
	c.all = nil
	for _, s := range all {
		c.all = append(c.all, colonyState{state: s.state, tour: slices.Clone(s.tour)})
	}
	return nil
}

func (c *fakeColonies) finishIteration() error { return nil }

func (c *fakeColonies) read(string, uint64, []uint32) error { return nil }

func (c *fakeColonies) write(string, []uint32) error { return nil }

func (c *fakeColonies) heuristicSHA256() string { return "" }

// newFakeRun returns a run of fakeColonies on sites with the given numbers of colonies.
func newFakeRun(o Options, counts []int, sizes ...int) *run {
	p := &model.Problem{Parameters: o.Parameters, StartLength: 1000, Start: crossed[:1]}
	var sites []*site
	for i, count := range counts {
		own := engine.ColonyRange{First: p.Colonies, Count: count}
		sites = append(sites, &site{Colonies: newFakeColonies(o.StopRules(), p.Colonies, count, sizes), Device: i,
			ColonyRange: own})
		p.Colonies += count
		sizes = append(sizes[1:], sizes[0])
	}
	measure := func(tour []uint32) (uint64, error) { return uint64(tour[0]), nil }
	r, err := newRun(o, p, square, engine.Opened[colonies]{Sites: sites}, measure)
	if err != nil {
		panic(err) // nothing is restored
	}
	r.Each(func(s *site) error { return s.Colonies.adopt(r.statesOf(s)) })
	return r
}

// outcome is the part of a result that does not depend on the distribution of colonies over
// devices.
type outcome struct {
	Stop                      engine.StopReason
	Tour                      uint32
	Length, AntsBest          uint64
	Iterations, LastIteration int
	States                    []model.State
}

func outcomeOf(t interface{ Fatal(...any) }, r *run) outcome {
	if r.Loop(context.Background()); r.Failure() != nil {
		t.Fatal(r.Failure())
	}
	o := outcome{Stop: r.StopReason(), Iterations: r.iterations(), Tour: r.leader().tour[0]}
	o.Length, o.AntsBest, o.LastIteration = r.VerifiedLength(), r.antsBest, lastImprovement(r)
	if r.StopReason() != engine.StopTarget { // else other colonies may have made more iterations
		for _, c := range r.states {
			o.States = append(o.States, c.state)
		}
	}
	return o
}

// lastImprovement returns the iteration of the last improvement.
func lastImprovement(r *run) int {
	trace := r.State().Trace
	return trace[len(trace)-1].Iteration
}

// TestDistributionChangesNothing shows that neither the distribution of colonies nor the size of
// batches changes a result.
func TestDistributionChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{Rules: engine.Rules{Iterations: rapid.IntRange(1, 80).Draw(t, "iterations")},
			Options: engine.Options{Started: time.Now()}}
		o.Parameters.Topology = rapid.SampledFrom(model.Topologies).Draw(t, "topology")
		if o.Parameters.Topology != model.TopologyNone {
			o.Parameters.ExchangeEvery = rapid.IntRange(1, 30).Draw(t, "every")
		}
		o.Target = int64(rapid.SampledFrom([]int{0, 970, 985, 995}).Draw(t, "target"))
		o.Stall = rapid.SampledFrom([]int{0, 3, 5, 20}).Draw(t, "stall")
		counts := rapid.SliceOfN(rapid.IntRange(1, 3), 1, 4).Draw(t, "counts")
		colonies := 0
		for _, count := range counts {
			colonies += count
		}
		want := outcomeOf(t, newFakeRun(o, []int{colonies}, 1))
		got := outcomeOf(t, newFakeRun(o, counts, rapid.SliceOfN(rapid.IntRange(1, 9), 1, 5).Draw(t, "sizes")...))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("colonies %v (-one device, batches of one iteration +several):\n%s", counts, diff)
		}
	})
}

// aheadColonies are one colony that reaches the target in iteration 28 of its first batch of 30.
type aheadColonies struct{ *fakeColonies }

func (c aheadColonies) Wait(context.Context) error {
	if c.Completed() > 0 {
		return nil
	}
	c.MoveTo(30)
	c.all[0].state = model.State{Iteration: 28, BestIteration: 28, BestLength: 899, Stop: model.TargetReached}
	c.all[0].tour = []uint32{899}
	c.last[0].lengths = append(slices.Repeat([]uint64{1000}, 27), 899)
	return nil
}

// TestTargetEndsAllColonies shows that when a colony reaches the target, the others run to the
// same iteration, since they may reach it earlier, and no further.
func TestTargetEndsAllColonies(t *testing.T) {
	r := newFakeRun(Options{Options: engine.Options{Started: time.Now()}, Rules: engine.Rules{Target: 900}},
		[]int{1, 1}, 1)
	r.Sites()[0].Colonies = aheadColonies{r.Sites()[0].Colonies.(*fakeColonies)}
	r.Loop(t.Context())
	if made := r.states[1].state.Iteration; r.StopReason() != engine.StopTarget || made < 2 || made > 28 {
		t.Errorf("the other colony made %d iterations; the target was reached at 28", made)
	}
}

func TestLeads(t *testing.T) {
	const target = model.TargetReached
	for _, c := range []struct {
		a, b model.State
		want bool
	}{
		{model.State{BestLength: 5, BestIteration: 9}, model.State{BestLength: 6, BestIteration: 2}, true},
		{model.State{BestLength: 5, BestIteration: 2}, model.State{BestLength: 5, BestIteration: 9}, true},
		{model.State{BestLength: 5, BestIteration: 2}, model.State{BestLength: 5, BestIteration: 2}, false},
		{model.State{BestLength: 5, BestIteration: 3, Stop: target}, model.State{BestLength: 4, BestIteration: 4,
			Stop: target}, true},
		{model.State{BestLength: 4, BestIteration: 3, Stop: target}, model.State{BestLength: 5, BestIteration: 3,
			Stop: target}, true},
	} {
		if leads(c.a, c.b) != c.want || c.want && leads(c.b, c.a) {
			t.Errorf("%+v before %+v: want %v", c.a, c.b, c.want)
		}
	}
}

// TestInterruptAndTimeLimitOfSites shows that an interrupt ends all sites, and that a site without
// time for an iteration does not end the others.
func TestInterruptAndTimeLimitOfSites(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := Options{Options: engine.Options{Started: time.Now()}, Rules: engine.Rules{Target: 1}}
	o.watch = func(now engine.Progress) {
		if now.Iteration == 20 {
			cancel()
		}
	}
	r := newFakeRun(o, []int{1, 1}, 1)
	if r.Loop(ctx); r.Failure() != nil || r.StopReason() != engine.StopInterrupted || r.iterations() < 20 {
		t.Errorf("interrupted: stopped by %q after %d iterations, %v", r.StopReason(), r.iterations(), r.Failure())
	}
	r = newFakeRun(Options{Options: engine.Options{Started: time.Now()}, Rules: engine.Rules{TimeLimit: time.Hour,
		Iterations: 30}}, []int{1, 1}, 1)
	r.Sites()[0].Colonies = outOfTimeColonies{r.Sites()[0].Colonies.(*fakeColonies)}
	if r.Loop(t.Context()); r.Failure() != nil || r.StopReason() != engine.StopTimeLimit ||
		r.states[0].state.Iteration != 0 || r.states[1].state.Iteration != 30 {
		t.Errorf("no time: stopped by %q, %+v, %v", r.StopReason(), r.states, r.Failure())
	}
}

// outOfTimeColonies have no time for another iteration.
type outOfTimeColonies struct{ *fakeColonies }

func (outOfTimeColonies) Busy() bool { return false }

func (outOfTimeColonies) OutOfTime() bool { return true }

// TestLostDevice shows that a lost device loses its last batch only. Its earlier tours count and
// are exchanged, and the others go on.
func TestLostDevice(t *testing.T) {
	lost := fmt.Errorf("submission 3: %w", vk.ErrHung)
	for name, lose := range map[string]func(*fakeColonies){
		"in a batch":     func(c *fakeColonies) { c.failAt, c.err = 4, lost },
		"in an exchange": func(c *fakeColonies) { c.failAdopt, c.err = true, lost },
	} {
		t.Run(name, func(t *testing.T) {
			o := Options{Rules: engine.Rules{Iterations: 40}, Options: engine.Options{Started: time.Now()},
				Parameters: model.Parameters{Topology: model.TopologyRing, ExchangeEvery: 10}}
			r := newFakeRun(o, []int{1, 2, 1}, 5)
			r.states[1].state.BestLength, r.states[1].tour = 500, []uint32{500}
			r.Sites()[1].Colonies.adopt(r.statesOf(r.Sites()[1]))
			lose(r.Sites()[1].Colonies.(*fakeColonies))
			got := outcomeOf(t, r)
			if got.Stop != engine.StopIterations || got.Iterations != 40 {
				t.Errorf("%+v", got)
			}
			loss := r.Sites()[1].Lost
			if loss == nil || loss.Iteration < 10 || loss.Iteration > 15 || !errors.Is(loss.Err, vk.ErrHung) ||
				r.Sites()[0].Lost != nil {
				t.Fatalf("lost: %+v", loss)
			}
			// The ring gave the lost tour to the others, which have shorter ones now.
			if first := r.states[0].state; got.Length > 500 || first.BestLength > 500 || first.Iteration != 40 {
				t.Errorf("colonies: %+v", r.states)
			}
		})
	}
}

// TestFailingRuns shows that a run fails if all devices are lost, or if the error is not the loss
// of a device.
func TestFailingRuns(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		lose []int
	}{
		"all are lost":  {vk.ErrHung, []int{0, 1}},
		"other failure": {errors.New("out of memory"), []int{1}},
	} {
		r := newFakeRun(Options{Rules: engine.Rules{Iterations: 40}, Options: engine.Options{Started: time.Now()}},
			[]int{1, 1}, 5)
		for _, s := range c.lose {
			colonies := r.Sites()[s].Colonies.(*fakeColonies)
			colonies.failAt, colonies.err = 2, c.err
		}
		if r.Loop(t.Context()); !errors.Is(r.Failure(), c.err) {
			t.Errorf("%s: %v", name, r.Failure())
		}
	}
}
