package classic_test

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// uniform returns an instance with uniformly distributed cities.
func uniform(t *testing.T, cities int) *tsp.Instance {
	t.Helper()
	return tsptest.Generate(t, "uniform", cities, 1)
}

// both has colonies on a device and in the reference. A difference or an error ends the test.
type both struct{ *lockstep.Classic }

// open opens colonies with options.
func open(t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters,
	o classic.Options) both {
	t.Helper()
	p := must.Get(model.New(t.Context(), instance, parameters))(t)
	return openProblem(t, device, p, o, pipeline.LimitsOf(device.Info()))
}

// openProblem opens the colonies of a prepared problem. The limits may be narrower than the device's.
func openProblem(t *testing.T, device *vk.Device, p *model.Problem, o classic.Options, limits pipeline.Limits) both {
	t.Helper()
	c := must.Get(lockstep.NewClassic(t.Context(), device, p, o, limits))(t)
	t.Cleanup(c.Close)
	return both{c}
}

// iterate runs an iteration on the device.
func (p both) iterate(t *testing.T) {
	t.Helper()
	var all []pipeline.Slice
	for _, stage := range p.Stages() {
		all = append(all, p.Whole(stage)...)
	}
	p.submit(t, all...)
}

// submit runs any number of slices on the device.
func (p both) submit(t *testing.T, all ...pipeline.Slice) {
	t.Helper()
	must.Do(t, p.Submit(all...))
}

// compare fails if a buffer differs from the reference.
func (p both) compare(t *testing.T, when string) {
	t.Helper()
	if difference, err := p.Compare(); err != nil || difference != nil {
		t.Fatalf("%s: %v, %v", when, difference, err)
	}
}

// download returns the words of a buffer on the device.
func (p both) download(t *testing.T, name string) []uint32 {
	t.Helper()
	return must.Get(p.Run.Download(name))(t)
}
