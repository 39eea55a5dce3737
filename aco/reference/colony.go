package reference

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// Colony is one Ant System in memory: what the buffers of a device hold, under the same names.
type Colony struct {
	Problem   *problem.Problem
	Rules     problem.Rules
	Distances []uint32 // Cities × Cities
	Heuristic []uint32 // Cities × Cities
	Pheromone []uint32 // Cities × Cities
	Weights   []uint32 // Cities × Cities
	Sums      []uint32 // Cities × Cities where the selection tries, else none
	Guide     []uint32 // Cities × problem.GuideParts where the selection tries, else none
	Near      []uint32 // Cities × problem.NearWords with selection near, else none
	Others    []uint32 // by city, with selection near: the last sum of its row
	Tours     []uint32 // Ants × Cities
	Lengths   []uint64 // by ant
	Amounts   []uint32 // by ant
	State     problem.State
	BestTour  []uint32
	// IterationBest is the best length of the last iteration.
	IterationBest uint64
}

// New returns a colony before its first iteration. A distance that cannot be used is a *problem.Error. It stops when the
// context ends.
func New(ctx context.Context, p *problem.Problem, rules problem.Rules) (*Colony, error) {
	n := p.Cities
	c := &Colony{
		Problem: p, Rules: rules,
		Distances: make([]uint32, n*n), Heuristic: make([]uint32, n*n),
		Pheromone: make([]uint32, n*n), Weights: make([]uint32, n*n),
		Tours: make([]uint32, p.Ants*n), Lengths: make([]uint64, p.Ants), Amounts: make([]uint32, p.Ants),
		State: problem.NewState(p, rules), BestTour: make([]uint32, n),
	}
	if p.Selection.Tries() {
		c.Sums, c.Guide = make([]uint32, n*n), make([]uint32, n*problem.GuideParts(n))
	}
	if p.Selection == problem.SelectNear {
		c.Near, c.Others = make([]uint32, n*problem.NearWords), make([]uint32, n)
	}
	for row := range slices.Chunk(c.Pheromone, n) {
		if err := ctx.Err(); err != nil {
			return nil, err // the first touch of gigabytes takes seconds
		}
		for i := range row {
			row[i] = p.Trail.Initial
		}
	}
	for i, city := range p.Start {
		c.BestTour[i] = uint32(city)
	}
	if err := p.Rows(ctx, 0, n, problem.Matrices{Distances: c.Distances, Heuristic: c.Heuristic, Near: c.Near}); err != nil {
		return nil, err
	}
	return c, nil
}

// Bytes returns the memory that a colony takes.
func Bytes(p *problem.Problem) uint64 {
	n, m := uint64(p.Cities), uint64(p.Ants)
	words := 4*n*n + m*n + 3*m + n
	if p.Selection.Tries() {
		words += n*n + n*uint64(problem.GuideParts(p.Cities))
	}
	if p.Selection == problem.SelectNear {
		words += n * (problem.NearWords + 1)
	}
	return 4 * words
}

// Stage is one stage of an iteration.
type Stage struct {
	Name string
	Run  func(context.Context) error
}

// Stages returns an iteration's stages in their order. A context can end those up to the construction; the stages after it
// belong to an iteration that counts, and take a small part of its time.
func (c *Colony) Stages() []Stage {
	p := c.Problem
	stage := func(name string, run func()) Stage {
		return Stage{name, func(context.Context) error { run(); return nil }}
	}
	stages := []Stage{{"choice", func(ctx context.Context) error {
		return Choice(ctx, p, c.Heuristic, c.Pheromone, c.Weights)
	}}}
	if p.Selection.Tries() {
		stages = append(stages, stage("prefix", func() { Prefix(p, c.Weights, c.Near, c.Others, c.Sums, c.Guide) }))
	}
	return append(stages,
		Stage{"construct", func(ctx context.Context) error {
			return Construct(ctx, p, Tables{c.Weights, c.Sums, c.Near}, c.State.Iteration, c.Tours)
		}},
		stage("evaluate", func() { Evaluate(p, c.Distances, c.Tours, c.Lengths, c.Amounts) }),
		stage("best", func() {
			c.IterationBest = Best(c.Rules, p.Cities, c.Tours, c.Lengths, &c.State, c.BestTour)
		}),
		stage("evaporate", func() { Evaporate(p, c.Pheromone) }),
		stage("deposit", func() { Deposit(p, c.Tours, c.Amounts, c.Pheromone) }),
	)
}

// Iterate makes one iteration. When a stop rule holds, what is left of it is left out, here as on a device.
func (c *Colony) Iterate(ctx context.Context) error {
	for _, stage := range c.Stages() {
		if c.State.Stop != problem.Running {
			return nil
		}
		if err := stage.Run(ctx); err != nil {
			return err
		}
	}
	return nil
}
