package merged

import (
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

func (g *group) reported() []model.State { return []model.State{g.state} }

func (g *group) best() (tours [][]uint32, err error) {
	all, err := g.carriedStates()
	if err != nil {
		return nil, err
	}
	return [][]uint32{all[0].best}, nil
}

func (g *group) latest() (tours [][]uint32, err error) {
	all, err := g.carriedStates()
	if err != nil {
		return nil, err
	}
	return [][]uint32{all[0].tour}, nil
}

// carriedStates returns the data of the first device whose tours are valid. It drops the devices before it.
func (g *group) carriedStates() (all []carriedState, err error) {
	for _, s := range g.Working() {
		carried, failure := s.Colonies.checkTours()
		if failure == nil {
			return []carriedState{carried}, nil
		}
		if err = g.Drop(s, failure); err != nil {
			return nil, err
		}
		g.afterLoss()
	}
	return nil, err
}

func (g *group) adopt(tours [][]uint32, states []model.State) error {
	return g.replace(states[0], func(m *member) error { return m.adopt(tours, states) })
}

func (g *group) restore(all []carriedState, iterations int) error {
	g.MoveTo(iterations)
	return g.replace(all[0].state, func(m *member) error { return m.restore(all, iterations) })
}

// replace sets the state of the colony, and calls set to set the data of each device.
func (g *group) replace(state model.State, set func(*member) error) error {
	g.state, g.counts, g.begun = state, state.Counts.OfAnts(), false
	lost, err := g.Each(func(s *engine.Site[*member]) error { return set(s.Colonies) })
	if lost && err == nil {
		g.afterLoss()
	}
	return err
}
