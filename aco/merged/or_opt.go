package merged

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
)

const (
	// finishTimePerCity is the time per city for the end of a run: tours are copied from the device, verified twice and renumbered.
	finishTimePerCity = 60 * time.Nanosecond
	// maxOrOptCities is the most cities of a run whose tour Or-opt shortens at the end. It takes about 0.1 s of one core for so many.
	maxOrOptCities = 12_000
	// orOptTimePerCity is the time reserved for it. It is short: where there are many cores, Or-opt uses them.
	orOptTimePerCity = 2 * time.Microsecond
	// orOptLimit is twice the time for the most cities on one core.
	orOptLimit = 200 * time.Millisecond
)

// finishTime returns the time that a run needs after the last exchange.
func finishTime(m *model.Model) time.Duration {
	perCity := finishTimePerCity
	if m.Cities <= maxOrOptCities {
		perCity += orOptTimePerCity
	}
	return time.Duration(m.Cities) * perCity
}

// orOpt returns the tour of a run, shortened by Or-opt. A run that ended before its ants have
// improved every part of the tour needs it. The tour must not depend on the clock unless the clock
// or an interrupt ended the run. Then Or-opt has a limit, because it takes seconds for a tour that
// no ant has improved, and a repeated run leaves it out if this one did.
func (r *run) orOpt(found solution) solution {
	ctx, cancel := context.Background(), func() {}
	if r.StopReason() == engine.StopInterrupted || r.StopReason() == engine.StopTimeLimit {
		ctx, cancel = context.WithTimeout(ctx, orOptLimit)
	}
	defer cancel()
	tour := make(tsp.Tour, len(found.tour))
	for place, city := range found.tour {
		tour[place] = int32(city)
	}
	shorter, gain, err := construct.OrOpt(ctx, r.model.Instance, tour)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		r.schedule.OrOpt = false
		return found
	}
	if err == nil && gain > 0 {
		words := make([]uint32, len(shorter))
		for place, city := range shorter {
			words[place] = uint32(city)
		}
		found = solution{words, found.length - uint64(gain)}
		err = r.verify(0, found.tour, found.length)
	}
	if err != nil {
		r.Abort(fmt.Errorf("shortening a tour of %d cities by Or-opt: %w", r.model.Cities, err))
	}
	return found
}
