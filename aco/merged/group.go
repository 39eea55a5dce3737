package merged

import (
	"context"
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// group has the devices that work on one tour together. Each has the whole colony. In an iteration
// each runs a share of the ants; then the devices exchange the ants' changes, and every device
// merges all of them. So all devices have the same tours, and the result does not depend on their
// number. docs/default-solver.md explains it.
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
		members = append(members, &engine.Site[*member]{
			Colonies: s.Colonies.(*member), ColonyRange: s.ColonyRange, Device: s.Device,
		})
	}
	g := &group{
		Group: engine.NewGroup[model.Settings](members, results, at, active), model: m,
		state: members[0].Colonies.states[0],
	}
	g.counts = g.state.Counts.OfAnts()
	g.divide(func(*member) pace { return pace{ant: 1} })
	return g
}

// Wait implements engine.Colonies. It completes an iteration and, if another one is queued, runs
// the ants of that one in the same submission. If a device fails before the iteration is complete,
// the others repeat the iteration's ants: nothing but the devices' shares changes.
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

// complete merges the changes of all devices and runs the ants of the next iteration if one is
// queued. If a change is wrong, only devices that have not merged the changes remain, and again is
// true.
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
		again, err = g.judge()
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

// carriedStates returns the data of the first device whose tours are valid. It drops the devices
// before it.
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

// share is a range of the ants of an iteration, which one device of a group runs.
type share struct{ first, end uint32 }

func (s share) ants() uint32 { return s.end - s.first }

// groups returns the work-groups of the ants, with so many in each. The last one may have fewer.
func (s share) groups(block uint32) (first, count uint32) {
	first = s.first / block
	return first, (s.end+block-1)/block - first
}

// pace is the time of a device for an ant, and for the rest of an iteration, in any unit. The rest
// is apart because the first iterations of a large instance are mostly merging.
type pace struct{ ant, rest float64 }

// divideAnts divides the ants among devices so that all take about the same time. Shares begin at
// multiples of block. If there are enough blocks, each device has one, so that its pace can be
// measured.
func divideAnts(ants, block uint32, paces []pace) []share {
	shares, blocks := make([]share, len(paces)), int((ants+block-1)/block)
	weights, all := weightsOf(float64(ants), paces)
	sum, before := 0.0, 0 // of the devices so far
	for i, weight := range weights {
		sum += weight
		left := len(weights) - 1 - i // devices
		until := max(before, min(max(int(math.Round(sum/all*float64(blocks))), before+1), blocks-left))
		shares[i] = share{min(ants, uint32(before)*block), min(ants, uint32(until)*block)}
		before = until
	}
	return shares
}

// weightsOf returns how many ants each device can run if all end at the same time, and their sum.
func weightsOf(ants float64, paces []pace) (weights []float64, sum float64) {
	// ants that all run in a unit of time, and those that they do not run during the rest of the
	// iteration
	perTime, late := 0.0, 0.0
	for _, p := range paces {
		perTime += 1 / p.ant
		late += p.rest / p.ant
	}
	end := (ants + late) / perTime
	for _, p := range paces {
		weight := max(0, end-p.rest) / p.ant
		weights = append(weights, weight)
		sum += weight
	}
	return weights, sum
}
