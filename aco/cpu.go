package aco

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
)

// cpuColonies are the sequential reference's.
type cpuColonies struct {
	twins  []*reference.Colony
	times  map[string]time.Duration
	rounds map[string]float64
	hash   string // of the heuristic
}

func newCPUColonies(ctx context.Context, p *problem.Problem, rules problem.Rules) (colonies, error) {
	twins, err := reference.Colonies(ctx, p, rules)
	if err != nil {
		return nil, err
	}
	var hash problem.TableHash
	table, columns := twins[0].HeuristicTable()
	for row := range slices.Chunk(table, columns) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hash.Add(row, columns, columns)
	}
	return &cpuColonies{twins, map[string]time.Duration{}, map[string]float64{}, hash.Sum()}, nil
}

// advance makes one iteration of every colony. One that the deadline or the context cuts short is dropped.
func (c *cpuColonies) advance(ctx context.Context, _ int, deadline time.Time) (batch, error) {
	if !deadline.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline)
		defer cancel()
	}
	b := batch{whole: 1}
	for _, twin := range c.twins {
		before := twin.State.Iteration
		err := c.iterate(ctx, twin)
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			return batch{outOf: true}, nil
		}
		if err != nil {
			return batch{}, err
		}
		now := progress{state: twin.State, tour: twin.BestTour}
		if twin.State.Iteration > before {
			now.lengths = []uint64{twin.IterationBest}
		}
		b.colonies = append(b.colonies, now)
	}
	return b, nil
}

// iterate makes an iteration of a colony and counts its stages.
func (c *cpuColonies) iterate(ctx context.Context, twin *reference.Colony) error {
	for _, stage := range twin.Stages() {
		if twin.State.Stop != problem.Running {
			return nil
		}
		started := time.Now()
		err := stage.Run(ctx)
		c.times[stage.Name] += time.Since(started)
		if err != nil {
			return err
		}
		c.rounds[stage.Name] += 1 / float64(len(c.twins))
	}
	return nil
}

func (c *cpuColonies) stageTimes() map[string]time.Duration { return c.times }

func (c *cpuColonies) stageRounds() map[string]float64 { return c.rounds }

func (c *cpuColonies) heuristicSHA256() string { return c.hash }

func (c *cpuColonies) close() {}
