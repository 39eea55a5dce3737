package aco

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
)

// uniform generates cities spread evenly.
func uniform(t *testing.T, cities int) *tsp.Instance {
	t.Helper()
	instance, err := tsp.Generate("uniform", cities, 1)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// pair is colonies on a device and their twins in the reference.
type pair struct {
	*deviceColonies
	twin  *reference.Colony // the first
	twins []*reference.Colony
}

func newPair(t *testing.T, device *vk.Device, instance *tsp.Instance, parameters problem.Parameters, rules problem.Rules) pair {
	t.Helper()
	return newPairIn(t, device, instance, parameters, Options{Target: int64(rules.Target), Stall: int(rules.Stall)})
}

// newPairIn is newPair with all options.
func newPairIn(t *testing.T, device *vk.Device, instance *tsp.Instance, parameters problem.Parameters, o Options) pair {
	t.Helper()
	return newPairWithin(t, device, instance, parameters, o, pipeline.LimitsOf(device.Info()))
}

// newPairWithin is newPairIn by narrower limits than the device's own.
func newPairWithin(
	t *testing.T, device *vk.Device, instance *tsp.Instance, parameters problem.Parameters, o Options, limits pipeline.Limits,
) pair {
	t.Helper()
	p, err := problem.New(instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	return newPairOf(t, device, p, o, limits)
}

// newPairOf is newPairWithin of a problem that is prepared.
func newPairOf(t *testing.T, device *vk.Device, p *problem.Problem, o Options, limits pipeline.Limits) pair {
	t.Helper()
	twins, err := reference.Colonies(t.Context(), p, o.rules())
	if err != nil {
		t.Fatal(err)
	}
	recording, err := Recipe(p, o, limits)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newDeviceColonies(t.Context(), device, p, o.rules(), recording, DefaultMaxSubmit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	both := pair{c.(*deviceColonies), twins[0], twins}
	both.clear(t)
	return both
}

// clear zeroes, as in the reference, what stages will write: a device's memory holds anything before.
func (p pair) clear(t *testing.T) {
	t.Helper()
	for _, name := range []string{"weights", "sums", "guide", "others", "tours", "lengths", "amounts", "deposit_tour", "restart_tour"} {
		if !p.run.Has(name) {
			continue
		}
		if err := p.run.Fill(name, 0); err != nil {
			t.Fatal(err)
		}
	}
}

// whole returns a stage in as few slices as it can be cut into.
func (p pair) whole(stage string) []pipeline.Slice { return p.cut(stage, math.MaxUint32) }

// cut returns a stage in slices of so many units, or as many as a dispatch can have.
func (p pair) cut(stage string, units uint32) (slices []pipeline.Slice) {
	for i := 0; i < len(p.passes); i = pipeline.After(p.passes, i) {
		pass := p.passes[i]
		if pass.Stage != stage {
			continue
		}
		most := min(units, pass.Units)
		if pass.MaxUnits > 0 {
			most = min(most, pass.MaxUnits)
		}
		for first := uint32(0); first < pass.Units; first += most {
			slices = append(slices, pipeline.Slice{Pass: i, First: first, Count: min(most, pass.Units-first)})
		}
	}
	return slices
}

// iterate runs an iteration on the device.
func (p pair) iterate(t *testing.T) {
	t.Helper()
	for _, stage := range p.twin.Stages() {
		p.submit(t, p.whole(stage.Name)...)
	}
}

// submit runs any number of slices on the device, some at a time.
func (p pair) submit(t *testing.T, all ...pipeline.Slice) {
	t.Helper()
	const atOnce = 200
	for some := range slices.Chunk(all, atOnce) {
		if err := p.run.Submit(some); err != nil {
			t.Fatal(err)
		}
		if _, err := p.run.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// compare holds every buffer against its twin.
func (p pair) compare(t *testing.T, when string) {
	t.Helper()
	for _, buffer := range p.buffers() {
		p.compareBuffer(t, when, buffer)
	}
}

// twinBuffer is a buffer of the device and what the reference holds for it.
type twinBuffer struct {
	name           string
	words          []uint32
	columns, pitch int // of a row, in words: used and in the device's buffer
}

// buffers returns what the reference holds for the device's buffers, colony after colony.
func (p pair) buffers() []twinBuffer {
	n := p.problem.Cities
	parts, width := problem.GuideParts(n), max(1, p.twin.Lists.Width)
	_, candidates := p.twin.HeuristicTable()
	trails := len(p.twin.Pheromone) / n // of a city
	of := func(words func(*reference.Colony) []uint32) []uint32 {
		var all []uint32
		for _, twin := range p.twins {
			all = append(all, words(twin)...)
		}
		return all
	}
	var buffers []twinBuffer
	for _, b := range []twinBuffer{
		{"distances", p.twin.Distances, n, pitch(n)},
		{"heuristic", p.twin.Heuristic, n, pitch(n)},
		{"neighbours", p.twin.Lists.Cities, width, width},
		{"neighbour_distances", p.twin.Lists.Distances, width, width},
		{"candidate_heuristic", p.twin.CandidateHeuristic, candidates, candidates},
		{"pheromone", of(func(c *reference.Colony) []uint32 { return c.Pheromone }), trails, trailPitch(n, trails)},
		{"tails", of(func(c *reference.Colony) []uint32 { return c.Tails }), 1, 1},
		{"weights", of(func(c *reference.Colony) []uint32 { return c.Weights }), len(p.twin.Weights) / n, trailPitch(n, len(p.twin.Weights)/n)},
		{"sums", p.twin.Sums, n, pitch(n)},
		{"guide", p.twin.Guide, parts, parts},
		{"near", p.twin.Near, problem.NearWords, problem.NearWords},
		{"others", p.twin.Others, 1, 1},
		{"tours", of(func(c *reference.Colony) []uint32 { return c.Tours }), n, n},
		{"lengths", of(func(c *reference.Colony) []uint32 { return words(c.Lengths) }), 2, 2},
		{"amounts", p.twin.Amounts, 1, 1},
		{"best_tour", of(func(c *reference.Colony) []uint32 { return c.BestTour }), n, n},
		{"deposit_tour", of(func(c *reference.Colony) []uint32 { return c.DepositTour }), n, n},
		{"restart_tour", of(func(c *reference.Colony) []uint32 { return c.RestartTour }), n, n},
		{"state", of(func(c *reference.Colony) []uint32 { return c.State.Words() }), problem.StateWords, problem.StateWords},
	} {
		// The device computes distances from coordinates where the reference has no matrix of them.
		if p.run.Has(b.name) && len(b.words) > 0 {
			buffers = append(buffers, b)
		}
	}
	return buffers
}

// trailPitch returns the words of a device's row of so many: rows of matrices are padded, others are not.
func trailPitch(cities, words int) int {
	if words == cities {
		return pitch(cities)
	}
	return words
}

func (p pair) compareBuffer(t *testing.T, when string, b twinBuffer) {
	t.Helper()
	got, err := p.run.Download(b.name)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range b.words {
		row, column := i/b.columns, i%b.columns
		if word := got[row*b.pitch+column]; word != want {
			t.Fatalf("%s: %s[%d][%d] is %d on the device and %d in the reference", when, b.name, row, column, word, want)
		}
	}
}

// upload brings to the device what the twin holds, after a test has changed it there.
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
			if err := p.run.Upload(name, 0, padded); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// runStage runs one stage on both sides, where the recipe has it, and compares everything.
func (p pair) runStage(t *testing.T, name, when string) {
	t.Helper()
	p.submit(t, p.whole(name)...)
	p.runTwin(t, name)
	p.compare(t, when)
}

// runTwin runs one stage of the reference.
func (p pair) runTwin(t *testing.T, name string) {
	t.Helper()
	for _, twin := range p.twins {
		for _, stage := range twin.Stages() {
			if stage.Name == name {
				if err := stage.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// anyTours gives every ant a random tour.
func (p pair) anyTours(random *rand.Rand) {
	n := p.problem.Cities
	for _, twin := range p.twins {
		for ant := range p.problem.Ants {
			for i, city := range random.Perm(n) {
				twin.Tours[ant*n+i] = uint32(city)
			}
		}
	}
}

// anyWord draws words of all magnitudes, from 1 to the largest.
func anyWord(random *rand.Rand) uint32 { return max(1, random.Uint32()>>random.IntN(32)) }

func words(values []uint64) []uint32 {
	var words []uint32
	for _, v := range values {
		words = append(words, uint32(v), uint32(v>>32))
	}
	return words
}
