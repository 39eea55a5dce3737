package reference

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/parallel"
)

// Colony is a colony in memory. Its fields have the names and contents of a device's buffers.
// Fields that its algorithm does not use are nil. The colonies of a run share constant data.
type Colony struct {
	Problem            *model.Problem
	Rules              model.StopRules
	Number             uint32   // its index among all colonies of the run
	Distances          []uint32 // Cities × Cities; of AS
	Heuristic          []uint32 // Cities × Cities; of AS
	Lists              model.NeighbourLists
	CandidateHeuristic []uint32 // Cities × Candidates; of MMAS and ACS
	Pheromone          []uint32 // in the layout of the problem's memory; in AS Cities × Cities
	Tails              []uint32 // by city, with a selective memory: the index of the least recently added trail in its record
	Weights            []uint32 // Cities × Cities, or Cities × Candidates with MMAS
	Sums               []uint32 // Cities × Cities, if the selection uses trials
	Guide              []uint32 // Cities × model.GuideParts, if the selection uses trials; with selection near then the last sum of each row
	Near               []uint32 // Cities × model.NearWords, with selection near
	Tours              []uint32 // Depositors × Cities: of the ants and, in AS with a rule, a copy of RestartTour
	Lengths            []uint64 // by ant
	Amounts            []uint32 // by tour; of AS
	RuleWeights        []uint32 // by rank, then of RestartTour; of AS with a rule
	State              model.State
	BestTour           []uint32
	DepositTour        []uint32 // the reinforced tour; of MMAS
	RestartTour        []uint32 // the best tour since the trails were last initialised; of MMAS, and of AS with a rule the best of an ant
	// IterationBest is the best length of the last iteration.
	IterationBest uint64
	// Statistics are of the last iteration that has some.
	Statistics model.Statistics

	workers int // that run stages concurrently; the result does not depend on it
}

// Colonies returns the problem's colonies before their first iteration. If a distance may lie
// outside 0 to 2³¹−1, the error is an *option.Error. Colonies stops when the context ends.
func Colonies(ctx context.Context, p *model.Problem, rules model.StopRules) ([]*Colony, error) {
	var all []*Colony
	for i := range p.Colonies {
		c := &Colony{
			Problem: p, Rules: rules, Number: uint32(p.FirstColony + i),
			Tours: make([]uint32, p.Depositors()*p.Cities), Lengths: make([]uint64, p.Ants),
			State: model.NewState(p, rules), BestTour: make([]uint32, p.Cities), workers: runtime.GOMAXPROCS(0),
		}
		for i, city := range p.Start {
			c.BestTour[i] = uint32(city)
		}
		if err := c.prepare(ctx, all); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// prepare allocates the data of the algorithm, or shares it with an earlier colony.
func (c *Colony) prepare(ctx context.Context, earlier []*Colony) error {
	switch c.Problem.Algorithm {
	case model.AlgorithmMMAS:
		return c.prepareMaxMin(ctx, earlier)
	case model.AlgorithmACS:
		return c.prepareACS(ctx, earlier)
	}
	return c.prepareAntSystem(ctx)
}

// HeuristicTable returns the table that the host computes in floating point, and the number of its
// columns.
func (c *Colony) HeuristicTable() (table []uint32, columns int) {
	if c.Heuristic != nil {
		return c.Heuristic, c.Problem.Cities
	}
	return c.CandidateHeuristic, len(c.CandidateHeuristic) / c.Problem.Cities
}

// fill sets all words of a matrix. It stops between rows when the context ends, because the first
// write to gigabytes takes seconds.
func fill(ctx context.Context, matrix []uint32, columns int, value uint32) error {
	for row := range slices.Chunk(matrix, columns) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range row {
			row[i] = value
		}
	}
	return nil
}

// Stage is one stage of an iteration.
type Stage struct {
	Name string
	Run  func(context.Context) error
}

// Stages returns the stages of an iteration in order. The stages choice, construct and improve
// stop when the context ends. The others ignore it, because they take a small part of the time.
func (c *Colony) Stages() []Stage {
	switch c.Problem.Algorithm {
	case model.AlgorithmMMAS:
		return c.maxMinStages()
	case model.AlgorithmACS:
		return c.acsStages()
	}
	return c.antSystemStages()
}

// uninterruptible returns a stage that ignores its context.
func uninterruptible(name string, run func()) Stage {
	return Stage{name, func(context.Context) error { run(); return nil }}
}

// Iterate makes one iteration. When a stop rule holds, it skips the remaining stages, like a
// device.
func (c *Colony) Iterate(ctx context.Context) error {
	for _, stage := range c.Stages() {
		if c.State.Stop != model.Running {
			return nil
		}
		if err := stage.Run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// prepareLists computes the candidate lists and their heuristic, or shares an earlier colony's.
func (c *Colony) prepareLists(ctx context.Context, earlier []*Colony) (err error) {
	if len(earlier) > 0 {
		c.Lists, c.CandidateHeuristic = earlier[0].Lists, earlier[0].CandidateHeuristic
		return nil
	}
	if err := c.Problem.CheckDistances(); err != nil {
		return err
	}
	if c.Lists, err = model.NewNeighbourLists(ctx, c.Problem); err != nil {
		return err
	}
	c.CandidateHeuristic = c.Problem.CandidateHeuristic(c.Lists)
	return nil
}

// tourStages returns the stages of MMAS and ACS that build, evaluate and improve tours and store
// the best one.
func (c *Colony) tourStages(construct ...Stage) []Stage {
	p := c.Problem
	stages := append(construct, c.divided("evaluate", p.Ants, func(from, to int) {
		evaluateLengths(p, c.Tours[from*p.Cities:to*p.Cities], c.Lengths[from:to])
	}))
	if p.HasLocalSearch() {
		stages = append(stages, Stage{"improve", c.improve})
	}
	stages = append(stages, c.statisticsStages()...)
	return append(stages, uninterruptible("best", func() {
		c.IterationBest = best(c.Rules, p.Cities, c.Tours, c.Lengths, &c.State, c.BestTour)
	}))
}

// partsPerWorker is how many parts there are for each worker. Some workers have slower processors
// than others, and some ants take longer.
const partsPerWorker = 8

// divide cuts 0..n-1, which are ants or rows, into parts and calls work for them in all workers. A
// worker takes the next part when it has ended one. It returns the first error. Calls write to
// different data and only read what they share, so the result does not depend on the number of
// workers.
func (c *Colony) divide(n int, work func(from, to int) error) error {
	parts := min(n, partsPerWorker*c.workers)
	errs := make([]error, parts)
	_ = parallel.Each(context.Background(), c.workers, parts,
		func(_, part int) { errs[part] = work(part*n/parts, (part+1)*n/parts) })
	return cmp.Or(errs...)
}

// divided returns a stage that cuts 0..n-1 into a part for each worker and ignores its context.
func (c *Colony) divided(name string, n int, work func(from, to int)) Stage {
	return uninterruptible(name, func() { parallel.Parts(n, c.workers, func(_, from, to int) { work(from, to) }) })
}
