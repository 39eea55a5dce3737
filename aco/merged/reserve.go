package merged

import (
	"context"
	"time"
)

// endOfCity is what the end of a run takes for a city: tours are copied from the device, checked twice and renumbered.
const endOfCity = 60 * time.Nanosecond

// joinOfCity is what is kept of the time for the first recombination, for a city of a tour, on 16 cores; where tours differ much it would take
// longer, and ends early. Later ones are timed.
const joinOfCity = 1500 * time.Nanosecond

// ending is the time that the end of the run takes, its checkpoint too, and what comes after it.
func (r *run) ending() time.Duration {
	return r.options.After + r.keeper.took + time.Duration(r.model.Cities)*endOfCity
}

// reserve is the time that is kept for the last recombination, and for the end of the run.
func (r *run) reserve() time.Duration {
	join := r.joined + r.joined/2 // tours may differ more than the last time
	if colonies := r.model.Parameters.Colonies; r.combined == 0 && colonies > 1 && !r.model.Windowed() {
		join = time.Duration(r.model.Cities*colonies) * joinOfCity
	}
	return join + r.ending()
}

// untilEnd returns a context that ends with the time limit, but for what the end of a run takes. What was over before it was gone on with has
// no time left, and is to have its tour all the same.
func (r *run) untilEnd() (context.Context, context.CancelFunc) {
	if r.options.TimeLimit == 0 || r.earlier.Stop != "" {
		return context.WithCancel(context.Background())
	}
	return context.WithDeadline(context.Background(), r.options.Started.Add(r.options.TimeLimit-r.ending()))
}
