package merged

import (
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// speed is the measured speed of the processors in a run: the time of a distance between cities that
// are adjacent in a tour. It depends on the machine, its load, the metric and the number of cities.
// The times of the phases at the end that are not measured themselves follow from it.
type speed struct {
	distance float64 // seconds, while all processors compute distances
}

// These are the distances for each city that take as long as a phase, measured by processor time
// with uniform and clustered instances of 10,000 and 100,000 cities.
const (
	fetchDistances  = 3   // of each tour that is copied and verified; they took 2
	verifyDistances = 10  // of the last tour, which is copied, renumbered and verified; it took 6
	orOptDistances  = 170 // of Or-opt on all processors, if no move shortens the tour; 130 to 200
	// moveDistances is for the moves of Or-opt in a greedy tour, on one processor; 470 to 720.
	moveDistances    = 600
	prepareDistances = 350 // of candidates and a greedy tour; 130 to 370
	nearDistances    = 150 // of lists of near cities; 60 to 180
	// recombineDistances is for each tour in the first recombination. Later ones are measured. Tours
	// that differ much take longer: then the recombination is cut.
	recombineDistances = 1000
	// togetherDistances is for each of the tours that colonies found from one tour; 33 tours that each
	// differ at 400 places took 3 to 12.
	togetherDistances = 12
)

// The speed is the middle one of samples that take about a millisecond of one core, or with many
// cities ten milliseconds: the load of the machine has more influence on long samples, as on the
// phases of many cities.
const (
	samples    = 3
	leastCount = 1 << 16
	mostCount  = 1 << 20
)

// measureSpeed measures the time of a distance between cities that are adjacent in a tour. A short
// tour is repeated, because the processors take longer to start than to compute a few distances.
func measureSpeed(m *model.Model, tour []uint32) speed {
	part := tour[:min(len(tour), mostCount)]
	if len(part) < leastCount {
		part = slices.Repeat(part, (leastCount+len(part)-1)/len(part))
	}
	var took [samples]float64
	for i := range took {
		started := time.Now()
		m.LengthOf(part)
		took[i] = time.Since(started).Seconds() / float64(len(part))
	}
	slices.Sort(took[:])
	return speed{took[samples/2]}
}

// of returns the time of a number of distances for each city.
func (s speed) of(m *model.Model, distances int) time.Duration {
	return time.Duration(s.distance * float64(distances) * float64(m.Cities) * float64(time.Second))
}

// raw returns the expected time of Or-opt in a tour that no ant has improved.
func (s speed) raw(m *model.Model) time.Duration {
	return s.of(m, orOptDistances+moveDistances*runtime.GOMAXPROCS(0))
}

// shorteningShare is the part of the time left for a preparation and Or-opt that Or-opt has if both
// need more. In the same time, greedy matching shortens the curve four times as much as Or-opt.
const shorteningShare = 8

// leftToShorten returns how much of the time that is left when a model has a start tour without a
// search is for Or-opt. It is all of it if the rest of the preparation would certainly not end.
func (s speed) leftToShorten(m *model.Model, left time.Duration) time.Duration {
	if left < s.of(m, prepareDistances)/2 {
		return max(0, left)
	}
	return min(s.raw(m)+s.of(m, nearDistances), left/shorteningShare)
}

// expectTimes sets the times that the phases after the last iteration are expected to take.
func (r *run) expectTimes() {
	if r.options.TimeLimit == 0 {
		return
	}
	m, b := r.model, r.Budget()
	if p, ok := r.plan.(*plan); ok && p.byClock {
		p.recombining = int64(r.recombineTime)
	}
	s := measureSpeed(m, r.current.tour)
	b.Expect(engine.Verifying, s.of(m, verifyDistances))
	b.Expect(engine.Shortening, s.of(m, orOptDistances))
	if r.improved = r.Scheduled() >= sweepOf(m); !r.improved {
		b.Expect(engine.Shortening, min(s.raw(m), b.Left()/2))
	}
	tours := m.Parameters.Colonies + r.options.peers()
	fetch := max(r.fetchTime, s.of(m, fetchDistances*tours))
	switch {
	case tours == 1:
		b.Expect(engine.Recombining, fetch)
	case !r.plan.more():
		b.Expect(engine.Recombining, fetch+s.of(m, togetherDistances*tours))
	case r.recombinedAt == 0:
		b.Expect(engine.Recombining, fetch+min(s.of(m, recombineDistances*tours), b.Left()/8))
	default: // tours may differ more than the last time
		b.Expect(engine.Recombining, r.recombineTime+r.recombineTime/2)
	}
}
