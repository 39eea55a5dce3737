package merged

import "github.com/aco-vk/aco-vk/aco/merged/model"

func (d *deviceColonies) carriedStates() ([]carriedState, error) {
	best, err := d.best()
	if err != nil {
		return nil, err
	}
	latest, err := d.latest()
	if err != nil {
		return nil, err
	}
	all := make([]carriedState, len(best))
	for c := range all {
		all[c] = carriedState{d.states[c], latest[c], best[c]}
		all[c].state.LongChanges = 0 // of the ants of a dropped iteration
	}
	return all, nil
}

// restore uploads the states and computes the positions of cities on the device, like uploadTour. It uploads a colony's tour to both halves
// because no rewrite copies it in a colony that has stopped.
func (d *deviceColonies) restore(all []carriedState, iterations int) error {
	n := uint64(d.model.Cities)
	var states, running []uint32 // running: with these states the rewrite copies the tours
	d.states = d.states[:0]
	for c, carried := range all {
		colony, state := uint64(c), carried.state
		d.states, states = append(d.states, state), append(states, state.Words()...)
		state.Stop, state.LongAccepted = model.Running, 0
		running = append(running, state.Words()...)
		for _, upload := range []struct {
			name   string
			offset uint64
			words  []uint32
		}{
			{"tours", 2 * colony * n, carried.tour}, {"tours", (2*colony + 1) * n, carried.tour},
			{"best_tour", colony * n, carried.best},
		} {
			if err := d.Run.Upload(upload.name, upload.offset, upload.words); err != nil {
				return err
			}
		}
	}
	if err := d.rewrite(running); err != nil {
		return err
	}
	d.MoveTo(iterations)
	return d.Run.Upload("state", 0, states)
}
