package merged

import (
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// site is a device or the processor, with some of the colonies.
type site = engine.Site[colonies]

// run is a run of merged ants. It implements engine.Algorithm.
type run struct {
	*engine.Run[model.Settings, colonies]
	options Options
	model   *model.Model
	plan    planner

	schedule Schedule // without its steps, which the engine has
	current  solution // the tour of the last exchange; at the end the tour of the run
	// the colonies' tours, from an exchange until the next step begins; nil: not fetched yet
	parents [][][]uint32
	// of a population: their recombinations in pairs, from an exchange until the next step begins
	offspring     []solution
	recombinedAt  int            // iterations before the last update of the current tour
	recombineTime time.Duration  // duration of that update
	fetchTime     time.Duration  // its part in which the tours were fetched and verified
	improved      bool           // ants have searched from every city
	lostSites     int            // lost sites whose results are already dropped
	foundAt       int            // the iteration at which the best tour was found
	restored      []carriedState // of all colonies, until the sites of a resumed run are restored
}

// solution is a tour and its length.
type solution struct {
	tour   []uint32
	length uint64
}

// newRun returns a new or a restored run.
func newRun(o Options, m *model.Model, instance *tsp.Instance, opened engine.Opened[colonies]) (*run, error) {
	r := &run{
		options: o, model: m, current: solution{m.StartTour, m.StartLength}, plan: newPlan(m, o),
		schedule: Schedule{
			FirstTour: firstTourSHA256(m), Target: o.Target, Stall: o.Stall, OrOpt: true,
			OrOptNear: m.Cities > maxWholeOrOpt,
			// With fixed edges it won nothing in four runs of 300 iterations, of 200 cities each.
			EdgeAssembly: (m.IsPopulation() || o.peers() > 0) && !m.HasFixed(),
			EffortByAnts: true, MergeCities: mergeCities, PairCities: pairCities,
		},
	}
	if r.schedule.EdgeAssembly && m.IsPopulation() && m.Cities > fewestMeeting {
		r.schedule.Meetings = meetings
	}
	if o.Schedule != nil {
		r.plan, r.schedule = &replay{o.Schedule.Steps}, *o.Schedule
		r.schedule.FirstTour, r.schedule.DistinctPlaces, r.schedule.Steps = firstTourSHA256(m), 0, nil
	}
	state, err := r.restore()
	if err != nil {
		return nil, err
	}
	r.Run = engine.New(engine.Config[model.Settings, colonies]{
		Rules: o.Rules, Options: o.Options, Watch: o.watch,
		Name: Algorithm, Algorithm: r, Instance: instance, Seed: m.Parameters.Seed,
		Traits: engine.Traits{
			CheckpointTime: time.Duration(2*m.Cities+2*m.Colonies*m.Cities) * checkpointTimePerCity,
			Ants:           m.Ants, Colonies: m.Parameters.Colonies,
		},
		First: r.tour(m.StartTour, m.StartLength), Opened: opened, MoveColonies: r.moveColonies, State: state,
	})
	// A restored tour may be shorter than the initial tour.
	r.OfferTour(r.tour(r.current.tour, r.current.length))
	r.expectTimes()
	return r, nil
}

// checkpointTimePerCity is the time per city of each tour for a checkpoint, to hash and to write it,
// until one is measured.
const checkpointTimePerCity = 20 * time.Nanosecond

// tour returns a verified tour for the engine.
func (r *run) tour(tour []uint32, length uint64) engine.Tour {
	return engine.Tour{Cities: func() tsp.Tour { return r.model.ToCaller(tour) }, Length: length}
}

// Next implements engine.Algorithm.
func (r *run) Next(now engine.Pace) (engineStep, bool) {
	// tours are recombined in pairs before the step begins
	if r.IsDistributeDue() && r.model.IsPopulation() && r.offspring == nil && r.plan.more() {
		now.Elapsed += r.recombineTime
	}
	step, ok := r.plan.next(now)
	if p, planned := r.plan.(*plan); !ok && planned && p.omitRound() {
		reserved := r.Budget().Reserve()
		r.expectTimes()
		now.Elapsed += r.Budget().Reserve() - reserved
		step, ok = r.plan.next(now)
	}
	return step.engine(), ok
}

// ApplyBatches implements engine.Algorithm. It drops a device whose colony failed a check.
func (r *run) ApplyBatches() engine.StopReason {
	if r.startReachesTarget() {
		return engine.StopTarget
	}
	running, stop := 0, engine.StopStall
	for _, s := range r.Sites() {
		for c, state := range s.Colonies.reported() {
			switch {
			case s.Lost != nil:
			case state.Stop == model.Faulty:
				r.Fail(s, &engine.WrongTour{
					Colony: s.First + c, Reported: state.Length, Verified: int64(state.Measured),
				})
			case state.Stop == model.TargetReached:
				stop = engine.StopTarget
			case state.Stop == model.Running:
				running++
			}
		}
	}
	r.dropLostResults()
	r.recordIterations()
	r.recordImprovements()
	if !r.improved && r.Completed() >= sweepOf(r.model) {
		r.expectTimes()
	}
	if running > 0 && stop != engine.StopTarget {
		return ""
	}
	return stop
}

// startReachesTarget reports whether the run ends before its first iteration because the initial
// tour is short enough.
func (r *run) startReachesTarget() bool {
	return r.Scheduled() == 0 && r.schedule.Target > 0 && r.model.StartLength <= uint64(r.schedule.Target)
}

// recordIterations records the last complete iteration of each colony. Within an iteration a device
// may report its tour before the best tour.
func (r *run) recordIterations() {
	for _, s := range r.Sites() {
		for c, state := range s.Colonies.reported() {
			if s.Lost == nil && int(state.Iteration) <= s.Colonies.Completed() {
				r.AddToRecord(s.First+c, int(state.Iteration), state.Length, state.Best)
			}
		}
	}
}

// recordImprovements records the best tour that the sites report.
func (r *run) recordImprovements() {
	elapsed := r.Elapsed()
	for _, s := range r.Sites() {
		for _, state := range s.Colonies.reported() {
			at := int(state.BestIteration)
			switch {
			case s.Lost != nil:
			case state.Best < r.BestLength():
				r.foundAt = at
				r.RecordImprovement(engine.Improvement{Iteration: at, Elapsed: elapsed, Length: int64(state.Best)})
			case state.Best == r.BestLength():
				// foundAt does not depend on how many iterations a report covers.
				r.foundAt = min(r.foundAt, at)
			}
		}
	}
}

// dropLostResults removes unverified results of lost sites, once for each site.
func (r *run) dropLostResults() {
	lost := 0
	for _, s := range r.Sites() {
		if s.Lost != nil {
			lost++
		}
	}
	if lost == r.lostSites {
		return
	}
	r.lostSites = lost
	r.schedule.NotReplayable = "a device failed"
	r.DropUnverified()
}

// LastRelevant implements engine.Algorithm. All iterations of a step count.
func (r *run) LastRelevant() int { return 0 }

// verify returns an error if a tour is invalid or has another length.
func (r *run) verify(colony int, tour []uint32, length uint64) error {
	return engine.CheckTour(r.model.Instance, colony, tour, length)
}

// Verify implements engine.Algorithm. It fetches and verifies the best tours that the devices
// checked.
func (r *run) Verify() {
	for _, tour := range slices.Concat(r.tours(false)...) {
		r.OfferTour(r.tour(tour, r.model.LengthOf(tour)))
	}
	r.dropLostResults()
}
