package model

import (
	"cmp"
	"slices"

	"github.com/aco-vk/aco-vk/aco/option"
)

// defaultExchangeEvery gives a colony time to improve an adopted tour. Other numbers were not
// measured.
const defaultExchangeEvery = 25

// chooseColonies sets the defaults of colonies and exchange. A single colony exchanges nothing.
func (p *Parameters) chooseColonies() {
	p.Colonies = cmp.Or(p.Colonies, 1)
	if p.Colonies == 1 {
		return
	}
	p.Topology = cmp.Or(p.Topology, TopologyRing)
	if p.Topology != TopologyNone {
		p.ExchangeEvery = cmp.Or(p.ExchangeEvery, defaultExchangeEvery)
	}
}

// ExchangesTours reports whether colonies exchange tours.
func (p Parameters) ExchangesTours() bool { return p.Colonies > 1 && p.ExchangeEvery > 0 }

// validateColonies checks the number of colonies and the exchange.
func (p Parameters) validateColonies() error {
	if p.Colonies < 1 || p.Colonies > maxAnts/p.Ants {
		return option.Refuse(option.Colonies, "%d with %d ants each: use at least 1 colony and at most %d ants in all",
			p.Colonies, p.Ants, maxAnts)
	}
	if p.ExchangeEvery < 0 {
		return option.Refuse(option.ExchangeEvery, "%d: use 1 or more, or 0 for never", p.ExchangeEvery)
	}
	if p.Topology != "" && !slices.Contains(Topologies, p.Topology) {
		return option.Refuse(option.Topology, "%q: use one of %v", p.Topology, Topologies)
	}
	none := p.Topology == "" || p.Topology == TopologyNone
	switch {
	case p.Colonies == 1 && !none:
		return option.Refuse(option.Topology, "%s: one colony has no other to exchange tours with", p.Topology)
	case p.Colonies == 1 && p.ExchangeEvery > 0:
		return option.Refuse(option.ExchangeEvery, "%d: one colony has no other to exchange tours with",
			p.ExchangeEvery)
	case none && p.ExchangeEvery > 0:
		return option.Refuse(option.ExchangeEvery, "%d: topology none exchanges nothing", p.ExchangeEvery)
	}
	return nil
}

// Adopt replaces the best tour of this colony with another colony's best tour. It counts as found
// at this iteration, so that the stall rule gives the colony time to improve it. The trails and
// the restart-best tour of MMAS stay: they belong to this colony's own search.
func (s *State) Adopt(from State) {
	s.BestLength, s.BestAnt, s.BestIteration = from.BestLength, from.BestAnt, s.Iteration
}
