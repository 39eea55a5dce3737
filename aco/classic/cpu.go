package classic

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/aco/reference"
)

// cpuColonies are the sequential reference's.
type cpuColonies struct {
	engine.Host
	twins []*reference.Colony
	hash  string   // of the heuristic
	seen  []uint32 // iterations reported so far, by colony
}

func newCPUColonies(ctx context.Context, p *problem.Problem, rules problem.StopRules) (*cpuColonies, error) {
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
	var all []engine.HostColony
	for _, twin := range twins {
		all = append(all, hostColony{twin})
	}
	return &cpuColonies{Host: engine.NewHost(all, ""), twins: twins, hash: hash.Sum(), seen: make([]uint32, len(twins))}, nil
}

// hostColony is a colony as the engine has it.
type hostColony struct{ *reference.Colony }

// Prepare implements engine.Twin: settings never change.
func (hostColony) Prepare(engine.Step) {}

// Stages implements engine.Twin. A stage does nothing once a rule has ended the colony.
func (h hostColony) Stages() []engine.Stage {
	var stages []engine.Stage
	for _, stage := range h.Colony.Stages() {
		stages = append(stages, engine.Stage{Name: stage.Name, Run: func(ctx context.Context) error {
			if h.State.Stop != problem.Running {
				return nil
			}
			return stage.Run(ctx)
		}})
	}
	return stages
}

// Wait implements engine.Colonies.
func (c *cpuColonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

func (c *cpuColonies) batch() (all []progress) {
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

func (c *cpuColonies) adopt(all []standing) error {
	for i, twin := range c.twins {
		twin.State, c.seen[i] = all[i].state, all[i].state.Iteration
		copy(twin.BestTour, all[i].tour)
	}
	return nil
}

func (c *cpuColonies) finishIteration() error {
	for _, twin := range c.twins {
		behind := false
		for _, stage := range twin.Stages() {
			if behind && twin.State.Stop == problem.Running {
				if err := stage.Run(context.Background()); err != nil {
					return err
				}
			}
			behind = behind || stage.Name == "best"
		}
	}
	return nil
}

func (c *cpuColonies) heuristicSHA256() string { return c.hash }

func (c *cpuColonies) read(name string, at uint64, words []uint32) error {
	clear(words)
	c.each(name, at, words, func(words, there []uint32) { copy(words, there) })
	return nil
}

func (c *cpuColonies) write(name string, at uint64, words []uint32) error {
	c.each(name, at, words, func(words, there []uint32) { copy(there, words) })
	return nil
}

// each goes over words of a buffer as a device has it, where rows of a matrix are padded, and what the reference has for them, if
// anything: a row, or all of a colony, at a time.
func (c *cpuColonies) each(name string, at uint64, words []uint32, do func(words, there []uint32)) {
	p := c.twins[0].Problem
	for len(words) > 0 {
		first := bufferOf(c.twins[0], name)
		colony, columns, width := len(first), len(first), len(first)
		if len(first) == p.Cities*p.Cities {
			colony, columns, width = p.Cities*pitch(p.Cities), p.Cities, pitch(p.Cities)
		}
		all, place := bufferOf(c.twins[at/uint64(colony)], name), int(at%uint64(colony))
		row, column := place/width, place%width
		here := min(len(words), width-column)
		if column < columns {
			do(words[:here], all[row*columns+column:(row+1)*columns])
		}
		at, words = at+uint64(here), words[here:]
	}
}

// bufferOf returns what the reference has of a buffer that iterations hand on.
func bufferOf(twin *reference.Colony, name string) []uint32 {
	switch name {
	case "restart_tour":
		return twin.RestartTour
	case "tails":
		return twin.Tails
	}
	return twin.Pheromone
}
