package merged

import (
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
)

// cpuColonies are the sequential reference's.
type cpuColonies struct {
	queue
	twins  []*reference.Colony
	made   int
	times  map[string]time.Duration
	rounds map[string]float64
}

func newCPUColonies(m *model.Model) *cpuColonies {
	c := &cpuColonies{times: map[string]time.Duration{}, rounds: map[string]float64{}}
	for i := range m.Colonies {
		c.twins = append(c.twins, reference.NewColony(m, uint32(m.FirstColony+i)))
	}
	return c
}

func (c *cpuColonies) fill() error { return nil }

func (c *cpuColonies) wants() bool { return len(c.queue) == 0 }

func (c *cpuColonies) busy() bool { return len(c.queue) > 0 }

// wait makes one iteration of every colony.
func (c *cpuColonies) wait() (batch, error) {
	var b batch
	for _, twin := range c.twins {
		twin.Settings = c.queue[0].Settings
		for _, stage := range twin.Stages() {
			started := time.Now()
			stage.Run()
			c.times[stage.Name] += time.Since(started)
			c.rounds[stage.Name] += 1 / float64(len(c.twins))
		}
		b.states = append(b.states, twin.State)
	}
	c.pass(1)
	c.made++
	b.made = c.made
	return b, nil
}

func (c *cpuColonies) begun() int { return c.made }

func (c *cpuColonies) cut(iterations int) { c.keep(iterations - c.made) }

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
	c.made = iterations
	return nil
}

func (c *cpuColonies) stageTimes() map[string]time.Duration { return c.times }

func (c *cpuColonies) stageRounds() map[string]float64 { return c.rounds }

func (c *cpuColonies) close() {}
