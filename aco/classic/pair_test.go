package classic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
)

// uniform returns an instance with uniformly distributed cities.
func uniform(t *testing.T, cities int) *tsp.Instance {
	t.Helper()
	return tsptest.Generate(t, "uniform", cities, 1)
}

// pair is a Pair. A difference or an error ends the test.
type pair struct {
	*Pair
	*deviceColonies
	reference *reference.Colony // the first
}

// newPairWithRules returns a pair with stop rules.
func newPairWithRules(t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters, rules model.StopRules) pair {
	t.Helper()
	return newPairWithOptions(t, device, instance, parameters, Options{Rules: engine.Rules{Target: int64(rules.Target), Stall: int(rules.Stall)}})
}

// newPairWithOptions returns a pair with options.
func newPairWithOptions(t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters, o Options) pair {
	t.Helper()
	return newPairWithLimits(t, device, instance, parameters, o, pipeline.LimitsOf(device.Info()))
}

// newPairWithLimits returns a pair with narrower limits than those of the device.
func newPairWithLimits(
	t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters, o Options, limits pipeline.Limits,
) pair {
	t.Helper()
	p, err := model.New(t.Context(), instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	return newPairOfProblem(t, device, p, o, limits)
}

// newPairOfProblem returns a pair for a prepared problem.
func newPairOfProblem(t *testing.T, device *vk.Device, p *model.Problem, o Options, limits pipeline.Limits) pair {
	t.Helper()
	both, err := newPair(t.Context(), device, p, o, limits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(both.Close)
	return pair{both, both.device, both.references[0]}
}

// wholeStage returns a stage in as few slices as possible.
func (p pair) wholeStage(stage string) []pipeline.Slice { return p.cut(stage, math.MaxUint32) }

// iterate runs an iteration on the device.
func (p pair) iterate(t *testing.T) {
	t.Helper()
	for _, stage := range p.Stages() {
		p.submit(t, p.wholeStage(stage)...)
	}
}

// submit runs any number of slices on the device.
func (p pair) submit(t *testing.T, all ...pipeline.Slice) {
	t.Helper()
	if err := p.Pair.submit(all); err != nil {
		t.Fatal(err)
	}
}

// compare fails if a buffer differs from the reference.
func (p pair) compare(t *testing.T, when string) {
	t.Helper()
	difference, err := p.Compare()
	p.check(t, when, difference, err)
}

// runStage runs a stage on the device and in the reference, and compares all buffers.
func (p pair) runStage(t *testing.T, name, when string) {
	t.Helper()
	difference, err := p.RunStage(t.Context(), name)
	p.check(t, when, difference, err)
}

// runReference runs a stage of the reference.
func (p pair) runReference(t *testing.T, name string) {
	t.Helper()
	if err := p.runReferences(t.Context(), name); err != nil {
		t.Fatal(err)
	}
}

func (p pair) check(t *testing.T, when string, difference *lockstep.Difference, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if difference != nil {
		t.Fatalf("%s: %s", when, difference)
	}
}

// upload uploads the data of the reference after a test has changed them.
func (p pair) upload(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		for _, b := range p.buffers() {
			if b.name != name {
				continue
			}
			rows := len(b.words) / b.columns
			padded := make([]uint32, rows*b.pitch)
			for row := range rows {
				copy(padded[row*b.pitch:], b.words[row*b.columns:(row+1)*b.columns])
			}
			if err := p.Run.Upload(name, 0, padded); err != nil {
				t.Fatal(err)
			}
			if name == "pheromone" {
				derived, err := newDerivedTrails(p.problem, p.Run)
				if err != nil {
					t.Fatal(err)
				}
				for buffer, trails := range derived {
					words := trails.add(0, padded)
					if buffer == "raised" {
						words = slices.Repeat([]uint32{math.MaxUint32}, len(words)) // any trail may be the largest
					}
					if err := p.Run.Upload(buffer, 0, words); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// download returns the words of a buffer on the device.
func (p pair) download(t *testing.T, name string) []uint32 {
	t.Helper()
	words, err := p.Run.Download(name)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// randomTours gives every ant a random tour.
func (p pair) randomTours(random *rand.Rand) {
	n := p.problem.Cities
	for _, ref := range p.references {
		for ant := range p.problem.Ants {
			for i, city := range random.Perm(n) {
				ref.Tours[ant*n+i] = uint32(city)
			}
		}
	}
}

// randomWord draws words of all magnitudes, from 1 to the largest.
func randomWord(random *rand.Rand) uint32 { return max(1, random.Uint32()>>random.IntN(32)) }
