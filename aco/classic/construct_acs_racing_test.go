package classic_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// racingSteps is ACS whose ants race within each step, with the trail of an edge in one cell.
var racingSteps = classic.ACSCase{model.MemoryMatrix, false, "", classic.DispatchOne}

// TestRacingStepsLoseNoUpdate lets many ants cross few edges. The order of their updates is
// unknown, but all apply the same function: a trail follows from the number of ants that crossed
// its edge.
func TestRacingStepsLoseNoUpdate(t *testing.T) {
	vktest.WithAndWithoutSubgroups(t, testRacingStepsLoseNoUpdate)
}

func testRacingStepsLoseNoUpdate(t *testing.T, device *vk.Device) {
	parameters := racingSteps.Parameters(0)
	parameters.Ants, parameters.Colonies, parameters.Candidates = 150, 2, 5
	parameters.Q0, parameters.LocalRate, parameters.LocalUpdatePeriod = new(0.9), new(0.001), 2
	p := open(t, device, uniform(t, 12), parameters, classic.Options{Kernel: racingSteps.Config()})
	n, pitch := p.Problem.Cities, classic.Pitch(p.Problem.Cities)
	for range 3 {
		p.iterate(t) // raises trails, which updates then change
	}
	trails := p.download(t, "pheromone")
	p.submit(t, p.Whole("construct")...)
	tours, changed := p.download(t, "tours"), 0
	for ant := range parameters.Colonies * parameters.Ants {
		tour := tours[ant*n : (ant+1)*n]
		for step := 2; step <= n; step += 2 {
			from, to := int(tour[step-1]), int(tour[step%n])
			cell := (ant/parameters.Ants*n+min(from, to))*pitch + max(from, to)
			decay, _ := bits.Mul32(trails[cell]-p.Problem.Trail.Initial, p.Problem.ACS.Local)
			trails[cell] -= decay
			if decay > 0 {
				changed++
			}
		}
	}
	for cell, trail := range p.download(t, "pheromone") {
		if trail != trails[cell] {
			t.Errorf("cell %d has trail %d; with all updates it is %d", cell, trail, trails[cell])
		}
	}
	if changed < 100 {
		t.Errorf("only %d updates changed a trail", changed)
	}
}

// TestRacingStepsFollowReference compares the tours of racing ants with those of the reference,
// whose ants make each step one after the other. The colonies of a run are independent samples,
// like runs with different seeds: each has random numbers of its own, and they exchange no tours.
//
// If both have the same distribution, the difference of the mean lengths is almost normal, with the
// standard error of two independent samples; equal random numbers make it no larger. It is above
// four standard errors in one of 15,000 tests. With the local rate of the test, these are 2.5% of
// the length; without local updates tours are 9% shorter.
func TestRacingStepsFollowReference(t *testing.T) {
	testkind.Whole(t)
	const colonies = 20
	parameters := racingSteps.Parameters(0)
	parameters.Ants, parameters.LocalRate = 0, new(0.1) // as many ants as cities
	parameters.Colonies, parameters.Topology = colonies, model.TopologyNone
	device := vktest.Open(t)
	problem := must.Get(model.New(t.Context(), uniform(t, 40), parameters))(t)
	problem.StepByStep = true
	p := openProblem(t, device, problem, classic.Options{Kernel: racingSteps.Config()}, pipeline.LimitsOf(device.Info()))
	for range 5 {
		p.iterate(t)
	}
	var raced, sequential []float64 // mean lengths of the last iteration, by colony
	lengths := p.download(t, "lengths")
	for i, ref := range p.References {
		for range 5 {
			must.Do(t, ref.Iterate(t.Context()))
		}
		var all []uint64
		for ant := range problem.Ants {
			low := 2 * (i*problem.Ants + ant)
			all = append(all, uint64(lengths[low])|uint64(lengths[low+1])<<32)
		}
		raced, sequential = append(raced, mean(all)), append(sequential, mean(ref.Lengths))
	}
	difference := mean(raced) - mean(sequential)
	limit := 4 * math.Sqrt((variance(raced)+variance(sequential))/colonies)
	t.Logf("mean lengths: reference %.0f, device %.0f, limit of the difference %.0f", mean(sequential), mean(raced), limit)
	if math.Abs(difference) > limit {
		t.Errorf("the mean length of the device differs from the reference's by %.0f, more than %.0f", difference, limit)
	}
}

// TestRacingAntsMakeTours checks racing ants: each makes a valid tour, lengths are right, and
// trails stay within their bounds.
func TestRacingAntsMakeTours(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testRacingAntsMakeTours)
}

func testRacingAntsMakeTours(t *testing.T, device *vk.Device) {
	for i, s := range classic.ACSCases {
		if s.Synchronous || testing.Short() && i%3 > 0 {
			continue
		}
		parameters := s.Parameters(0)
		parameters.Ants, parameters.Colonies = 70, 2
		p := open(t, device, uniform(t, 60), parameters, classic.Options{Kernel: s.Config()})
		for range 5 {
			p.iterate(t)
		}
		p.submit(t, p.Whole("construct")...)
		p.submit(t, p.Whole("evaluate")...)
		checkRace(t, p, s)
	}
}

// checkRace checks the properties that do not depend on the order of updates.
func checkRace(t *testing.T, p both, s classic.ACSCase) {
	t.Helper()
	of := func(name string) []uint32 { return p.download(t, name) }
	n, tours, lengths, best, states := p.Problem.Cities, of("tours"), of("lengths"), of("best_tour"), of("state")
	check := func(words []uint32, length uint64, what string) {
		tour := make(tsp.Tour, n)
		for i, city := range words {
			tour[i] = int32(city)
		}
		if err := tour.Validate(n); err != nil {
			t.Fatalf("%s: %s: %v", s, what, err)
		}
		if want := p.Problem.Length(tour); length != want {
			t.Fatalf("%s: %s reports length %d, verified length %d", s, what, length, want)
		}
	}
	for ant := range p.Problem.Colonies * p.Problem.Ants {
		check(tours[ant*n:(ant+1)*n], uint64(lengths[2*ant])|uint64(lengths[2*ant+1])<<32, fmt.Sprint("ant ", ant))
	}
	maxTrail := p.Problem.Trail.Initial
	for colony := range p.Problem.Colonies {
		state := model.StateOf(states[colony*model.StateWords:][:model.StateWords])
		check(best[colony*n:(colony+1)*n], state.BestLength, fmt.Sprint("the best of colony ", colony))
		// The upper bound is the trail of an edge that is in the best tour in all iterations.
		maxTrail = max(maxTrail, uint32((uint64(p.Problem.Trail.Amount(state.BestLength))+1)<<32/uint64(
			p.Problem.ACS.Global)))
	}
	for i, trail := range of("pheromone") {
		if s.Memory == model.MemorySelective && i%2 == 0 {
			if city := trail; city != model.NoCity && city >= uint32(n) {
				t.Fatalf("%s: a record has city %d of %d", s, city, n)
			}
		} else if trail < p.Problem.Trail.Initial || trail > maxTrail {
			t.Fatalf("%s: a trail is %d, the limits are %d and %d", s, trail, p.Problem.Trail.Initial, maxTrail)
		}
	}
}

func mean[T uint64 | float64](values []T) (sum float64) {
	for _, v := range values {
		sum += float64(v)
	}
	return sum / float64(len(values))
}

func variance(values []float64) (sum float64) {
	for _, v := range values {
		sum += (v - mean(values)) * (v - mean(values))
	}
	return sum / float64(len(values)-1)
}
