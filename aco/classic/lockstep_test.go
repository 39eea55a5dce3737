package classic_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/conform/lockstep"
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
type both struct {
	*lockstep.Classic
	reference *reference.Colony // the first
}

// openWithRules opens colonies with stop rules.
func openWithRules(t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters,
	rules model.StopRules) both {
	t.Helper()
	return open(t, device, instance, parameters, classic.Options{Rules: engine.Rules{Target: int64(rules.Target),
		Stall: int(rules.Stall)}})
}

// open opens colonies with options.
func open(t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters,
	o classic.Options) both {
	t.Helper()
	return openWithLimits(t, device, instance, parameters, o, pipeline.LimitsOf(device.Info()))
}

// openWithLimits opens colonies with narrower limits than the device has.
func openWithLimits(
	t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters, o classic.Options,
	limits pipeline.Limits,
) both {
	t.Helper()
	p, err := model.New(t.Context(), instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	return openProblem(t, device, p, o, limits)
}

// openProblem opens the colonies of a prepared problem.
func openProblem(t *testing.T, device *vk.Device, p *model.Problem, o classic.Options, limits pipeline.Limits) both {
	t.Helper()
	c, err := lockstep.NewClassic(t.Context(), device, p, o, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return both{c, c.References[0]}
}

// iterate runs an iteration on the device.
func (p both) iterate(t *testing.T) {
	t.Helper()
	p.submitInSlices(t, math.MaxUint32)
}

// submitInSlices runs an iteration on the device in slices of at most size units.
func (p both) submitInSlices(t *testing.T, size uint32) {
	t.Helper()
	p.submit(t, p.CutAll(size)...)
}

// submit runs any number of slices on the device.
func (p both) submit(t *testing.T, all ...pipeline.Slice) {
	t.Helper()
	if err := p.Submit(all...); err != nil {
		t.Fatal(err)
	}
}

// compare fails if a buffer differs from the reference.
func (p both) compare(t *testing.T, when string) {
	t.Helper()
	difference, err := p.Compare()
	check(t, when, difference, err)
}

// runStage runs a stage on the device and in the reference, and compares all buffers.
func (p both) runStage(t *testing.T, name, when string) {
	t.Helper()
	difference, err := p.RunStage(t.Context(), name)
	check(t, when, difference, err)
}

func check(t *testing.T, when string, difference *lockstep.Difference, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if difference != nil {
		t.Fatalf("%s: %s", when, difference)
	}
}

// runReference runs a stage of the reference.
func (p both) runReference(t *testing.T, name string) {
	t.Helper()
	if err := p.RunReferences(t.Context(), name); err != nil {
		t.Fatal(err)
	}
}

// upload uploads the data of the reference after a test has changed them.
func (p both) upload(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		padded, err := p.Upload(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == "pheromone" {
			p.uploadDerived(t, padded)
		}
	}
}

// uploadDerived uploads the buffers that are made from the trails.
func (p both) uploadDerived(t *testing.T, trails []uint32) {
	t.Helper()
	derived, err := classic.DerivedTrails(p.Problem, p.Run, trails)
	if err != nil {
		t.Fatal(err)
	}
	for buffer, words := range derived {
		if buffer == "raised" {
			words = slices.Repeat([]uint32{math.MaxUint32}, len(words)) // any trail may be the largest
		}
		if err := p.Run.Upload(buffer, 0, words); err != nil {
			t.Fatal(err)
		}
	}
}

// download returns the words of a buffer on the device.
func (p both) download(t *testing.T, name string) []uint32 {
	t.Helper()
	words, err := p.Run.Download(name)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// randomTours gives every ant a random tour.
func (p both) randomTours(random *rand.Rand) {
	n := p.Problem.Cities
	for _, ref := range p.References {
		for ant := range p.Problem.Ants {
			for i, city := range random.Perm(n) {
				ref.Tours[ant*n+i] = uint32(city)
			}
		}
	}
}

// randomWord draws words of all magnitudes, from 1 to the largest.
func randomWord(random *rand.Rand) uint32 { return max(1, random.Uint32()>>random.IntN(32)) }
