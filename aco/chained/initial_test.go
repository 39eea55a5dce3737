package chained

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// An initial tour that is longer than the greedy tour is a colony's, or edges of it are. A resumed and
// a repeated run have the same tour; a repeated run without the initial tour is refused.
func TestLongerInitialTour(t *testing.T) {
	testkind.ComparesRuns(t)
	in := tsptest.Generate(t, "uniform", 150, 5)
	withFixed := must.Get(in.WithFixed(tsp.Edge{0, 1}))(t)
	m, err := model.New(t.Context(), in, iterations(1).Parameters.withDefaults(in.Dimension(), false, engine.Rules{Iterations: 1}).model(in.Dimension()))
	if err != nil {
		t.Fatal(err)
	}
	near := m.ToCaller(m.StartTour)
	for i := 0; near.Length(in) <= int64(m.StartLength); i++ {
		near[i], near[i+1] = near[i+1], near[i]
	}
	far := solve(t, withFixed, iterations(4)).Tour // in two thirds of its places
	at := slices.Index(far, 1)
	far = slices.Concat(far[at:], far[:at])
	slices.Sort(far[90:140])
	for _, c := range []struct {
		in      *tsp.Instance
		initial tsp.Tour
		want    InitialUse
	}{{in, near, InitialColony}, {in, far, InitialEdges}, {withFixed, far, InitialEdges}} {
		o := iterations(roundIterations + 2)
		o.InitialTour = c.initial
		whole := solve(t, c.in, o)
		if whole.InitialUse != c.want || whole.FirstTour != "greedy" || whole.FirstLength >= c.initial.Length(c.in) {
			t.Fatalf("use %q, first tour %s, length %d; want %q", whole.InitialUse, whole.FirstTour, whole.FirstLength, c.want)
		}
		o.FirstLength, o.InitialUse = whole.FirstLength, whole.InitialUse
		if again := solve(t, c.in, o); !slices.Equal(again.Tour, whole.Tour) {
			t.Errorf("%s: a repeated run has another tour", c.want)
		}
		without := o
		without.InitialTour = nil
		if _, err := Solve(t.Context(), c.in, without, nil); err == nil {
			t.Errorf("%s: a run is repeated without its initial tour", c.want)
		}
		unused := o
		unused.InitialUse = InitialUnused
		if again := solve(t, c.in, unused); again.InitialUse != InitialUnused {
			t.Errorf("a repeated run has used the initial tour: %s", again.InitialUse)
		}
		for _, at := range []int{1, roundIterations} {
			part := iterations(at)
			part.InitialTour = c.initial
			part.Checkpoint.File = filepath.Join(t.TempDir(), "checkpoint")
			solve(t, c.in, part)
			later := resume(t, part.Checkpoint.File)
			later.Rules = engine.Rules{Iterations: roundIterations + 2}
			if again := solve(t, c.in, later); again.InitialUse != c.want || !slices.Equal(again.Tour, whole.Tour) {
				t.Errorf("%s: resumed after %d iterations, the run has another tour, use %q", c.want, at, again.InitialUse)
			}
		}
	}
}

// The one colony of a large instance starts from the greedy tour with edges of the initial one.
func TestInitialEdgesOfLargeInstance(t *testing.T) {
	in := tsptest.Generate(t, "clustered", maxWholeCities+1, 2)
	o := Options{Rules: engine.Rules{Iterations: 1}}.WithDefaults()
	var err error
	if o.InitialTour, err = construct.SpaceFilling(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	m := must.Get(newModel(in, &o))(t)
	s := setup{m, o, &initial{}}
	must.Do(t, s.Prepare(t.Context()))
	p := newPopulation(m)
	p.startFrom(s.initial)
	first := p.tours[0]
	if s.initial.use != InitialEdges || len(p.tours) != 1 || !m.IsTour(first.tour) || m.LengthOf(first.tour) != first.length {
		t.Fatalf("use %q, %d tours", s.initial.use, len(p.tours))
	}
	if first.length*100 > m.StartLength*99 {
		t.Errorf("length %d, of the greedy tour %d", first.length, m.StartLength)
	}
}
