package aco

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
)

// IterationStatistics describe an iteration, for Options.Statistics. Lengths are in steps. With MMAS,
// ACS and Ant System it is an iteration of a colony, and the measures are those of the program ACOTSP.
type IterationStatistics struct {
	Seed      uint64
	Iteration int // from 1; a resumed run continues the numbers
	Colony    int // from 1; 0: all colonies together, with Merged and Chained
	// Tours, Best and IterationBest are as Iteration.Tours, Iteration.Best and Iteration.Length, but
	// of the colony.
	Tours               int64
	Best, IterationBest int64
	Ants                *AntStatistics // nil with Merged and Chained
}

// AntStatistics are collected after the local search, before the pheromone is updated. Edges are the
// edges that ants choose from: from each city to its candidates, with Ant System to all other cities.
type AntStatistics struct {
	// DeviceTime is the device time since the start of the run, to the end of the iteration's search.
	DeviceTime time.Duration
	Mean       float64  // length of the iteration's tours
	Deviation  *float64 // sample standard deviation of these lengths; nil for one ant
	// BranchingFactor is the mean λ-branching factor for λ = 0.05 (Gambardella and Dorigo 1995), halved
	// as in ACOTSP: 1 if all pheromone is on one tour.
	BranchingFactor float64
	// Entropy is the mean over the cities, in bits, of the entropy of the pheromone on a city's edges:
	// the logarithm of their number if all have the same pheromone.
	Entropy float64
	// Distance is the mean number of edges of an ant's tour that another ant's tour does not have, over
	// all pairs of ants, or 64 of them; nil for one ant.
	Distance *float64
	// LeastPheromone and MostPheromone are the range of the pheromone on the edges. A tour of length L
	// deposits 1/L on each of its edges, with ACS ρ/L.
	LeastPheromone, MostPheromone float64
}

// statistics returns which rows the packages below collect.
func (r *request) statistics() engine.Statistics {
	if r.options.Statistics == nil {
		return engine.Statistics{}
	}
	seed := r.seed()
	return engine.Statistics{Every: max(1, r.options.StatisticsEvery), Row: func(row engine.Row) {
		length := r.recordedLength()
		r.tellStatistics(IterationStatistics{
			Seed: seed, Iteration: row.Iteration, Colony: row.Colony, Tours: int64(row.Tours), Best: length(uint64(row.Best)),
			IterationBest: length(uint64(row.IterationBest)), Ants: &AntStatistics{
				DeviceTime: row.DeviceTime, Mean: row.Mean + float64(r.reduction.offset), Deviation: row.Deviation,
				BranchingFactor: row.BranchingFactor, Entropy: row.Entropy, Distance: row.Distance,
				LeastPheromone: row.LeastTrail, MostPheromone: row.MostTrail,
			},
		})
	}}
}

// tellStatistics calls Options.Statistics.
func (r *request) tellStatistics(s IterationStatistics) {
	r.call(func(context.Context) { r.options.Statistics(s) })
}

// recordWithStatistics returns a function that passes iterations of Merged or Chained to record, unless
// it is nil, and to Options.Statistics.
func (r *request) recordWithStatistics(record func(engine.Iteration)) func(engine.Iteration) {
	length, seed := r.recordedLength(), r.seed()
	return func(i engine.Iteration) {
		if record != nil {
			record(i)
		}
		if i.Number%max(1, r.options.StatisticsEvery) == 0 {
			r.tellStatistics(IterationStatistics{
				Seed: seed, Iteration: i.Number, Tours: int64(i.Tours), Best: length(i.Best), IterationBest: length(i.Length),
			})
		}
	}
}

// seed returns the seed of the run.
func (r *request) seed() uint64 {
	if r.resumed != nil {
		return r.resumed.Header.Seed
	}
	if replay, ok := r.options.Method.(Replay); ok && replay.Chained != nil {
		return replay.Chained.Parameters.Seed
	} else if ok {
		return replay.Parameters.Seed
	}
	return r.options.seed()
}
