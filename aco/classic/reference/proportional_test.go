package reference

import (
	"math"
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

// lateState is an ant late in its tour.
type lateState struct {
	colony  *Colony
	tables  Tables
	allSums []uint32 // running sums that leave out no city
	tour    []uint32 // the cities it has visited
	visited []bool
	coarse  bool // the unvisited cities have almost equal integer weights in their row
}

// attractions returns τ^α·η^β of the edges from the current city in float64, 0 to visited cities.
func (s lateState) attractions() (all []float64, total float64) {
	p, city := s.colony.Problem, s.tour[len(s.tour)-1]
	all = make([]float64, p.Cities)
	for j := range all {
		if !s.visited[j] {
			d := max(0.5, float64(p.Distance(city, uint32(j))))
			all[j] = math.Pow(float64(s.colony.Pheromone[int(city)*p.Cities+j]), p.Alpha) * math.Pow(d, -p.Beta)
			total += all[j]
		}
	}
	return all, total
}

// ant returns an ant in this state with the random words of a draw.
func (s lateState) ant(parameters model.Parameters, draw int) *ant {
	c := s.colony
	p := *c.Problem
	p.Selection, p.Trials, p.Tile = parameters.Selection, parameters.Trials, parameters.Tile
	a := &ant{
		Problem: &p, tables: s.tables, visited: s.visited,
		tour: s.tour, step: len(s.tour), city: s.tour[len(s.tour)-1],
	}
	if p.Selection == model.SelectTrial {
		a.tables.Sums = s.allSums
	}
	a.word = func(number int) uint32 { return philox.Draw(7, 0, uint32(draw), 0, uint32(a.step), uint32(number)) }
	return a
}

// lateStates returns states of ants that have 3 to 80 cities left, after a number of iterations.
func lateStates(t *testing.T) (states []lateState) {
	t.Helper()
	const cities, iterations, each = 200, 40, 30
	instance := must.Get(generate.Instance("uniform", cities, 3))(t)
	parameters := model.AntSystem()
	c := newColonyOf(t, instance, parameters)
	for range iterations {
		must.Do(t, c.Iterate(t.Context()))
	}
	for _, stage := range c.Stages()[:3] { // to the construction
		must.Do(t, stage.Run(t.Context()))
	}
	allSums := make([]uint32, cities*cities)
	prefix(c.Problem, c.Weights, nil, allSums, make([]uint32, c.Problem.GuideWords()), 0, cities)
	tables := Tables{c.Weights, c.Sums, c.Near, c.Pheromone, c.Heuristic}
	var found [2]int
	for ant := range c.Problem.Ants {
		tour := c.Tours[ant*cities : (ant+1)*cities]
		for _, left := range []int{80, 50, 40, 30, 25, 20, 15, 10, 7, 5, 4, 3} {
			s := lateState{c, tables, allSums, tour[:cities-left], make([]bool, cities), false}
			for _, city := range s.tour {
				s.visited[city] = true
			}
			city := int(s.tour[len(s.tour)-1])
			s.coarse = unvisitedSum(c.Weights[city*cities:(city+1)*cities], s.visited) < 8*uint32(left)
			kind := 0
			if s.coarse {
				kind = 1
			}
			if found[kind]++; found[kind] <= each {
				states = append(states, s)
			}
		}
	}
	if found[0] < each || found[1] < each {
		t.Fatalf("found %d states, %d of them coarse; want %d of each", found, found[1], each)
	}
	return states
}

// Late in tours, when the cities with large weights are visited, ants choose as the random proportional
// rule in float64 does. This is a chi-square test with some 200 degrees of freedom for each selection:
// with random words the sum exceeds the limit, five standard deviations above the mean, less than once
// in a million runs. The words are fixed, so the result is always the same.
func TestLateChoicesAreProportional(t *testing.T) {
	testkind.ComparesRuns(t)
	draws := testkind.Fewer(1000, 4000)
	states := lateStates(t)
	for _, c := range []struct {
		name       string
		parameters model.Parameters
		choose     func(*ant) uint32
	}{
		{"scan", model.Parameters{Selection: model.SelectScan}, func(a *ant) uint32 { return flagChooser(a)() }},
		{"trial", model.Parameters{Selection: model.SelectTrial, Trials: 8}, func(a *ant) uint32 { return flagChooser(a)() }},
		{"near", model.Parameters{Selection: model.SelectNear, Trials: 31}, func(a *ant) uint32 { return flagChooser(a)() }},
		{"list", model.Parameters{Selection: model.SelectCursor}, func(a *ant) uint32 {
			list := unvisitedCities(a.visited)
			return a.takeFrom(&list, 0, replaceWithFirst)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var chi, degrees float64
			for _, s := range states {
				counts := make([]float64, len(s.visited))
				for draw := range draws {
					counts[c.choose(s.ant(c.parameters, draw))]++
				}
				attractions, total := s.attractions()
				var rareCount, rare float64 // of cities that are expected less than 5 times
				for city, x := range attractions {
					expected := float64(draws) * x / total
					switch {
					case s.visited[city] && counts[city] > 0:
						t.Fatalf("visited city %d was drawn", city)
					case expected < 5:
						rareCount, rare = rareCount+counts[city], rare+expected
					default:
						chi += (counts[city] - expected) * (counts[city] - expected) / expected
						degrees++
					}
				}
				if rare >= 5 {
					chi += (rareCount - rare) * (rareCount - rare) / rare
					degrees++
				}
				degrees--
			}
			t.Logf("chi-square %.0f with %.0f degrees of freedom", chi, degrees)
			if limit := degrees + 5*math.Sqrt(2*degrees); chi > limit {
				t.Errorf("chi-square %.0f with %.0f degrees of freedom, want at most %.0f", chi, degrees, limit)
			}
		})
	}
}

// Late in tours, the winners of contests are those of contests with weights in float64 and the same
// random words, but for one draw in 200, where the rounding of weights decides.
func TestLateContests(t *testing.T) {
	testkind.ComparesRuns(t)
	const draws = 50
	states := lateStates(t)
	for _, c := range []struct {
		parameters model.Parameters
		winner     func(a *ant, weights []float64) int
	}{
		{model.Parameters{Selection: model.SelectIRoulette}, exactIndependentRoulette},
		{model.Parameters{Selection: model.SelectTiled, Tile: 40}, exactTiledRoulette},
	} {
		t.Run(string(c.parameters.Selection), func(t *testing.T) {
			different, all := 0, 0
			for _, s := range states {
				weights, _ := s.attractions()
				for draw := range draws {
					a := s.ant(c.parameters, draw)
					if all++; int(flagChooser(a)()) != c.winner(a, weights) {
						different++
					}
				}
			}
			if different > all/200 {
				t.Errorf("%d of %d winners are not those of weights in float64", different, all)
			}
		})
	}
}

func exactIndependentRoulette(a *ant, weights []float64) (winner int) {
	for city, w := range weights {
		if w*float64(a.word(city)) > weights[winner]*float64(a.word(winner)) {
			winner = city
		}
	}
	return winner
}

func exactTiledRoulette(a *ant, weights []float64) (winner int) {
	for from := 0; from < len(weights); from += a.Tile {
		tile, sum := weights[from:min(from+a.Tile, len(weights))], 0.0
		for _, w := range tile {
			sum += w
		}
		target := float64(a.word(from/a.Tile)) / (1 << 32) * sum
		for k, w := range tile {
			if target < w {
				if w > weights[winner] {
					winner = from + k
				}
				break
			}
			target -= w
		}
	}
	return winner
}
