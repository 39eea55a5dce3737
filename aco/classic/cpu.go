package classic

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/classic/reference"
	"github.com/aco-vk/aco-vk/aco/engine"
)

// cpuColonies are colonies on the processor, in the reference. The colonies run concurrently.
type cpuColonies struct {
	engine.Host[settings]
	references []*reference.Colony
	hash       string   // of the heuristic
	reported   []uint32 // iterations reported so far, by colony
}

func newCPUColonies(ctx context.Context, p *model.Problem, rules model.StopRules) (*cpuColonies, error) {
	references, err := reference.Colonies(ctx, p, rules)
	if err != nil {
		return nil, err
	}
	var hash model.TableHash
	table, columns := references[0].HeuristicTable()
	for row := range slices.Chunk(table, columns) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hash.Add(row, columns, columns)
	}
	var all []engine.HostColony[settings]
	for _, ref := range references {
		copy(ref.RestartTour, ref.BestTour) // with MMAS; as uploadTrails does
		all = append(all, hostColony{ref})
	}
	return &cpuColonies{
		Host: engine.NewHost(all, ""), references: references, hash: hash.Sum(),
		reported: make([]uint32, len(references)),
	}, nil
}

// hostColony implements engine.HostColony.
type hostColony struct{ *reference.Colony }

// Prepare implements engine.HostColony. Settings never change.
func (hostColony) Prepare(step) {}

// Stages implements engine.HostColony. A stage does nothing after a rule has ended the colony.
func (h hostColony) Stages() []engine.Stage {
	var stages []engine.Stage
	for _, stage := range h.Colony.Stages() {
		stages = append(stages, engine.Stage{Name: stage.Name, Run: func(ctx context.Context) error {
			if h.State.Stop != model.Running {
				return nil
			}
			return stage.Run(ctx)
		}})
	}
	return stages
}

// Wait implements engine.Colonies.
func (c *cpuColonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

func (c *cpuColonies) batch() (all []batchResult) {
	for i, ref := range c.references {
		result := batchResult{state: ref.State, tour: ref.BestTour}
		if ref.State.Iteration > c.reported[i] {
			result.lengths = []uint64{ref.IterationBest}
			c.reported[i] = ref.State.Iteration
			if ref.Problem.HasStatistics(ref.State.Iteration) {
				result.rows = []statisticsRow{{ref.Statistics, c.stageTime()}}
			}
		}
		all = append(all, result)
	}
	return all
}

// stageTime returns the time of all stages so far.
func (c *cpuColonies) stageTime() (sum time.Duration) {
	times, _ := c.Stages()
	for _, took := range times {
		sum += took
	}
	return sum
}

func (c *cpuColonies) adopt(all []colonyState) error {
	for i, ref := range c.references {
		ref.State, c.reported[i] = all[i].state, all[i].state.Iteration
		copy(ref.BestTour, all[i].tour)
	}
	return nil
}

func (c *cpuColonies) finishIteration() error {
	for _, ref := range c.references {
		after := false
		for _, stage := range ref.Stages() {
			if after && ref.State.Stop == model.Running {
				if err := stage.Run(context.Background()); err != nil {
					return err
				}
			}
			after = after || stage.Name == "best"
		}
	}
	return nil
}

func (c *cpuColonies) heuristicSHA256() string { return c.hash }

func (c *cpuColonies) read(name string, offset uint64, words []uint32) error {
	clear(words)
	c.forEachPart(name, offset, words, func(part, data []uint32) { copy(part, data) })
	return nil
}

func (c *cpuColonies) write(name string, words []uint32) error {
	c.forEachPart(name, 0, words, func(part, data []uint32) { copy(data, part) })
	return nil
}

// forEachPart divides the words of a device's buffer into rows. It calls do for each part, with
// the reference's data for it. Rows of matrices are padded on a device; the padding has no data in
// the reference and is skipped.
func (c *cpuColonies) forEachPart(name string, offset uint64, words []uint32, do func(part, data []uint32)) {
	p := c.references[0].Problem
	colonyWords := len(bufferOf(c.references[0], name))
	columns, width := colonyWords, colonyWords
	if colonyWords == p.Cities*p.Cities {
		columns, width = p.Cities, Pitch(p.Cities)
		colonyWords = p.Cities * width
	}
	for len(words) > 0 {
		data, at := bufferOf(c.references[offset/uint64(colonyWords)], name), int(offset%uint64(colonyWords))
		row, column := at/width, at%width
		count := min(len(words), width-column)
		if column < columns {
			do(words[:count], data[row*columns+column:(row+1)*columns])
		}
		offset, words = offset+uint64(count), words[count:]
	}
}

// bufferOf returns the reference's data of a carried buffer.
func bufferOf(ref *reference.Colony, name string) []uint32 {
	switch name {
	case "restart_tour":
		return ref.RestartTour
	case "tails":
		return ref.Tails
	}
	return ref.Pheromone
}
