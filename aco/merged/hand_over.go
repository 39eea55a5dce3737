package merged

// moveColonies moves the colonies to other sites. A round of annealing starts anew: its length was
// chosen by the speed of the old sites.
func (r *run) moveColonies(replaceSites func()) {
	states := r.carriedStates()
	if r.Failure() != nil {
		return
	}
	replaceSites()
	r.Each(func(s *site) error { return s.Colonies.restore(states[s.First:][:s.Count], r.Scheduled()) })
	if p, ok := r.plan.(*plan); ok {
		p.restartRound()
	}
}

// restartRound makes the next step the first one of the current round.
func (p *plan) restartRound() {
	if p.Round > 0 && !p.RoundDone {
		p.Round--
		p.EpochRound--
		p.RoundDone, p.RoundEnd = true, p.RoundStart+1 // before the limit: there is another round
	}
}
