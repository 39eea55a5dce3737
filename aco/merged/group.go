package merged

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// group has the devices that work on one tour together. Each has the whole colony. In an iteration each runs a share of the ants; then the
// devices exchange the ants' changes, and every device merges all of them. So all devices have the same tours, and the result does not
// depend on their number. docs/default-solver.md explains it.
type group struct {
	engine.Group[model.Settings, *member]
	model  *model.Model
	state  model.State  // of the colony, after the last complete iteration
	counts model.Counts // of all ants, until the iteration whose changes are exchanged
	begun  bool         // the ants of the next iteration have run
	turns  int          // iterations since the ants were last divided equally, or since a loss
}

// newGroup returns a group of started devices before its first iteration.
func newGroup(m *model.Model, started []*site, results []engine.DeviceResult, at time.Time, active bool) *group {
	var members []*engine.Site[*member]
	for _, s := range started {
		if active {
			s.Colonies.(*member).Run.Poll()
		}
		members = append(members, &engine.Site[*member]{Colonies: s.Colonies.(*member), ColonyRange: s.ColonyRange, Device: s.Device})
	}
	g := &group{Group: engine.NewGroup[model.Settings](members, results, at, active), model: m, state: members[0].Colonies.states[0]}
	g.counts = g.state.Counts.OfAnts()
	g.divide(func(*member) pace { return pace{ant: 1} })
	return g
}

// Wait implements engine.Colonies. It completes an iteration and, if another one is queued, runs the ants of that one in the same submission.
// If a device fails before the iteration is complete, the others repeat the iteration's ants: nothing but the devices' shares changes.
func (g *group) Wait(context.Context) error {
	for {
		if err := g.begin(); err != nil {
			return err
		}
		devices := len(g.Working())
		again, err := g.Each(func(s *engine.Site[*member]) error { return s.Colonies.read() })
		if err == nil && !again {
			again, err = g.complete()
		}
		if err == nil && !again {
			err = g.compare()
		}
		if err != nil {
			return err
		}
		if len(g.Working()) < devices {
			g.afterLoss()
		}
		if !again {
			return nil
		}
	}
}

// begin runs the ants of the next iteration, unless they have run.
func (g *group) begin() error {
	step, _ := g.Next()
	for !g.begun {
		lost, err := g.Each(func(s *engine.Site[*member]) error { return s.Colonies.begin(step, g.state) })
		if err != nil {
			return err
		}
		if g.begun = true; lost {
			g.afterLoss()
		}
	}
	return nil
}

// complete merges the changes of all devices and runs the ants of the next iteration if one is queued. If a change is wrong, only devices that have
// not merged the changes remain, and again is true.
func (g *group) complete() (again bool, err error) {
	working, counts := g.Working(), g.counts
	for _, s := range working {
		counts.Add(s.Colonies.counts)
		s.Colonies.record()
	}
	next, more := g.Following()
	if g.turns++; g.turns&(g.turns+1) == 0 { // after 1, 3, 7, … iterations
		g.divide((*member).pace)
	}
	_, err = g.Each(func(s *engine.Site[*member]) error {
		var others []model.Exported
		for _, other := range working {
			if other != s {
				others = append(others, other.Colonies.exports)
			}
		}
		return s.Colonies.complete(counts, others, next, more)
	})
	if err == nil {
		again, err = g.judge(working)
	}
	if err == nil && !again {
		g.counts, g.begun = counts, more
		g.Complete()
	}
	return again, err
}

// afterLoss divides the ants among the remaining devices, which run them again.
func (g *group) afterLoss() {
	g.begun, g.turns = false, 0
	g.divide((*member).pace)
}

// divide divides the ants among the devices by their paces.
func (g *group) divide(paceOf func(*member) pace) {
	var paces []pace
	block := uint32(1)
	for _, s := range g.Working() {
		paces, block = append(paces, paceOf(s.Colonies)), max(block, s.Colonies.block())
	}
	for i, share := range divideAnts(uint32(g.model.Ants), block, paces) {
		g.Working()[i].Colonies.share = share
	}
}

// Report records what the devices have done in their results.
func (g *group) Report() {
	g.Group.Report(func(m *member) engine.DeviceExchange { return m.exchange })
}
