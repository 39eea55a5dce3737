package aco

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// searching is the local search alone, on a device and in the reference.
type searching struct {
	problem *problem.Problem
	lists   problem.Lists
	pass    pipeline.Pass
	run     *pipeline.Run
	tours   []uint32 // of all ants
	lengths []uint64
}

// searchParameters are those of five ants in each of two colonies.
func searchParameters(search problem.LocalSearch) problem.Parameters {
	return problem.Parameters{
		Algorithm: problem.AlgorithmMMAS, Ants: 5, Colonies: 2, Alpha: 1, Beta: 2, Rho: 0.2, LocalSearch: search, Neighbours: 12,
	}
}

func newSearching(
	t *testing.T, device *vk.Device, instance *tsp.Instance, parameters problem.Parameters, form Form, limits pipeline.Limits,
) *searching {
	t.Helper()
	p, err := problem.New(instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	improve, err := improveShapeOf(p, form, limits)
	if err != nil {
		t.Fatal(err)
	}
	passes, err := improvePasses(p, form, shape{improve: improve})
	if err != nil {
		t.Fatal(err)
	}
	if err := setPlane(p, passes); err != nil {
		t.Fatal(err)
	}
	run, err := pipeline.Start(device, pipeline.Recording{Buffers: buffers(p, passes), Values: values(p, problem.Rules{}), Passes: passes})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	s := &searching{pass: passes[0], run: run}
	s.use(t, instance, parameters)
	return s
}

// use goes over to an instance of as many cities.
func (s *searching) use(t *testing.T, instance *tsp.Instance, parameters problem.Parameters) {
	t.Helper()
	p, err := problem.New(instance, parameters)
	if err != nil {
		t.Fatal(err)
	}
	if s.lists, err = problem.NewLists(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	s.problem = p
	s.tours, s.lengths = make([]uint32, p.Colonies*p.Ants*p.Cities), make([]uint64, p.Colonies*p.Ants)
	s.uploadProblem(t)
}

func (s *searching) upload(t *testing.T, name string, words []uint32) {
	t.Helper()
	if err := s.run.Upload(name, 0, words); err != nil {
		t.Fatal(err)
	}
}

func (s *searching) uploadProblem(t *testing.T) {
	t.Helper()
	p := s.problem
	if s.run.Has("coordinates") {
		s.upload(t, "coordinates", p.Coordinates())
	} else {
		distances := make([]uint32, p.Cities*pitch(p.Cities))
		for i := range p.Cities {
			for j := range p.Cities {
				if i != j {
					distances[i*pitch(p.Cities)+j] = p.Distance(uint32(i), uint32(j))
				}
			}
		}
		s.upload(t, "distances", distances)
	}
	s.upload(t, "neighbours", s.lists.Cities)
	s.upload(t, "neighbour_distances", s.lists.Distances)
	s.uploadStates(t, problem.Running, problem.Running)
}

func (s *searching) uploadStates(t *testing.T, stops ...problem.Stop) {
	t.Helper()
	var states []uint32
	for _, stop := range stops {
		states = append(states, problem.State{Stop: stop}.Words()...)
	}
	s.upload(t, "state", states)
}

func (s *searching) tour(ant int) []uint32 {
	return s.tours[ant*s.problem.Cities : (ant+1)*s.problem.Cities]
}

// begin gives every ant a random tour, and fills with anything what the device is to begin with by itself.
func (s *searching) begin(t *testing.T, random *rand.Rand) {
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
		if s.run.Has(name) {
			if err := s.run.Fill(name, 0xdeadbeef); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// search makes so many rounds on the device, in pieces that are drawn.
func (s *searching) search(t *testing.T, random *rand.Rand, rounds uint32) {
	t.Helper()
	var slices []pipeline.Slice
	for first := uint32(0); first < rounds; {
		count := min(rounds-first, 1+random.Uint32N(1+rounds/2))
		if s.pass.MaxUnits > 0 {
			count = min(count, s.pass.MaxUnits)
		}
		slices = append(slices, pipeline.Slice{First: first, Count: count})
		first += count
	}
	const atOnce = 200
	for len(slices) > 0 {
		some := slices[:min(atOnce, len(slices))]
		if err := s.run.Submit(some); err != nil {
			t.Fatal(err)
		}
		if _, err := s.run.Wait(); err != nil {
			t.Fatal(err)
		}
		slices = slices[len(some):]
	}
}

// improveTwin improves the tours of ants in the reference.
func (s *searching) improveTwin(ants ...int) {
	for _, ant := range ants {
		s.lengths[ant] -= reference.Improve(s.problem, s.lists, s.tour(ant))
	}
}

func (s *searching) compare(t *testing.T) {
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

func (s *searching) ants() []int {
	all := make([]int, len(s.lengths))
	for i := range all {
		all[i] = i
	}
	return all
}

// weighted draws a matrix.
func weighted(kind tsp.Kind, cities int, draw func() int32) *tsp.Instance {
	instance := &tsp.Instance{Name: "drawn", Kind: kind, Metric: tsp.Explicit, Weights: make([]int32, cities*cities)}
	for i := range cities {
		for j := range cities {
			switch {
			case kind == tsp.TSP && j < i:
				instance.Weights[i*cities+j] = instance.Weights[j*cities+i]
			case j != i:
				instance.Weights[i*cities+j] = draw()
			}
		}
	}
	return instance
}

func generated(t *testing.T, kind string, cities int) *tsp.Instance {
	t.Helper()
	instance, err := tsp.Generate(kind, cities, 3)
	if err != nil {
		t.Fatal(err)
	}
	return instance
}

// check makes the same search on the device and in the reference, from random tours.
func (s *searching) check(t *testing.T, random *rand.Rand) {
	t.Helper()
	s.begin(t, random)
	s.search(t, random, s.pass.Units)
	s.improveTwin(s.ants()...)
	s.compare(t)
}

// On a device the local search makes the same tours as in the reference, wherever it is cut and wherever the tour is.
func TestImprove(t *testing.T) {
	device := vktest.Open(t)
	limits := pipeline.LimitsOf(device.Info())
	random := rand.New(rand.NewPCG(41, 0))
	const cities = 50
	nearlyLargest := func() int32 { return 1<<31 - 1 - random.Int32N(1<<random.IntN(31)) }
	instances := map[tsp.Kind][]*tsp.Instance{
		tsp.TSP: {
			generated(t, "uniform", cities), generated(t, "clustered", cities), generated(t, "grid", cities),
			weighted(tsp.TSP, cities, func() int32 { return 7 }), weighted(tsp.TSP, cities, func() int32 { return 0 }),
			weighted(tsp.TSP, cities, nearlyLargest),
		},
		tsp.ATSP: {weighted(tsp.ATSP, cities, func() int32 { return random.Int32N(1000) }), weighted(tsp.ATSP, cities, nearlyLargest)},
	}
	for _, search := range problem.LocalSearches[1:] {
		for kind, some := range instances {
			if kind == tsp.ATSP && search.Exchanges().Two && !search.Exchanges().Three {
				continue
			}
			for _, data := range AntDataForms {
				t.Run(fmt.Sprint(kind, " ", search, " ", data), func(t *testing.T) {
					s := newSearching(t, device, some[0], searchParameters(search), Form{AntData: data}, limits)
					for _, instance := range some {
						s.use(t, instance, searchParameters(search))
						s.check(t, random)
					}
				})
			}
		}
	}
}

// It does so with few cities.
func TestImproveFewCities(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(42, 0))
	for _, cities := range []int{3, 4, 5, 7, 8, 9} {
		for _, kind := range []tsp.Kind{tsp.TSP, tsp.ATSP} {
			instance := weighted(kind, cities, func() int32 { return random.Int32N(10) })
			newSearching(t, device, instance, searchParameters(problem.Search3Opt), Form{}, pipeline.LimitsOf(device.Info())).check(t, random)
		}
	}
}

// Distances may be computed, and the work-group may be small: fewer subgroups than cities of a round.
func TestImproveForms(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(43, 0))
	for _, c := range []struct {
		form      Form
		subgroups uint32
	}{
		{Form{AntData: AntDataShared}, 1},
		{Form{AntData: AntDataDevice}, 2},
		{Form{AntData: AntDataShared, Distances: DistancesCoordinates}, 8},
		{Form{AntData: AntDataDevice, Distances: DistancesCoordinates}, 8},
	} {
		limits := pipeline.LimitsOf(device.Info())
		limits.GroupSize = min(limits.GroupSize, c.subgroups*limits.SubgroupSize)
		parameters := searchParameters(problem.Search3Opt)
		parameters.Neighbours = 6 // with more, a round of computed distances takes too many turns of the smallest subgroups
		newSearching(t, device, generated(t, "uniform", 40), parameters, c.form, limits).check(t, random)
	}
}

// Of each colony the shortest tour alone may be improved, and of a colony that has stopped none.
func TestImproveBestOnly(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(44, 0))
	for _, ants := range problem.SearchAntsAll {
		parameters := searchParameters(problem.Search2OptOr)
		parameters.Ants, parameters.Colonies, parameters.LocalSearchAnts = 7, 3, ants
		s := newSearching(t, device, generated(t, "uniform", 60), parameters, Form{}, pipeline.LimitsOf(device.Info()))
		s.uploadStates(t, problem.Running, problem.Stalled, problem.Running)
		s.begin(t, random)
		copy(s.tour(5), s.tour(2)) // ants 2 and 5 of the first colony are equally good
		s.lengths[5] = s.lengths[2]
		s.upload(t, "tours", s.tours)
		s.upload(t, "lengths", words(s.lengths))
		s.search(t, random, s.pass.Units)
		for _, colony := range []int{0, 2} {
			first := colony * parameters.Ants
			if ants == problem.SearchAll {
				s.improveTwin(s.ants()[first : first+parameters.Ants]...)
				continue
			}
			best := first
			for ant := first; ant < first+parameters.Ants; ant++ {
				if s.lengths[ant] < s.lengths[best] {
					best = ant
				}
			}
			s.improveTwin(best)
		}
		s.compare(t)
	}
}

// What does not fit is refused with the reason; where nothing is asked for, the tour is where it fits.
func TestImproveRefuses(t *testing.T) {
	parameters := searchParameters(problem.Search3Opt)
	p, err := problem.Outline(generated(t, "uniform", 20_000), parameters)
	if err != nil {
		t.Fatal(err)
	}
	limits := pipeline.Limits{GroupSize: 1024, SharedBytes: 48 << 10, SubgroupSize: 32, SmallestSubgroup: 32}
	var refused *problem.Error
	if _, err := improveShapeOf(p, Form{AntData: AntDataShared}, limits); !errors.As(err, &refused) || !strings.Contains(err.Error(), "the device has 48.0 KiB") {
		t.Errorf("20000 cities in 48 KiB: %v", err)
	}
	for cities, shared := range map[int]bool{20_000: false, 10_900: true, 3000: true} {
		if p, err = problem.Outline(generated(t, "uniform", cities), parameters); err != nil {
			t.Fatal(err)
		}
		if s, err := improveShapeOf(p, Form{}, limits); err != nil || s.shared != shared {
			t.Errorf("%d cities: %+v, %v", cities, s, err)
		}
	}
	limits.SharedBytes = 1 << 10
	if _, err := improveShapeOf(p, Form{}, limits); !errors.As(err, &refused) {
		t.Errorf("1 KiB of shared memory: %v", err)
	}
	parameters.LocalSearch = problem.Search2Opt
	if _, err := problem.Outline(weighted(tsp.ATSP, 9, func() int32 { return 1 }), parameters); !errors.As(err, &refused) || !strings.Contains(err.Error(), "oropt") {
		t.Errorf("2opt of an asymmetric instance: %v", err)
	}
}
