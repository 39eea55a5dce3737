package classic

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
	hash   string   // of the heuristic
	next   int      // the colony whose iteration comes next
	seen   []uint32 // iterations reported so far, by colony

	patience time.Duration // that an iteration which was begun has beyond what would end it
	partway  bool          // it was not enough
}

func newCPUColonies(ctx context.Context, p *problem.Problem, rules problem.StopRules, patience time.Duration) (colonies, error) {
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
	return &cpuColonies{
		twins: twins, times: map[string]time.Duration{}, rounds: map[string]float64{}, hash: hash.Sum(), seen: make([]uint32, len(twins)),
		patience: patience,
	}, nil
}

// advance makes one iteration of every colony. When the deadline or the context cuts a colony's short, the next advance makes
// it anew, and those after it.
func (c *cpuColonies) advance(ctx context.Context, _ int, deadline time.Time) (batch, error) {
	ctx, cancel := within(ctx, deadline, c.patience)
	defer cancel()
	var b batch
	for ; c.next < len(c.twins); c.next++ {
		err := c.iterate(ctx, c.twins[c.next])
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			b.outOf = true
			break
		}
		if err != nil {
			return batch{}, err
		}
	}
	if c.partway = b.outOf; !b.outOf {
		b.whole, c.next = 1, 0
	}
	b.colonies = c.bring()
	return b, nil
}

// bring tells where the colonies stand.
func (c *cpuColonies) bring() (all []progress) {
	for i, twin := range c.twins {
		now := progress{state: twin.State, tour: twin.BestTour}
		if twin.State.Iteration > c.seen[i] {
			now.lengths = []uint64{twin.IterationBest}
			c.seen[i] = twin.State.Iteration
		}
		all = append(all, now)
	}
	return all
}

// adopt sets all states and best tours.
func (c *cpuColonies) adopt(all []standing) error {
	for i, twin := range c.twins {
		twin.State, c.seen[i] = all[i].state, all[i].state.Iteration
		copy(twin.BestTour, all[i].tour)
	}
	return nil
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
