package classic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// acsShort has the instances of short tests, by case. Each pipeline takes seconds to compile.
var acsShort = []string{"clustered-60-60", "asymmetric", "uniform-31-31", "uniform-513-513", "uniform-32-32",
	"uniform-7-7", "uniform-33-33"}

// TestACSEqualsReference compares all buffers after every stage of some iterations, with one
// colony and with three.
func TestACSEqualsReference(t *testing.T) {
	testkind.ComparesStage(t)
	vktest.WithAndWithoutSubgroups(t, testACSEqualsReference)
}

func testACSEqualsReference(t *testing.T, device *vk.Device) {
	for name, instance := range testInstances(t, 4*classic.MaxAntGroup) {
		for i, s := range classic.ACSCases {
			if (i+instance.Dimension())%3 > 0 && instance.Dimension() > 5 {
				continue // a third of them is enough
			}
			if testing.Short() && name != acsShort[i] {
				continue
			}
			t.Run(fmt.Sprint(name, " ", s), func(t *testing.T) {
				parameters := s.Parameters(40)
				k := i/2 + instance.Dimension() // not i, which says what the case is
				parameters.Candidates = []int{32, 5, 1}[k%3]
				parameters.Colonies = 1 + 2*(i/2%2)
				parameters.Q0 = new([]float64{0, 0.5, 0.9, 1}[(i+instance.Dimension())%4])
				parameters.LocalUpdatePeriod = 1 + k/2%2
				parameters.Beta = []float64{3, 2.7}[k%2]
				parameters.LocalRate, parameters.Rho = new([]float64{0.3, 0.3, 0}[k%3]), 0.4
				p := open(t, device, instance, parameters,
					classic.Options{Kernel: s.Config()})
				iterations := 4
				if p.Problem.Cities > 100 {
					iterations = 1
				}
				for i := range iterations {
					for _, stage := range p.reference.Stages() {
						if p.reference.State.Stop != model.Running {
							return // a tour of length 0 cannot be improved
						}
						p.runStage(t, stage.Name, fmt.Sprintf("iteration %d, after %s", i, stage.Name))
					}
				}
			})
		}
	}
}

// TestACSRecordsHaveAnEdgeTwice compares constructions from records that have an edge at two
// places, with different trails. Racing ants leave such records. The first place counts.
func TestACSRecordsHaveAnEdgeTwice(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testACSRecordsHaveAnEdgeTwice)
}

func testACSRecordsHaveAnEdgeTwice(t *testing.T, device *vk.Device) {
	random := rand.New(rand.NewPCG(11, 0))
	for _, synchronous := range []bool{false, true} {
		parameters := classic.ACSCase{model.MemorySelective, synchronous, "", ""}.Parameters(9)
		parameters.LocalRate, parameters.Candidates = new(0.3), 8
		p := openWithRules(t, device, uniform(t, 40), parameters, model.StopRules{})
		ref := p.reference
		for city := range p.Problem.Cities {
			list, _ := ref.Lists.Of(uint32(city))
			record := ref.Pheromone[city*model.RecordWords:][:model.RecordWords]
			for place, k := range random.Perm(model.SelectiveTrails) {
				record[2*place], record[2*place+1] = list[k/2], p.Problem.Trail.Initial*uint32(1+random.IntN(200))
			}
		}
		p.upload(t, "pheromone")
		p.runStage(t, "construct", fmt.Sprint("synchronous ", synchronous))
	}
}

// TestACSWithLocalSearch compares ACS with a local search. The search must shorten the tour.
func TestACSWithLocalSearch(t *testing.T) {
	testkind.Whole(t)
	for _, s := range []classic.ACSCase{classic.ACSCases[0], racingSteps} {
		parameters := s.Parameters(7)
		parameters.Colonies, parameters.LocalSearch, parameters.LocalSearchAnts, parameters.Neighbours = 2, model.Search2OptOr, model.LocalSearchBestAnt, 9
		p := open(t, vktest.Open(t), uniform(t, 60), parameters, classic.Options{Kernel: s.Config()})
		for i := range 3 {
			for _, stage := range p.reference.Stages() {
				p.runStage(t, stage.Name, fmt.Sprintf("%s, iteration %d, after %s", s, i, stage.Name))
			}
		}
		if before := p.Problem.StartLength; p.reference.State.BestLength >= before {
			t.Errorf("%s: the best length is %d, the nearest-neighbour tour's %d", s, p.reference.State.BestLength, before)
		}
	}
}

// TestACSInSlices shows that neither the slices of an iteration nor the size of work-groups
// changes a result. Colonies that stall stop.
func TestACSInSlices(t *testing.T) {
	testkind.Whole(t)
	vktest.WithAndWithoutSubgroups(t, testACSInSlices)
}

func testACSInSlices(t *testing.T, device *vk.Device) {
	for i, s := range classic.ACSCases {
		for j, config := range []classic.KernelConfig{{AntGroup: 1}, {AntGroup: 64, Dispatch: classic.DispatchOne}, {AntGroup: 1024, Distances: classic.DistancesCoordinates}} {
			if testing.Short() && j != i%3 {
				continue
			}
			parameters := s.Parameters(9)
			parameters.Candidates, parameters.Colonies, parameters.Seed = 6, 3, classic.LongSeed
			config.AntData = s.Data
			if s.Dispatch != "" || s.Data == classic.AntDataShared && s.Memory == model.MemoryMatrix {
				config.Dispatch = s.Dispatch
			}
			p := open(t, device, uniform(t, 50), parameters, classic.Options{Kernel: config,
				Rules: engine.Rules{Stall: 2}})
			for k := range 6 {
				p.submitInSlices(t, []uint32{1, 3, 7, 49}[(i+k)%4])
				for _, ref := range p.References {
					if err := ref.Iterate(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			}
			p.compare(t, fmt.Sprintf("%s %+v", s, config))
		}
	}
}

// TestACSLongTours has tours with more loop iterations than some drivers allow in a dispatch:
// several dispatches make them.
func TestACSLongTours(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for i, s := range classic.ACSCases {
		if testing.Short() && i%3 > 0 {
			continue
		}
		parameters := s.Parameters(2)
		parameters.Candidates = 2 // ants often visit all of them and read the other cities
		p := open(t, device, uniform(t, 1500), parameters,
			classic.Options{Kernel: s.Config()})
		for _, stage := range p.reference.Stages() {
			p.submit(t, p.Whole(stage.Name)...)
			if err := stage.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		p.compare(t, s.String())
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
