package merged

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

// cpuColonies are the sequential reference's.
type cpuColonies struct {
	engine.Host
	twins []*reference.Colony
	limit time.Time // at which an iteration is interrupted, zero: never
}

func newCPUColonies(m *model.Model) *cpuColonies {
	c := &cpuColonies{}
	var all []engine.HostColony
	for i := range m.Colonies {
		twin := reference.NewColony(m, uint32(m.FirstColony+i))
		c.twins, all = append(c.twins, twin), append(all, hostColony{twin})
	}
	c.Host = engine.NewHost(all, antStage)
	return c
}

// hostColony is a colony as the engine has it.
type hostColony struct{ *reference.Colony }

// Prepare implements engine.Twin.
func (h hostColony) Prepare(step engine.Step) { h.Settings = settingsOf(step) }

// Stages implements engine.Twin.
func (h hostColony) Stages() []engine.Stage {
	var stages []engine.Stage
	for _, stage := range h.Colony.Stages() {
		stages = append(stages, engine.Stage{Name: stage.Name, Run: func(ctx context.Context) error {
			if stage.Name == antStage {
				return h.AntsUntil(ctx) // a long tour keeps ants busy for seconds
			}
			stage.Run()
			return nil
		}})
	}
	return stages
}

// Truncate implements engine.Colonies. Of an iteration that is not completed nothing is kept.
func (c *cpuColonies) Truncate(iterations int) {
	c.Host.Truncate(iterations)
	if c.Committed() > c.Completed() {
		return
	}
	c.Restart()
	for _, twin := range c.twins {
		twin.DropAnts()
	}
}

// Wait implements engine.Colonies.
func (c *cpuColonies) Wait(ctx context.Context) error {
	if !c.limit.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, c.limit)
		defer cancel()
	}
	return c.Iterate(ctx)
}

func (c *cpuColonies) reported() []model.State {
	states := make([]model.State, len(c.twins))
	for i, twin := range c.twins {
		states[i] = twin.State
	}
	return states
}

func (c *cpuColonies) best() ([][]uint32, error) {
	tours := make([][]uint32, len(c.twins))
	for i, twin := range c.twins {
		tours[i] = twin.Best
	}
	return tours, nil
}

func (c *cpuColonies) latest() ([][]uint32, error) {
	tours := make([][]uint32, len(c.twins))
	for i, twin := range c.twins {
		tours[i] = twin.Tours[twin.State.Iteration&1]
	}
	return tours, nil
}

func (c *cpuColonies) adopt(tour []uint32, states []model.State) error {
	c.Restart()
	for i, twin := range c.twins {
		twin.Adopt(tour, states[i])
	}
	return nil
}

func (c *cpuColonies) memories() ([]memory, error) {
	all := make([]memory, len(c.twins))
	for i, twin := range c.twins {
		all[i] = memory{twin.State, slices.Clone(twin.Tours[twin.State.Iteration&1]), slices.Clone(twin.Best), nil}
		for _, trail := range twin.Trails {
			all[i].trails = append(all[i].trails, uint32(trail))
		}
	}
	return all, nil
}

func (c *cpuColonies) restore(memories []memory, iterations int) error {
	for i, of := range memories {
		c.twins[i].Restore(of.state, of.tour, of.best, of.trails)
	}
	c.MoveTo(iterations)
	return nil
}
