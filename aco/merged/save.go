package merged

import (
	"math"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

const (
	// saveEvery is the least time between copies of the best tour.
	saveEvery = time.Second
	// saveShare is the part of the time that copies take, one in so many at the most.
	saveShare = 100
)

// saved is a copy of the best tour that was checked: a device that is lost takes with it what its colonies found since tours were
// recombined, which can be all that a run has found. With windows they are put together often enough.
type saved struct {
	measured
	at   time.Time     // when the last copy was made
	took time.Duration // that this took
}

// notSaved is no copy, at the begin of a run.
func notSaved(m *model.Model) saved {
	return saved{measured{nil, math.MaxUint64}, time.Now(), time.Duration(m.Cities) * endOfCity}
}

// due says whether it is time to copy a tour that is better than what the host has.
func (r *run) due() bool {
	return !r.model.Windowed() && r.length < min(r.goodness, r.saved.length) &&
		time.Since(r.saved.at) >= max(saveEvery, saveShare*r.saved.took)
}

// pause copies what is due. Nothing may be under way.
func (r *run) pause() {
	r.saving = false
	if r.due() {
		r.save()
	}
	if r.keeps() {
		r.keep()
	}
}

// save copies the best tour. Nothing may be under way.
func (r *run) save() {
	started := time.Now()
	for _, tour := range r.tours(false) {
		if length := r.model.LengthOf(tour); length < r.saved.length {
			r.saved.measured = measured{tour, length}
		}
	}
	r.saved.at, r.saved.took = time.Now(), time.Since(started)
	if r.distrust() {
		if r.saved.length < r.goodness {
			r.good, r.goodness = r.saved.tour, r.saved.length
		}
		r.restart(r.given)
	}
	r.tempo.restart()
}

// salvage makes the copy the good tour, where a device was lost that had it and nothing better was found since.
func (r *run) salvage() {
	if (r.failure != nil || r.anyLost()) && r.saved.length < r.goodness {
		r.good, r.goodness = r.saved.tour, r.saved.length
	}
}
