package classic

import (
	"math"

	"github.com/aco-vk/aco-vk/aco/problem"
)

// level lets those of a site's colonies work that are the fewest iterations on, and has those that are ahead wait for them. Nothing may be
// under way.
func (r *run) level(s *site) error {
	all := r.standingsOf(s)
	least := uint32(math.MaxUint32)
	s.whole, s.until = 0, 0
	for i := range all {
		if state := &all[i].state; state.Stop == problem.Waiting || state.Stop == problem.Running {
			state.Stop, least = problem.Running, min(least, state.Iteration)
		}
		s.whole = max(s.whole, int(all[i].state.Iteration))
	}
	for i := range all {
		state := &all[i].state
		if state.Stop != problem.Running {
			continue
		}
		s.whole = int(least)
		if state.Iteration > least {
			state.Stop = problem.Waiting
			if s.until == 0 || int(state.Iteration) < s.until {
				s.until = int(state.Iteration)
			}
		}
	}
	return s.adopt(all)
}

// rouse has colonies that waited work on once the others have come to where they are, and says whether it has.
func (r *run) rouse(s *site) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	if s.until == 0 || s.whole < s.until || s.lost != nil || r.pausing || r.stop != "" || r.err != nil {
		return false
	}
	return !r.failed(s, r.level(s))
}
