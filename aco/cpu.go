package aco

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
)

// cpuColony is the sequential reference as a colony.
type cpuColony struct {
	*reference.Colony
	stages []reference.Stage
	times  map[string]time.Duration
	rounds map[string]float64
	hash   string // of the heuristic
}

func newCPUColony(ctx context.Context, p *problem.Problem, rules problem.Rules) (colony, error) {
	c, err := reference.New(ctx, p, rules)
	if err != nil {
		return nil, err
	}
	var hash problem.TableHash
	for row := range slices.Chunk(c.Heuristic, p.Cities) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hash.Add(row, p.Cities, p.Cities)
	}
	return &cpuColony{c, c.Stages(), map[string]time.Duration{}, map[string]float64{}, hash.Sum()}, nil
}

// advance makes one iteration. One that the deadline or the context cuts short is dropped.
func (c *cpuColony) advance(ctx context.Context, _ int, deadline time.Time) (batch, error) {
	if !deadline.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	before := c.State.Iteration
	for _, stage := range c.stages {
		if c.State.Stop != problem.Running {
			break
		}
		started := time.Now()
		err := stage.Run(ctx)
		c.times[stage.Name] += time.Since(started)
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			return batch{state: c.State, tour: c.BestTour, outOf: true}, nil
		}
		if err != nil {
			return batch{}, err
		}
		c.rounds[stage.Name]++
	}
	b := batch{state: c.State, tour: c.BestTour, whole: 1}
	if c.State.Iteration > before {
		b.lengths = []uint64{c.IterationBest}
	}
	return b, nil
}

func (c *cpuColony) stageTimes() map[string]time.Duration { return c.times }

func (c *cpuColony) stageRounds() map[string]float64 { return c.rounds }

func (c *cpuColony) heuristicSHA256() string { return c.hash }

func (c *cpuColony) close() {}
