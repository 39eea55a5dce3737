package classic

import "github.com/aco-vk/aco-vk/aco/problem"

// adoptions returns, for each colony, the number of the one whose best tour it adopts, -1 where it keeps its own. A colony
// adopts the shortest tour of those that it is shown, of equally short ones the one of the colony with the smallest number,
// and only one that is shorter than its own.
//
// With TopologyRing a colony is shown the tour of the one before it, the first that of the last. With TopologyBest it is shown
// the best of all, with TopologyFull every other one's: as it adopts the best of what it is shown, these two come to the same,
// as all three do with two colonies.
func adoptions(topology problem.Topology, lengths []uint64) []int {
	from := make([]int, len(lengths))
	for c := range lengths {
		from[c] = -1
		shortest := lengths[c]
		for _, shown := range shownTo(topology, c, len(lengths)) {
			if lengths[shown] < shortest {
				from[c], shortest = shown, lengths[shown]
			}
		}
	}
	return from
}

// shownTo lists the colonies whose tours a colony is shown, in ascending order.
func shownTo(topology problem.Topology, colony, colonies int) []int {
	switch topology {
	case problem.TopologyRing:
		return []int{(colony + colonies - 1) % colonies}
	case problem.TopologyBest, problem.TopologyFull: // its own is not shorter than itself
		all := make([]int, colonies)
		for c := range all {
			all[c] = c
		}
		return all
	}
	return nil
}

// exchange lets colonies adopt each other's tours, all from what they had before. No site is at work meanwhile. A colony that a
// stop rule has ended, or whose device is gone, adopts nothing, but its tour is shown.
func (r *run) exchange() {
	var lengths []uint64
	for _, c := range r.standings {
		lengths = append(lengths, c.state.BestLength)
	}
	from := adoptions(r.topology, lengths)
	before := append([]standing(nil), r.standings...)
	for _, s := range r.sites {
		if s.lost != nil {
			continue
		}
		adopted := false
		for c := s.first; c < s.first+s.count; c++ {
			now := &r.standings[c]
			if from[c] < 0 || now.state.Stop != problem.Running {
				continue
			}
			giver := &before[from[c]]
			now.state.Adopt(giver.state)
			now.tour, now.found, adopted = giver.tour, giver.found, true
		}
		if adopted {
			r.failed(s, s.adopt(r.standingsOf(s)))
		}
	}
}
