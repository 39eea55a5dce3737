package bench

import (
	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
)

const wordBytes = 4 // of every matrix, list and tour

// stageBytes returns what a stage of an iteration moves by the definition of its strategy: each word that it has to read
// or write in device memory, counted once for each time that the strategy asks for it, whatever a cache keeps of it. n is the
// number of cities, m of ants. It is false where a definition makes no sense.
//
//	choice     reads pheromone and heuristic, writes weights                         3n²
//	prefix     reads weights, writes sums and guide                                  2n² + n·parts
//	construct  writes tours                                                          mn
//	           scan, tile, iroulette, tiled: reads a row of weights a step           + m(n−1)n
//	           compress, cursor, cursor-tile: reads list and weight of each
//	           unvisited city a step                                                 + m(n−1)n/2 · 2
//	           trial, hybrid, near: how many trials fail is not known beforehand           none
//	evaluate   reads tours and a distance an edge                                    2mn
//	           or the four words of a city's coordinates                             5mn
//	best       reads the ants' lengths, of two words, and writes a tour              2m + n
//	evaporate  reads and writes pheromone                                            2n²
//	deposit    atomic, atomic-tiled: reads tours, adds to an edge in each direction  mn + 4mn, asymmetric mn + 2mn
//	           gather: each edge reads all tours, two cities at each place           2n²·mn + 2n²
//	           rows: reads tours; rows read and written, then made symmetric         mn + 4n²
//	           reduction, gather-tiled: depends on the tile, which the device has
//	           a word in                                                             none
func stageBytes(stage string, n, m int, symmetric bool, p problem.Parameters, form classic.KernelConfig) (float64, bool) {
	cities, ants := float64(n), float64(m)
	matrix, tours := cities*cities, ants*cities
	words := 0.0
	switch stage {
	case "choice":
		words = 3 * matrix
	case "prefix":
		words = 2*matrix + cities*float64(problem.GuideParts(n))
	case "construct":
		words = tours
		switch p.Selection {
		case problem.SelectScan, problem.SelectTile, problem.SelectIRoulette, problem.SelectTiled:
			words += ants * (cities - 1) * cities
		case problem.SelectCompress, problem.SelectCursor, problem.SelectCursorTile:
			words += ants * (cities - 1) * cities / 2 * 2
		default:
			return 0, false
		}
	case "evaluate":
		words = 2 * tours
		if form.Distances == classic.DistancesCoordinates {
			words = (1 + problem.GridWords) * tours
		}
	case "best":
		words = 2*ants + cities
	case "evaporate":
		words = 2 * matrix
	case "deposit":
		switch form.Deposit {
		case classic.DepositAtomic, classic.DepositAtomicTiled:
			words = 3 * tours
			if symmetric {
				words = 5 * tours
			}
		case classic.DepositGather:
			words = 2*matrix*tours + 2*matrix
		case classic.DepositRows:
			words = tours + 4*matrix
		default:
			return 0, false
		}
	default:
		return 0, false
	}
	return wordBytes * words, true
}

// bytesOf adds up stages of Ant System, false where one of them has no definition. Candidate lists have none: how often an ant
// looks beyond them is not known beforehand.
func bytesOf(stages []string, n int, symmetric bool, p problem.Parameters, form classic.KernelConfig) (float64, bool) {
	if p.Algorithm == problem.AlgorithmMMAS || p.Algorithm == problem.AlgorithmACS {
		return 0, false
	}
	sum := 0.0
	for _, stage := range stages {
		bytes, ok := stageBytes(stage, n, p.Ants, symmetric, p, form)
		if !ok {
			return 0, false
		}
		sum += bytes
	}
	return sum, true
}
