package merged

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Colonies continue from the tours that they are given, whether these are uploaded all at once, some
// at once or one by one.
func TestAdoptTours(t *testing.T) {
	device := vktest.Open(t)
	for _, cities := range []int{40, 2*batchCities/5 + 1, batchCities/2 + 1} {
		p := parameters(3)
		p.Ants = 10
		o, devices := Options{Parameters: p, Rules: engine.Rules{Iterations: 1}}, []*pipeline.Device{device}
		s := mustDecide(t, tsptest.Generate(t, "uniform", cities, 3), devices, o)
		m := s.model
		opened, err := engine.Open(t.Context(), s, engine.OpenOptions{Devices: devices, Started: time.Now()})
		if err != nil {
			t.Fatal(err)
		}
		d := opened.Sites[0].Colonies.(*deviceColonies)
		var tours [][]uint32
		var states []model.State
		for c := range 3 { // the same cycle from other cities, in different iterations
			tours = append(tours, slices.Concat(m.StartTour[c:], m.StartTour[:c]))
			states = append(states, stateFor(m.StartLength))
			states[c].Iteration = uint32(4 + c)
		}
		err = d.adopt(tours, states)
		latest, latestErr := d.latest()
		best, bestErr := d.best()
		if err := cmp.Or(err, latestErr, bestErr); err != nil {
			t.Fatal(err)
		}
		for c := range tours {
			if !slices.Equal(latest[c], tours[c]) || !slices.Equal(best[c], tours[c]) {
				t.Errorf("%d cities: colony %d has another tour", cities, c)
			}
		}
		opened.Close()
	}
}

// An iteration can be dropped as long as only its ants have run. The tour does not change, no count is
// reported, and after adopt nothing of the iteration remains.
func TestDroppedIteration(t *testing.T) {
	device := vktest.Open(t)
	p := parameters(1)
	p.Ants = 2000
	o := Options{Parameters: p, Rules: engine.Rules{Iterations: 3}, Options: engine.Options{MaxSubmit: time.Millisecond}}
	devices := []*pipeline.Device{device}
	s := mustDecide(t, tsptest.Generate(t, "uniform", 300, 3), devices, o)
	m := s.model
	opened := must.Get(engine.Open(t.Context(), s, engine.OpenOptions{Devices: devices, Started: time.Now()}))(t)
	defer opened.Close()
	d := opened.Sites[0].Colonies.(*deviceColonies)
	step := Step{Iterations: 3, Settings: model.Settings{Kick: 10, Scales: 2, Temperature: 1 << 20}}
	d.Enqueue(step.engine())
	must.Do(t, d.Submit(time.Time{}))
	if d.Committed() != 0 || !d.Busy() {
		t.Fatalf("%d iterations are committed, want 0: only ants of the first one are submitted", d.Committed())
	}
	d.Truncate(d.Committed())
	for d.Busy() {
		must.Do(t, d.Wait(t.Context()))
	}
	tours, on := must.Get(d.latest())(t), model.StateOf(must.Get(d.Run.Download("state"))(t))
	if !slices.Equal(tours[0], m.StartTour) || on.Counts.Evaluations == 0 || d.states[0].Counts != (model.Counts{}) {
		t.Fatalf("on the device %+v, reported %+v", on, d.states[0])
	}
	must.Do(t, d.adopt([][]uint32{m.StartTour}, []model.State{stateFor(m.StartLength)}))
	ref := reference.NewColony(m, 0)
	ref.Settings = step.Settings
	d.Enqueue(step.engine())
	for d.Busy() {
		must.Do(t, d.Submit(time.Time{}))
		must.Do(t, d.Wait(t.Context()))
	}
	for range step.Iterations {
		ref.Ants()
		for _, stage := range ref.Merge() {
			stage.Run()
		}
	}
	if d.states[0] != ref.State {
		t.Errorf("with the dropped iteration %+v, without it %+v", d.states[0], ref.State)
	}
}
