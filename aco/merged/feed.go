package merged

import "time"

// feed gives steps to the sites until all have enough to do.
func (r *run) feed() {
	r.each(func(s *site) error { return s.fill() })
	r.saving = r.saving || r.due() || r.keeps()
	for r.stop == "" && r.failure == nil && !r.joining && !r.saving && r.any(func(s *site) bool { return s.wants() }) {
		if !r.step() {
			if !r.any(func(s *site) bool { return s.busy() }) {
				r.stop = r.ended()
			}
			return
		}
		r.each(func(s *site) error { return s.fill() })
	}
}

// step gives the next step to all sites, if there is one.
func (r *run) step() bool {
	step, ok := r.next()
	if !ok {
		return false
	}
	r.schedule.add(step)
	r.given += step.Iterations
	if step.Kick == 0 {
		r.tempo.from = r.given
	}
	r.joining = step.Join
	for _, s := range r.sites {
		s.give(step)
	}
	return true
}

// partTime bounds what is given at once, so that the run can pause in long steps.
const partTime = time.Second

// next returns the next step, or a part of it.
func (r *run) next() (Step, bool) {
	if len(r.rest) == 0 {
		begins := r.tempo.until(r.given).Sub(r.options.Started)
		step, ok := r.plan.next(pace{r.given, begins + r.reserve(), r.tempo.each, r.tempo.kicked(r.tempo.made)})
		if !ok {
			return Step{}, false
		}
		r.rest = []Step{step}
	}
	step := &r.rest[0]
	if most := max(1, int(partTime/max(1, r.tempo.each))); step.Iterations > most {
		step.Iterations -= most
		return step.first(most), true
	}
	r.rest = r.rest[1:]
	return *step, true
}
