package merged

import (
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
		for _, stage := range append([]reference.Stage{{Name: "ant", Run: twin.Ants}}, twin.Merge()...) {
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

func (c *cpuColonies) stageTimes() map[string]time.Duration { return c.times }

func (c *cpuColonies) stageRounds() map[string]float64 { return c.rounds }

func (c *cpuColonies) close() {}
