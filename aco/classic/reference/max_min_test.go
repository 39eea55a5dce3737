package reference

import (
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

func newMaxMinColony(t *testing.T, cities int, change func(*model.Parameters)) *Colony {
	t.Helper()
	instance := must.Get(generate.Instance("clustered", cities, 5))(t)
	parameters := model.MaxMin()
	change(&parameters)
	return newColonyOf(t, instance, parameters)
}

// After each iteration every trail is within the limits, and the limits correspond to the best
// tour.
func TestTrailsStayWithinLimits(t *testing.T) {
	for _, memory := range []model.Memory{model.MemoryMatrix, model.MemoryCandidates} {
		c := newMaxMinColony(t, 30, func(p *model.Parameters) { p.Memory, p.Rho = memory, 0.2 })
		best := c.State.BestLength
		for range 150 {
			must.Do(t, c.Iterate(t.Context()))
			s := c.State.MaxMin
			for i, trail := range c.Pheromone {
				if trail < s.Min || trail > s.Max {
					t.Fatalf("%s, iteration %d: trail %d is %d, want %d to %d", memory, c.State.Iteration, i, trail,
						s.Min, s.Max)
				}
			}
			if limit := float64(c.Problem.Limits.Upper) / float64(c.State.BestLength); math.Abs(float64(s.Max)-limit) > 1 {
				t.Fatalf("upper limit %d for a best tour of %d", s.Max, c.State.BestLength)
			}
			// The trail of an edge that is reinforced in every iteration tends to the upper limit:
			// amount/ρ.
			if rho := float64(c.Problem.Limits.Amount(c.State.BestLength)) / float64(s.Max); math.Abs(rho-0.2) > 1e-6 {
				t.Fatalf("the deposit of the best tour divided by the upper limit is %v, want rho = 0.2", rho)
			}
			if c.DepositTour[0] == c.DepositTour[1] {
				t.Fatal("no tour was reinforced")
			}
		}
		if c.State.BestLength >= best {
			t.Errorf("%s: 150 iterations did not improve the nearest-neighbour tour", memory)
		}
	}
}

// An ant draws unvisited candidates in proportion to their weights. This is a chi-square test with
// 3 degrees of freedom: with random words the value exceeds 16.3 once in 1000 runs. The words are
// fixed, so the result is always the same.
func TestCandidatesAreDrawnProportionally(t *testing.T) {
	c := newMaxMinColony(t, 20, func(p *model.Parameters) { p.Candidates = 6 })
	const from, draws = 3, 50_000
	candidates := c.candidates(from)
	weights := c.Weights[from*6:][:6]
	copy(weights, []uint32{500, 20, 7, 90, 35, 1000})
	visited := make([]bool, 20)
	visited[from], visited[candidates[0]], visited[candidates[5]] = true, true, true
	counts := map[uint32]float64{}
	for i := range uint32(draws) {
		counts[c.nextCity(from, visited, philox.Draw(1, 0, i, 0, 1, 0))]++
	}
	chi := 0.0
	for k := 1; k < 5; k++ {
		expected := draws * float64(weights[k]) / (20 + 7 + 90 + 35)
		chi += math.Pow(counts[candidates[k]]-expected, 2) / expected
	}
	if len(counts) != 4 || chi > 16.3 {
		t.Errorf("chi-square %.1f: %v for the candidates %v", chi, counts, candidates)
	}
}

// If all candidates are visited, an ant goes to the unvisited city with the largest attraction.
// With equal trails this is the nearest city.
func TestBestUnvisitedCity(t *testing.T) {
	c := newMaxMinColony(t, 20, func(p *model.Parameters) { p.Candidates = 2 })
	p := c.Problem
	const from = 3
	visited := make([]bool, 20)
	visited[from] = true
	for _, city := range c.candidates(from) {
		visited[city] = true
	}
	nearest := nearestUnvisited(p, from, visited)
	if got := c.nextCity(from, visited, 0); got != nearest {
		t.Errorf("with equal trails the next city is %d, want %d, the nearest", got, nearest)
	}
	var other uint32
	for other = 0; visited[other] || other == nearest; other++ {
	}
	ratio := float64(p.Distance(from, other)) / float64(p.Distance(from, nearest))
	c.Pheromone[from*20+int(nearest)] = 1000
	for _, test := range []struct {
		fraction float64
		want     uint32
	}{{0.99, nearest}, {1.01, other}} {
		c.Pheromone[from*20+int(other)] = uint32(1000 * ratio * ratio * test.fraction)
		for city := range visited {
			if city != int(other) && city != int(nearest) {
				c.Pheromone[from*20+city] = 1
			}
		}
		if got := c.nextCity(from, visited, 0); got != test.want {
			t.Errorf("with %v of the trail of equal attraction the next city is %d, want %d", test.fraction, got,
				test.want)
		}
	}
}

// The lower limits of 100 cities by hand, in parts of 2³²: 20^(1/100) − 1 = 0.0304106 divided by 49
// cities, by 10 of 20 candidates, by 4 of 7 and of 8; 1/200.
func TestLowerLimitByHand(t *testing.T) {
	for _, test := range []struct {
		limit      model.LowerLimit
		candidates int
		want       uint32
	}{
		{model.LowerLimitCities, 20, 2_665_558},
		{model.LowerLimitCandidates, 20, 13_061_235},
		{model.LowerLimitCandidates, 7, 32_653_087},
		{model.LowerLimitCandidates, 8, 32_653_087},
		{model.LowerLimitFixed, 20, 21_474_836},
	} {
		p := model.MaxMin()
		p.LowerLimit, p.Candidates = test.limit, test.candidates
		if got := newMaxMinLimits(t, 100, p).Ratio; got != test.want {
			t.Errorf("limit %s with %d candidates: %d, want %d", test.limit, test.candidates, got, test.want)
		}
	}
}

// The lower limit for a choice among half of all cities follows equation 11 of Stützle and Hoos
// 2000, up to the upper limit. With local search the limit is 1/(2n) of the upper one.
func TestLowerLimit(t *testing.T) {
	for _, cities := range []int{3, 4, 5, 51, 1002, 200_000} {
		root := math.Pow(0.05, 1/float64(cities))
		want := min(1, (1-root)/((float64(cities)/2-1)*root))
		all := model.MaxMin()
		all.LowerLimit = model.LowerLimitCities
		limits := newMaxMinLimits(t, cities, all)
		if got := float64(limits.Ratio) / (1 << 32); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d cities: ratio %v, want %v", cities, got, want)
		}
		limits = newMaxMinLimits(t, cities, model.Published(model.AlgorithmMMAS, model.Search3Opt))
		if got, want := float64(limits.Ratio)/(1<<32), 1/(2*float64(cities)); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d cities with local search: ratio %v, want %v", cities, got, want)
		}
	}
}

func newMaxMinLimits(t *testing.T, cities int, parameters model.Parameters) model.TrailLimits {
	t.Helper()
	instance := &tsp.Instance{Name: "line", Kind: tsp.TSP, Metric: tsp.EUC2D, X: make([]float64, cities),
		Y: make([]float64, cities)}
	p := must.Get(model.NewUnprepared(instance, parameters))(t)
	return p.Limits
}
