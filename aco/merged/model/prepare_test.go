package model

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// matrix returns the distances of an instance as a matrix.
func matrix(in *tsp.Instance) *tsp.Instance {
	n := in.Dimension()
	explicit := &tsp.Instance{Name: "matrix", Kind: in.Kind, Metric: tsp.Explicit, Weights: make([]int32, n*n)}
	for i := range n {
		for j := range n {
			explicit.Weights[i*n+j] = int32(in.Distance(i, j))
		}
	}
	return explicit
}

func TestPreparedModel(t *testing.T) {
	globe := tsptest.Generate(t, "uniform", 50, 5)
	globe.Metric = tsp.GEO
	for i := range globe.X {
		globe.X[i], globe.Y[i] = globe.X[i]/1e6*80, globe.Y[i]/1e6*170
	}
	space := tsptest.Generate(t, "clustered", 200, 5)
	space.Metric, space.Z = tsp.EUC3D, tsptest.Generate(t, "uniform", 200, 6).X
	for name, instance := range map[string]*tsp.Instance{
		"smallest": tsptest.Generate(t, "uniform", MinCities, 5), "uniform": tsptest.Generate(t, "uniform", 1000, 5), "clustered": tsptest.Generate(t, "clustered", 500, 5),
		"globe": globe, "matrix": matrix(tsptest.Generate(t, "uniform", 60, 5)), "space": space,
		"one place in space": {Kind: tsp.TSP, Metric: tsp.EUC3D, X: make([]float64, 9), Y: make([]float64, 9), Z: make([]float64, 9)},
		"poles":              {Kind: tsp.TSP, Metric: tsp.GEO, X: slices.Repeat([]float64{90, -90}, 4), Y: slices.Repeat([]float64{-180, 180, 0, 77}, 2)},
		"zeros":              {Kind: tsp.TSP, Metric: tsp.Explicit, Weights: make([]int32, 13*13)},
	} {
		t.Run(name, func(t *testing.T) {
			m := must.Get(New(t.Context(), instance, Parameters{Seed: 1<<32 + 5}))(t)
			n := instance.Dimension()
			if !m.IsTour(m.StartTour) {
				t.Fatal("the first tour is not a tour")
			}
			tour := m.ToCaller(m.StartTour)
			length, err := verify.Tour(instance, tour)
			if err != nil || uint64(length) != m.StartLength || m.LengthOf(m.StartTour) != m.StartLength {
				t.Errorf("the first tour has length %d, in the model %d: %v", length, m.StartLength, err)
			}
			if !slices.Equal(m.FromCaller(tour), m.StartTour) {
				t.Error("renumbering a tour and back changes it")
			}
			if len(m.Candidates) != n*m.Width || m.Width != min(recommendedWidth, n-1) || m.Seed != 1<<32+5 {
				t.Errorf("%d candidates of width %d, seed %d", len(m.Candidates), m.Width, m.Seed)
			}
			for range 100 {
				a, b := rand.IntN(n), rand.IntN(n)
				if got, want := m.Distance(uint32(a), uint32(b)), instance.Distance(int(m.Order[a]), int(m.Order[b])); got != want {
					t.Fatalf("the distance of cities %d and %d is %d, want %d", a, b, got, want)
				}
			}
		})
	}
}

// prepared returns a model with an initial tour.
func prepared(t *testing.T, instance *tsp.Instance, initial tsp.Tour) *Model {
	t.Helper()
	m := must.Get(NewUnprepared(instance, Parameters{}))(t)
	must.Do(t, m.Prepare(t.Context(), initial))
	return m
}

// A tour as short as the greedy one is the start tour. A random tour is not, unless StartFrom sets
// it.
func TestInitialTour(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 100, 5)
	cold, err := New(t.Context(), instance, Parameters{})
	if err != nil {
		t.Fatal(err)
	}
	tour := make(tsp.Tour, 100)
	for place, city := range rand.New(rand.NewPCG(1, 2)).Perm(100) {
		tour[place] = int32(city)
	}
	greedy := cold.ToCaller(cold.StartTour)
	slices.Reverse(greedy) // which keeps its length
	m := prepared(t, instance, greedy)
	if !slices.Equal(m.ToCaller(m.StartTour), greedy) || m.StartLength != cold.StartLength || m.StartKind != StartInitial {
		t.Error("the start tour is not the initial one")
	}
	m = prepared(t, instance, tour)
	if !slices.Equal(m.StartTour, cold.StartTour) || m.StartKind != StartGreedy {
		t.Error("the start tour is longer than the greedy one")
	}
	m.StartFrom(tour)
	if !slices.Equal(m.ToCaller(m.StartTour), tour) || m.StartLength != uint64(tour.Length(instance)) || m.StartKind != StartInitial {
		t.Error("StartFrom has not set the start tour")
	}
	for name, wrong := range map[string]tsp.Tour{"short": tour[1:], "twice": append(tour[1:len(tour):len(tour)], tour[1]), "empty": {}} {
		if m, err = NewUnprepared(instance, Parameters{}); err != nil {
			t.Fatal(err)
		}
		var refused *option.Error
		if err := m.Prepare(t.Context(), wrong); !errors.As(err, &refused) {
			t.Errorf("%s: invalid initial tour: error %v", name, err)
		}
	}
}

func TestNewUnpreparedRefuses(t *testing.T) {
	uniform := tsptest.Generate(t, "uniform", 20, 5)
	asymmetric := matrix(uniform)
	asymmetric.Kind = tsp.ATSP
	far := tsptest.Generate(t, "uniform", 20, 5)
	far.X[3] = MaxDistance + 1e6
	heavy := matrix(uniform)
	heavy.Weights[1], heavy.Weights[20] = MaxDistance+1, MaxDistance+1
	for _, c := range []struct {
		instance   *tsp.Instance
		parameters Parameters
		want       string
	}{
		{asymmetric, Parameters{}, "asymmetric"},
		{tsptest.Generate(t, "uniform", MinCities-1, 5), Parameters{}, "set Method to mmas"},
		{far, Parameters{}, "set Method to mmas"},
		{heavy, Parameters{}, "set Method to mmas"},
		{uniform, Parameters{Ants: MaxAnts + 1}, "Ants"},
		{uniform, Parameters{Colonies: -1}, "Colonies"},
		{tsptest.Generate(t, "uniform", MaxCities/MaxColonies+1, 5), Parameters{Colonies: MaxColonies}, "Colonies"},
		{uniform, Parameters{Candidates: MaxWidth + 1}, "Candidates"},
		{tsptest.Generate(t, "uniform", 9, 5), Parameters{Candidates: MaxWidth + 1}, "Candidates"},
		{uniform, Parameters{Kick: MaxKick + 1}, "Kick"},
		{uniform, Parameters{Temperature: -1}, "Temperature"},
	} {
		_, err := NewUnprepared(c.instance, c.parameters)
		var refused *option.Error
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.parameters, err, c.want)
		}
	}
}

// Claim keys distinguish a gain of 64 mean edges from the next larger step. If edges are short,
// they distinguish all gains.
func TestGainShift(t *testing.T) {
	for _, mean := range []uint64{0, 1, 100, 767, 768, 10_000, 3_000_000} {
		shift := claimShift(1000*mean, 1000)
		m := Model{Ants: 1 << 16, ClaimShift: shift}
		if gain := int32(64 * mean); m.ClaimKey(gain, 0) == m.ClaimKey(gain+1<<shift, 0) {
			t.Errorf("mean edge %d: shift %d, equal keys at a gain of 64 mean edges", mean, shift)
		}
		if mean < 768 && shift != 0 || shift > 0 && 64*mean>>(shift-1) <= 49151 {
			t.Errorf("mean edge %d: shift %d", mean, shift)
		}
	}
}

// Recommended parameters depend on the number of cities: with more cities there are fewer colonies
// and longer kicks.
func TestRecommended(t *testing.T) {
	last := Recommended(MinCities)
	if last.Ants != minAnts || last.Candidates != MinCities-1 {
		t.Errorf("%d cities: %+v", MinCities, last)
	}
	for _, cities := range []int{9, 2000, 10_000, 10_001, 15_001, 50_000, 60_001, 100_001, 1_000_000, MaxCities} {
		p := Recommended(cities)
		if err := p.validate(); err != nil {
			t.Errorf("%d cities: %v", cities, err)
		}
		if p.Colonies > last.Colonies || p.Kick < last.Kick || p.Ants < last.Ants {
			t.Errorf("%d cities: %+v after %+v", cities, p, last)
		}
		last = p
	}
}

// A run on GPUs has more colonies the more time they have for each city, within bounds.
func TestPopulationWithin(t *testing.T) {
	for _, c := range []struct {
		limit  time.Duration
		cities int
		gpus   int
		want   int
	}{
		{time.Second, 2000, 1, 4}, {time.Second, 10_000, 1, 0}, {10 * time.Second, 10_000, 1, 22}, {time.Minute, 10_000, 1, maxPopulation},
		{10 * time.Second, smallPopulation, 1, 20}, {10 * time.Second, 13_509, 1, maxLargePopulation}, {time.Second, 31_623, 1, 0},
		{2 * time.Second, 31_623, 1, 11}, {2 * time.Second, 100_000, 1, 0}, {10 * time.Second, 100_000, 1, 31},
		{30 * time.Second, 100_000, 1, maxLargePopulation}, {30 * time.Second, 238_025, 1, 42}, {time.Minute, 316_228, 1, 33},
		{20 * time.Second, 1_000_000, 1, 0}, {30 * time.Second, 1_000_000, 1, 10}, {time.Hour, 10_000_000, 1, 0},
		{time.Second, 2000, 2, 9}, {time.Second, 31_623, 2, 11}, {10 * time.Second, 1_000_000, 2, 0}, {20 * time.Second, 1_000_000, 2, 10},
		{10 * time.Second, 1_000_000, 4, 10},
	} {
		if got := PopulationWithin(c.limit, c.cities, c.gpus); got != c.want {
			t.Errorf("%v, %d cities, %d GPUs: %d colonies, want %d", c.limit, c.cities, c.gpus, got, c.want)
		}
	}
}

// GPUs that work on one tour have more ants than one GPU if the instance has room for them.
func TestGroupAnts(t *testing.T) {
	for _, c := range []struct{ cities, gpus, want int }{
		{10_000_000, 1, 0}, {1_000_000, 4, 0}, {2_490_368, 4, 0}, {5_000_000, 4, 131_578},
		{10_000_000, 2, 131_072}, {10_000_000, 4, 262_144}, {10_000_000, 8, 263_157}, {100_000_000, 8, 524_288},
	} {
		if got := GroupAnts(c.cities, c.gpus); got != c.want {
			t.Errorf("%d cities, %d GPUs: %d ants, want %d", c.cities, c.gpus, got, c.want)
		}
	}
}

// A population has at least minPopulation colonies, and more with more time, faster ants and fewer
// cities.
func TestColoniesWithin(t *testing.T) {
	last := 0
	for limit := time.Millisecond; limit < time.Minute; limit *= 2 {
		got := ColoniesWithin(limit, 1000, ProcessorAntTime)
		if got < last || got > 1 && got < minPopulation || got < ColoniesWithin(limit, 2000, ProcessorAntTime) ||
			got < ColoniesWithin(limit, 1000, SoftwareAntTime) {
			t.Errorf("%v: %d colonies, after %d", limit, got, last)
		}
		last = got
	}
	if last < recommendations[0].colonies || ColoniesWithin(time.Millisecond, 50, ProcessorAntTime) != 1 {
		t.Errorf("%d colonies in a minute", last)
	}
}

// A matrix whose preparation has no time starts from the nearest-neighbour tour, with its fixed edges.
func TestStartWithoutTime(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 1))
	matrix := tsptest.Matrix(tsp.TSP, 100, func() int32 { return 1 + random.Int32N(1000) })
	fixed := tsptest.Matrix(tsp.TSP, 100, func() int32 { return 1 + random.Int32N(1000) })
	fixed.Fixed = []tsp.Edge{{3, 60}, {20, 21}}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		instance *tsp.Instance
		want     StartKind
	}{{matrix, StartNearest}, {fixed, StartNearest}, {tsptest.Generate(t, "uniform", 100, 1), StartCurve}} {
		m, err := NewUnprepared(c.instance, Recommended(100))
		if err != nil {
			t.Fatal(err)
		}
		err = m.Prepare(ended, nil)
		if !errors.Is(err, context.Canceled) || m.StartKind != c.want || m.Prepared || !m.Fixed.InTour(m.StartTour) ||
			m.ToCaller(m.StartTour).Validate(100) != nil {
			t.Errorf("%v: %s, prepared %t", err, m.StartKind, m.Prepared)
		}
		if random := tsptest.RandomTour(100).Length(c.instance); c.want == StartNearest && m.StartLength > uint64(random)/2 {
			t.Errorf("length %d, of a random tour %d", m.StartLength, random)
		}
	}
}

// A claim has the number of every ant. The claim of a larger gain is larger, whoever makes it.
func TestClaimKeys(t *testing.T) {
	for _, ants := range []int{1, 2, 65_536, 65_537, 100_000, MaxAnts} {
		m, last := Model{Ants: ants, ClaimShift: 3}, uint32(ants-1)
		fewer := m.antBits() - 16
		for _, gain := range []int32{math.MinInt32, -1 << 17, -1, 0, 40, 1 << 17, math.MaxInt32} {
			first, most := m.ClaimKey(gain, 0), m.ClaimKey(gain, last)
			if m.Claimant(first) != 0 || m.Claimant(most) != last || most < first {
				t.Errorf("%d ants, gain %d: claims %#x and %#x", ants, gain, first, most)
			}
		}
		low, high := m.ClaimKey(-1<<16, last), m.ClaimKey(-1<<16+8<<fewer, 0)
		if low >= high || m.ClaimKey(math.MinInt32, 0) == 0 || m.ClaimKey(-1<<16+8<<fewer-1, last) != low {
			t.Errorf("%d ants: the claim of a larger gain is %#x, of a smaller one %#x", ants, high, low)
		}
	}
}
