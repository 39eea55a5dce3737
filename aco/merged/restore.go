package merged

import "github.com/aco-vk/aco-vk/aco/merged/model"

func (d *deviceColonies) memories() ([]memory, error) {
	best, err := d.best()
	if err != nil {
		return nil, err
	}
	latest, err := d.latest()
	if err != nil {
		return nil, err
	}
	var trails []uint32
	if d.Run.HasBuffer("trails") {
		if trails, err = d.Run.Download("trails"); err != nil {
			return nil, err
		}
	}
	all, words := make([]memory, len(best)), len(trails)/len(best)
	for c := range all {
		all[c] = memory{d.states[c], latest[c], best[c], trails[c*words:][:words]}
		all[c].state.LongChanges = 0 // those of ants whose iteration was left
	}
	return all, nil
}

// restore has the device find out where the cities are, as uploadTour does. A colony's tour comes into both halves: no rewrite brings it
// into the other where the colony has stopped.
func (d *deviceColonies) restore(memories []memory, iterations int) error {
	n := uint64(d.model.TourCities())
	var states, moving []uint32 // those of colonies that go on and have just accepted nothing
	d.states = d.states[:0]
	for c, of := range memories {
		colony, state := uint64(c), of.state
		d.states, states = append(d.states, state), append(states, state.Words()...)
		state.Stop, state.LongAccepted = model.Running, 0
		moving = append(moving, state.Words()...)
		for _, upload := range []struct {
			name   string
			offset uint64
			words  []uint32
		}{
			{"tours", 2 * colony * n, of.tour}, {"tours", (2*colony + 1) * n, of.tour}, {"best_tour", colony * n, of.best},
			{"trails", colony * uint64(len(of.trails)), of.trails},
		} {
			if len(upload.words) == 0 {
				continue
			}
			if err := d.Run.Upload(upload.name, upload.offset, upload.words); err != nil {
				return err
			}
		}
	}
	if err := d.rewrite(moving); err != nil {
		return err
	}
	d.MoveTo(iterations)
	return d.Run.Upload("state", 0, states)
}
