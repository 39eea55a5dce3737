package classic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// localSearch is the local search alone, on a device and in the reference.
type localSearch struct {
	problem *model.Problem
	lists   model.NeighbourLists
	pass    pipeline.Pass
	run     *pipeline.Run
	tours   []uint32 // of all ants
	lengths []uint64
}

// searchParameters returns parameters with two colonies of five ants.
func searchParameters(search model.LocalSearch) model.Parameters {
	return model.Parameters{
		Algorithm: model.AlgorithmMMAS, Ants: 5, Colonies: 2, Alpha: 1, Beta: 2, Rho: 0.2, LocalSearch: search,
		Neighbours: 12,
	}
}

func newLocalSearch(
	t *testing.T, device *vk.Device, instance *tsp.Instance, parameters model.Parameters, config KernelConfig,
	limits pipeline.Limits,
) *localSearch {
	t.Helper()
	p, err := model.New(t.Context(), instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	improve, err := newImproveLaunch(p, config, limits)
	if err != nil {
		t.Fatal(err)
	}
	return startLocalSearch(t, device, p, instance, config, improve, limits)
}

// startLocalSearch starts the local search with given sizes.
func startLocalSearch(
	t *testing.T, device *vk.Device, p *model.Problem, instance *tsp.Instance, config KernelConfig,
	improve improveLaunch, limits pipeline.Limits,
) *localSearch {
	t.Helper()
	passes, err := improvePasses(p, config, launchConfig{improve: improve})
	if err != nil {
		t.Fatal(err)
	}
	limits.ChooseShaders(passes)
	pipeline.SetConstants(passes, p.Plane.Constants())
	run, err := pipeline.Start(t.Context(), device, pipeline.Recording{Buffers: buffers(p, passes),
		Values: values(p, model.StopRules{}), Passes: passes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	s := &localSearch{pass: passes[0], run: run}
	s.setInstance(t, instance, p.Parameters)
	return s
}

// setInstance changes to another instance with the same number of cities.
func (s *localSearch) setInstance(t *testing.T, instance *tsp.Instance, parameters model.Parameters) {
	t.Helper()
	p, err := model.New(t.Context(), instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	if s.lists, err = model.NewNeighbourLists(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	s.problem = p
	s.tours, s.lengths = make([]uint32, p.Colonies*p.Ants*p.Cities), make([]uint64, p.Colonies*p.Ants)
	s.uploadProblem(t)
}

func (s *localSearch) upload(t *testing.T, name string, words []uint32) {
	t.Helper()
	if err := s.run.Upload(name, 0, words); err != nil {
		t.Fatal(err)
	}
}

func (s *localSearch) uploadProblem(t *testing.T) {
	t.Helper()
	p := s.problem
	if s.run.HasBuffer("coordinates") {
		s.upload(t, "coordinates", p.Plane.Coordinates())
	} else {
		distances := make([]uint32, p.Cities*Pitch(p.Cities))
		for i := range p.Cities {
			for j := range p.Cities {
				if i != j {
					distances[i*Pitch(p.Cities)+j] = p.Distance(uint32(i), uint32(j))
				}
			}
		}
		s.upload(t, "distances", distances)
	}
	s.upload(t, "neighbours", s.lists.Cities)
	s.upload(t, "neighbour_distances", s.lists.Distances)
	s.uploadStates(t, model.Running, model.Running)
}

func (s *localSearch) uploadStates(t *testing.T, stops ...model.StopCode) {
	t.Helper()
	var states []uint32
	for _, stop := range stops {
		states = append(states, model.State{Stop: stop}.Words()...)
	}
	s.upload(t, "state", states)
}

func (s *localSearch) tour(ant int) []uint32 {
	return s.tours[ant*s.problem.Cities : (ant+1)*s.problem.Cities]
}

// begin gives every ant a random tour. It fills the buffers that the device initialises with
// invalid words.
func (s *localSearch) begin(t *testing.T, random *rand.Rand) {
	t.Helper()
	for ant := range s.lengths {
		s.lengths[ant] = 0
		tour := s.tour(ant)
		for i, city := range random.Perm(s.problem.Cities) {
			tour[i] = uint32(city)
		}
		for i, city := range tour {
			s.lengths[ant] += uint64(s.problem.Distance(city, tour[(i+1)%len(tour)]))
		}
	}
	s.upload(t, "tours", s.tours)
	s.upload(t, "lengths", words(s.lengths))
	for _, name := range []string{"searches", "positions"} {
		if s.run.HasBuffer(name) {
			if err := s.run.Fill(name, 0xdeadbeef); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// search runs a number of rounds on the device, in slices of random sizes.
func (s *localSearch) search(t *testing.T, random *rand.Rand, rounds uint32) {
	t.Helper()
	var all []pipeline.Slice
	for first := uint32(0); first < rounds; {
		count := min(rounds-first, 1+random.Uint32N(1+first)) // slices grow: searches end long before their last round
		if s.pass.MaxUnits > 0 {
			count = min(count, s.pass.MaxUnits)
		}
		all = append(all, pipeline.Slice{First: first, Count: count})
		first += count
	}
	const maxSlices = 200 // package pipeline allows 512
	for chunk := range slices.Chunk(all, maxSlices) {
		if err := s.run.Submit(chunk); err != nil {
			t.Fatal(err)
		}
		if _, err := s.run.Wait(); err != nil {
			t.Fatal(err)
		}
	}
}

// improveReference improves the tours of ants in the reference.
func (s *localSearch) improveReference(ants ...int) {
	for _, ant := range ants {
		s.lengths[ant] -= reference.Improve(s.problem, s.lists, s.tour(ant))
	}
}

func (s *localSearch) compare(t *testing.T) {
	t.Helper()
	for name, want := range map[string][]uint32{"tours": s.tours, "lengths": words(s.lengths)} {
		got, err := s.run.Download(name)
		if err != nil {
			t.Fatal(err)
		}
		if difference := cmp.Diff(want, got); difference != "" {
			t.Fatalf("%s in the reference (-) and on the device (+):\n%.2000s", name, difference)
		}
	}
}

func (s *localSearch) ants() []int {
	all := make([]int, len(s.lengths))
	for i := range all {
		all[i] = i
	}
	return all
}

// check compares a search from random tours with the reference.
func (s *localSearch) check(t *testing.T, random *rand.Rand) {
	t.Helper()
	s.begin(t, random)
	s.search(t, random, s.pass.Units)
	s.improveReference(s.ants()...)
	s.compare(t)
}

// words returns 64-bit numbers as pairs of words, low word first.
func words(values []uint64) []uint32 {
	var words []uint32
	for _, v := range values {
		words = append(words, uint32(v), uint32(v>>32))
	}
	return words
}
