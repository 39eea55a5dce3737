package reference

import (
	"context"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Tables are the tables from which ants choose. Except for Near they are matrices of Cities × Cities, row by row.
type Tables struct {
	Weights []uint32 // by Choice
	Sums    []uint32 // by Prefix, for selections that try
	Near    []uint32 // by Prefix, for selection near: Cities × problem.NearWords
}

// Construct makes the tour of each ant, one row of tours: a start city drawn at random, then n − 1 choices as the problem's
// selection makes them. It stops between two ants when the context ends.
func Construct(ctx context.Context, p *problem.Problem, tables Tables, iteration uint32, tours []uint32) error {
	n := p.Cities
	a := ant{Problem: p, tables: tables, visited: make([]bool, n)}
	choose := chooser(&a)
	for k := range p.Ants {
		if err := ctx.Err(); err != nil {
			return err
		}
		clear(a.visited)
		a.tour = tours[k*n : (k+1)*n]
		for a.step = range n {
			a.word = func(draw int) uint32 {
				return problem.Draw(p.Seed, 0, iteration, uint32(k), uint32(a.step), uint32(draw))
			}
			if a.step == 0 {
				a.city = problem.Bounded(a.word(0), uint32(n))
			} else {
				a.city = choose()
			}
			a.tour[a.step] = a.city
			a.visited[a.city] = true
		}
	}
	return nil
}

// ant is an ant of Ant System during its tour.
type ant struct {
	*problem.Problem
	tables  Tables
	visited []bool
	tour    []uint32
	step    int    // under way
	city    uint32 // where it is
	word    func(draw int) uint32
}

// row returns the row of a matrix for the city where the ant is.
func (a *ant) row(matrix []uint32) []uint32 {
	return matrix[int(a.city)*a.Cities : (int(a.city)+1)*a.Cities]
}

// chooser returns the function that chooses an ant's next city. Its random words are first those of trials, then those of the roulette.
func chooser(a *ant) func() uint32 {
	scan := func() uint32 { return roulette(a.row(a.tables.Weights), a.visited, a.word(a.Trials)) }
	tryFirst := func() uint32 {
		if city, found := trial(a.row(a.tables.Sums), a.visited, a.Trials, a.word); found {
			return city
		}
		return scan()
	}
	switch a.Selection {
	case problem.SelectTrial:
		return tryFirst
	case problem.SelectCompress:
		return a.chooseFromList(replaceByLast)
	case problem.SelectCursor, problem.SelectCursorTile:
		return a.chooseFromList(replaceByFirst)
	case problem.SelectHybrid:
		return a.chooseFromLateList(a.FirstListStep(a.Cities), a.Trials, tryFirst)
	case problem.SelectNear:
		return a.chooseFromLateList(max(1, a.Cities-a.Rest), 0, func() uint32 {
			if city, found := a.near(); found {
				return city
			}
			return roulette(a.row(a.tables.Weights), a.visited, a.word(2*a.Trials))
		})
	case problem.SelectIRoulette:
		return func() uint32 { return iroulette(a.row(a.tables.Weights), a.visited, a.word) }
	case problem.SelectTiled:
		return func() uint32 { return tiled(a.row(a.tables.Weights), a.visited, a.Tile, a.word) }
	default: // SelectTile is SelectScan computed in another way
		return scan
	}
}

// chooseFromList returns a chooser from a list that begins with all cities; the start city leaves it as every other does.
func (a *ant) chooseFromList(remove removal) func() uint32 {
	var unvisited list
	return func() uint32 {
		if a.step == 1 {
			unvisited = remove(ascending(make([]bool, a.Cities)), int(a.city))
		}
		return unvisited.draw(a.row(a.tables.Weights), a.word(a.Trials), remove)
	}
}

// chooseFromLateList returns a chooser that leaves the choice to another one until, at a step, its list begins. The draw is the one of a
// step that the list's roulette takes.
func (a *ant) chooseFromLateList(from, draw int, before func() uint32) func() uint32 {
	var unvisited list
	return func() uint32 {
		if a.step < from {
			return before()
		}
		if a.step == from {
			unvisited = ascending(a.visited)
		}
		return unvisited.draw(a.row(a.tables.Weights), a.word(draw), replaceByLast)
	}
}
