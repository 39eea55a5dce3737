package merged

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// No two renewals of a run have a tour in common, whatever the distances. A renewal depends only on
// the number of renewals before it.
func TestRenewalsHaveDifferentTours(t *testing.T) {
	clustered := tsptest.Generate(t, "clustered", 60, 3)
	for name, instance := range map[string]*tsp.Instance{
		"plane": clustered, "globe": Globe(clustered), "matrix": Matrix(clustered),
	} {
		m := must.Get(model.New(t.Context(), instance, populationParameters(3)))(t)
		seen := slices.Clone(m.NoisyTours)
		for renewals := range 4 {
			step := Step{Iterations: 1, Exchange: true}.engine()
			step.Renew = true
			steps := slices.Repeat([]engineStep{step}, renewals+1)
			next := renewedTours(t, m, instance, steps)
			if again := renewedTours(t, m, instance, steps); !slices.EqualFunc(next, again, sameTour) {
				t.Errorf("%s: renewal %d has other tours when it is repeated", name, renewals+1)
			}
			for c, renewed := range next[1:] {
				for earlier, tour := range seen {
					if slices.Equal(tour, renewed.tour) {
						t.Errorf("%s: renewal %d, colony %d: tour %d of before", name, renewals+1, c+2, earlier)
					}
				}
				seen = append(seen, renewed.tour)
			}
		}
	}
}

// renewedTours returns the tours from which the colonies of a run with these steps start anew.
func renewedTours(t *testing.T, m *model.Model, instance *tsp.Instance, steps []engineStep) []solution {
	t.Helper()
	r := mustRun(t, Options{}, m, instance, &fixedColonies{})
	r.Run = engine.New(engine.Config[model.Settings, colonies]{
		Algorithm: r, First: r.tour(m.StartTour, m.StartLength),
		Opened: engine.Opened[colonies]{Sites: r.Sites()},
		State:  &engine.State[model.Settings]{Steps: steps, Length: m.StartLength},
	})
	next := r.nextTours(steps[len(steps)-1])
	if r.Failure() != nil {
		t.Fatal(r.Failure())
	}
	return next
}

func sameTour(a, b solution) bool { return a.length == b.length && slices.Equal(a.tour, b.tour) }

// A run that is cut between an exchange and the next iteration, and resumed with more iterations,
// continues as its schedule says: its colonies start anew where they had begun to.
func TestChangedRulesKeepARenewal(t *testing.T) {
	testkind.ComparesRuns(t)
	instance := tsptest.Generate(t, "uniform", 12, 3)
	p := populationParameters(3)
	p.Ants = 12
	o := Options{Parameters: p, Rules: engine.Rules{Iterations: 1900}}
	for _, renewed := range []bool{false, true} {
		file := cutAfterExchange(t, instance, o, renewed)
		got := mustResume(t, instance, file, nil, func(o *Options) { o.Iterations = 1950 })
		has := slices.ContainsFunc(got.Schedule.Steps, func(step Step) bool { return step.Renew })
		if has != renewed {
			t.Errorf("cut before a renewal: %t; the resumed run has one: %t", renewed, has)
		}
		again := Options{Parameters: p, Schedule: &got.Schedule}
		checkEqual(t, "repeated", mustSolve(t, instance, []*pipeline.Device{nil}, again), got)
	}
}

// cutAfterExchange cuts a run where its colonies have adopted tours and made no iteration since,
// for the first time or where they start anew. It returns the checkpoint.
func cutAfterExchange(t *testing.T, instance *tsp.Instance, o Options, renewed bool) (file string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o.Checkpoint.File = filepath.Join(t.TempDir(), "file")
	m := must.Get(model.New(t.Context(), instance, o.Parameters))(t)
	var r *run
	cuts := func() bool { return r.Scheduled() > 0 && (!renewed || r.LastStep().Renew) }
	r = mustRun(t, o, m, instance, &cutColonies{newCPUColonies(m), false, cuts, cancel})
	r.Loop(ctx)
	if queued := r.State().Queued; len(queued) == 0 || queued[0].Renew != renewed {
		t.Fatalf("stopped by %q with the queued steps %+v", r.StopReason(), queued)
	}
	return o.Checkpoint.File
}

// cutColonies are colonies of the reference that end a run after they have adopted tours, before
// another iteration, as a time limit may.
type cutColonies struct {
	*cpuColonies
	cut  bool
	cuts func() bool // whether to end the run
	end  func()
}

func (c *cutColonies) adopt(tours [][]uint32, states []model.State) error {
	if c.cuts() {
		c.cut = true
		c.end()
	}
	return c.cpuColonies.adopt(tours, states)
}

func (c *cutColonies) Wait(ctx context.Context) error {
	if c.cut {
		return nil
	}
	return c.cpuColonies.Wait(ctx)
}
