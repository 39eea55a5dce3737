package problem

import "slices"

// defaultExchangeEvery is long enough for ants to make something of a tour that their colony has adopted. Other numbers were
// not measured.
const defaultExchangeEvery = 25

// chooseColonies fills in what several colonies leave open. Of one, nothing is exchanged.
func (p *Parameters) chooseColonies() {
	setDefault(&p.Colonies, 1)
	if p.Colonies == 1 {
		return
	}
	setDefault(&p.Topology, TopologyRing)
	if p.Topology != TopologyNone {
		setDefault(&p.ExchangeEvery, defaultExchangeEvery)
	}
}

// ExchangesTours says whether colonies are ever shown each other's tours.
func (p Parameters) ExchangesTours() bool { return p.Colonies > 1 && p.ExchangeEvery > 0 }

// validateColonies refuses numbers of colonies, and exchanges, that there are not.
func (p Parameters) validateColonies() error {
	if p.Colonies < 1 || p.Colonies > maxAnts/p.Ants {
		return Errorf("colonies %d of %d ants: at least 1, and at most %d ants in all", p.Colonies, p.Ants, maxAnts)
	}
	if p.ExchangeEvery < 0 {
		return Errorf("exchange every %d iterations: 1 or more, or 0 for never; that is not negative", p.ExchangeEvery)
	}
	if p.Topology != "" && !slices.Contains(Topologies, p.Topology) {
		return Errorf("topology %q: there are %v", p.Topology, Topologies)
	}
	none := p.Topology == "" || p.Topology == TopologyNone
	switch {
	case p.Colonies == 1 && !none:
		return Errorf("topology %s: one colony has none to exchange tours with", p.Topology)
	case p.Colonies == 1 && p.ExchangeEvery > 0:
		return Errorf("exchange every %d iterations: one colony has none to exchange tours with", p.ExchangeEvery)
	case none && p.ExchangeEvery > 0:
		return Errorf("exchange every %d iterations: topology none exchanges nothing", p.ExchangeEvery)
	}
	return nil
}

// Adopt makes another colony's best tour so far that of this state's colony. It counts as found at this iteration, so that a
// colony that is about to stall gets its time to make something of it. The trails, and what MMAS knows of its last
// initialisation, stay: a tour that comes from elsewhere says nothing of them.
func (s *State) Adopt(from State) {
	s.BestLength, s.BestAnt, s.BestIteration = from.BestLength, from.BestAnt, s.Iteration
}
