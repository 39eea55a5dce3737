package merged

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

// cpuColonies are colonies on the processor, in the reference.
type cpuColonies struct {
	engine.Host[model.Settings]
	references []*reference.Colony
}

func newCPUColonies(m *model.Model) *cpuColonies {
	c := &cpuColonies{references: reference.NewColonies(m)}
	var all []engine.HostColony[model.Settings]
	for _, ref := range c.references {
		all = append(all, hostColony{ref})
	}
	c.Host = engine.NewHost(all, antStage)
	return c
}

// hostColony implements engine.HostColony.
type hostColony struct{ *reference.Colony }

// Prepare implements engine.HostColony.
func (h hostColony) Prepare(step engineStep) { h.Settings = step.Settings }

// Stages implements engine.HostColony.
func (h hostColony) Stages() []engine.Stage {
	var stages []engine.Stage
	for _, stage := range h.Colony.Stages() {
		stages = append(stages, engine.Stage{Name: stage.Name, Run: func(ctx context.Context) error {
			if stage.Name == antStage {
				return h.AntsUntil(ctx) // takes seconds for long tours
			}
			stage.Run()
			return nil
		}})
	}
	return stages
}

// Truncate implements engine.Colonies. It also drops an incomplete iteration.
func (c *cpuColonies) Truncate(iterations int) {
	c.Host.Truncate(iterations)
	if c.Committed() > c.Completed() {
		return
	}
	c.Restart()
	for _, ref := range c.references {
		ref.DropAnts()
	}
}

// Wait implements engine.Colonies.
func (c *cpuColonies) Wait(ctx context.Context) error { return c.Iterate(ctx) }

func (c *cpuColonies) reported() []model.State {
	states := make([]model.State, len(c.references))
	for i, ref := range c.references {
		states[i] = ref.State
	}
	return states
}

func (c *cpuColonies) best() ([][]uint32, error) {
	tours := make([][]uint32, len(c.references))
	for i, ref := range c.references {
		tours[i] = ref.Best
	}
	return tours, nil
}

func (c *cpuColonies) latest() ([][]uint32, error) {
	tours := make([][]uint32, len(c.references))
	for i, ref := range c.references {
		tours[i] = ref.Tours[ref.State.Iteration&1]
	}
	return tours, nil
}

func (c *cpuColonies) adopt(tours [][]uint32, states []model.State) error {
	c.Restart()
	for i, ref := range c.references {
		ref.Adopt(tours[i], states[i])
	}
	return nil
}

func (c *cpuColonies) carriedStates() ([]carriedState, error) {
	all := make([]carriedState, len(c.references))
	for i, ref := range c.references {
		all[i] = carriedState{ref.State, slices.Clone(ref.Tours[ref.State.Iteration&1]), slices.Clone(ref.Best)}
	}
	return all, nil
}

func (c *cpuColonies) restore(all []carriedState, iterations int) error {
	for i, carried := range all {
		c.references[i].Restore(carried.state, carried.tour, carried.best)
	}
	c.MoveTo(iterations)
	return nil
}
