package reference

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/philox"
)

// Tables are what ants read to choose cities. Weights and Sums are Cities × Cities, row by row.
type Tables struct {
	Weights   []uint32 // by choice
	Sums      []uint32 // by prefix, for selections with trials
	Near      []uint32 // by prefix, for selection near: Cities × model.NearWords
	Pheromone []uint32 // what Weights is made of, for fine weights
	Heuristic []uint32
}

// construct builds the tours of the ants from first to end-1, each a row of tours. It draws a
// start city at random, then chooses n − 1 cities with the problem's selection. Where
// Problem.Fixed.Next has a city, the ant goes there; the other steps draw the same random words as
// without fixed edges, because words belong to steps. It stops between two ants when the context
// ends.
func construct(ctx context.Context, p *model.Problem, tables Tables, iteration uint32, tours []uint32, first,
	end int) error {
	n := p.Cities
	a := ant{Problem: p, tables: tables, visited: make([]bool, n)}
	choose := chooser(&a)
	for k := first; k < end; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(a.visited)
		a.tour = tours[k*n : (k+1)*n]
		for a.step = range n {
			a.word = func(draw int) uint32 {
				return philox.Draw(p.Seed, 0, iteration, uint32(k), uint32(a.step), uint32(draw))
			}
			if a.step == 0 {
				a.city = philox.Bounded(a.word(0), uint32(n))
			} else {
				a.city = choose()
			}
			a.tour[a.step] = a.city
			a.visited[a.city] = true
		}
	}
	return nil
}

// ant is an ant of Ant System that builds a tour.
type ant struct {
	*model.Problem
	tables  Tables
	visited []bool
	tour    []uint32
	step    int                   // current
	city    uint32                // current
	word    func(draw int) uint32 // random words of the step
	fine    fineWeights
}

// row returns the row of a matrix for the current city.
func (a *ant) row(matrix []uint32) []uint32 {
	return matrix[int(a.city)*a.Cities : (int(a.city)+1)*a.Cities]
}

// forcedCity returns the city at the other end of a fixed edge that the ant must take now.
func (a *ant) forcedCity() (city uint32, ok bool) { return forcedCity(a.Problem, a.tour, a.step) }

// forcedCity is Problem.Fixed.Next for a step of a tour, not the first one.
func forcedCity(p *model.Problem, tour []uint32, step int) (city uint32, ok bool) {
	if !p.HasFixed() {
		return 0, false
	}
	previous := uint32(model.NoCity)
	if step > 1 {
		previous = tour[step-2]
	}
	return p.Fixed.Next(tour[step-1], previous)
}

// chooser returns the function that chooses an ant's next city.
func chooser(a *ant) func() uint32 {
	switch a.Selection {
	case model.SelectCompress:
		return a.listChooser(replaceWithLast)
	case model.SelectCursor, model.SelectCursorTile:
		return a.listChooser(replaceWithFirst)
	}
	choose := flagChooser(a)
	switch a.Selection {
	case model.SelectHybrid:
		return a.lateListChooser(a.FirstListStep(a.Cities), a.Trials, choose)
	case model.SelectNear:
		return a.lateListChooser(max(1, a.Cities-a.Rest), 0, choose)
	}
	return func() uint32 {
		if city, ok := a.forcedCity(); ok {
			return city
		}
		return choose()
	}
}

// flagChooser returns the function that chooses among the cities without a flag in visited. The
// first random words of a step are for trials, the next one is for the roulette.
func flagChooser(a *ant) func() uint32 {
	scan := func() uint32 { return a.roulette(a.word(a.Trials)) }
	tryFirst := func() uint32 {
		if city, found := drawBySums(a.row(a.tables.Sums), a.visited, a.Trials, a.word); found {
			return city
		}
		return scan()
	}
	switch a.Selection {
	case model.SelectTrial, model.SelectHybrid:
		return tryFirst
	case model.SelectNear:
		return func() uint32 {
			if city, found := a.drawNear(); found {
				return city
			}
			return a.roulette(a.word(2 * a.Trials))
		}
	case model.SelectIRoulette:
		return a.contest(func(weights []uint32) (city, value uint32) { return independentRoulette(weights, a.visited, a.word) })
	case model.SelectTiled:
		return a.contest(func(weights []uint32) (city, value uint32) {
			return tiledRoulette(weights, a.visited, a.Tile, a.word)
		})
	default: // SelectScan; SelectTile chooses the same cities
		return scan
	}
}

// listChooser returns a chooser that draws from a list of the unvisited cities. The list starts
// with all cities; the start city is removed like every other.
func (a *ant) listChooser(remove removeFunc) func() uint32 {
	var unvisited cityList
	return func() uint32 {
		if a.step == 1 {
			unvisited = remove(unvisitedCities(make([]bool, a.Cities)), int(a.city))
		}
		return a.takeFrom(&unvisited, a.Trials, remove)
	}
}

// takeFrom removes the next city from a list and returns it. It draws with the random word number
// draw of the step.
func (a *ant) takeFrom(unvisited *cityList, draw int, remove removeFunc) uint32 {
	if city, ok := a.forcedCity(); ok {
		*unvisited = remove(*unvisited, slices.Index(*unvisited, city))
		return city
	}
	row := a.row(a.tables.Weights)
	total := unvisited.sum(row)
	if a.isCoarse(total) {
		row = a.fineWeights(*unvisited)
		total = unvisited.sum(row)
	}
	return unvisited.draw(row, total, a.word(draw), remove)
}

// lateListChooser returns a chooser that calls chooseEarly in the steps before firstStep. From
// firstStep on it draws from a list of the unvisited cities, with the random word number draw of
// the step.
func (a *ant) lateListChooser(firstStep, draw int, chooseEarly func() uint32) func() uint32 {
	var unvisited cityList
	return func() uint32 {
		if a.step == firstStep {
			unvisited = unvisitedCities(a.visited)
		}
		if a.step >= firstStep {
			return a.takeFrom(&unvisited, draw, replaceWithLast)
		}
		if city, ok := a.forcedCity(); ok {
			return city
		}
		return chooseEarly()
	}
}

// roulette draws an unvisited city in proportion to the weights of its row or, where these are
// coarse, to fine ones.
func (a *ant) roulette(word uint32) uint32 {
	row := a.row(a.tables.Weights)
	total := unvisitedSum(row, a.visited)
	if a.isCoarse(total) {
		row = a.fineWeights(unvisitedCities(a.visited))
		total = unvisitedSum(row, a.visited)
	}
	return roulette(row, a.visited, philox.Bounded(word, total))
}

func unvisitedSum(weights []uint32, visited []bool) (total uint32) {
	for j, w := range weights {
		if !visited[j] {
			total += w
		}
	}
	return total
}

// roulette returns the first unvisited city whose running sum of weights exceeds a target. If all
// cities are visited, it returns the number of cities.
func roulette(weights []uint32, visited []bool, target uint32) uint32 {
	for j, w := range weights {
		if visited[j] {
			continue
		}
		if target < w {
			return uint32(j)
		}
		target -= w
	}
	return uint32(len(weights))
}

// drawBySums draws cities by their running sums until one is unvisited. found is false if all
// trials draw visited cities.
func drawBySums(sums []uint32, visited []bool, trials int, word func(int) uint32) (city uint32, found bool) {
	for t := range trials {
		city = searchSums(sums, philox.Bounded(word(t), sums[len(sums)-1]))
		if !visited[city] {
			return city, true
		}
	}
	return city, false
}
