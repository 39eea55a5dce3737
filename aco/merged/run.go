package merged

import (
	"context"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// run is the state of Solve's loop. One goroutine uses it.
type run struct {
	options Options
	watch   func(classic.Progress)
	model   *model.Model
	sites   []*site
	plan    planner

	schedule Schedule
	rest     []Step // what comes before the plan's next step
	given    int    // iterations that all sites were given
	joining  bool   // at the end of them tours are joined
	saving   bool   // behind the step under way the best tour is copied, or all for a checkpoint
	tempo    tempo

	good     []uint32 // the tour that all colonies began with last, and at the end the run's
	goodness uint64   // its length
	shortest measured // with windows, of the tours that were put together
	saved    saved
	keeper   keeper
	earlier  begun         // what the run had when it was gone on with
	setup    time.Duration // before the first iteration
	begun    []uint64      // with windows, their lengths in the good tour
	length   uint64        // of the best tour of all that were checked
	found    int           // at this iteration
	trace    []classic.Improvement
	combined int           // iterations after which it was made of all colonies' tours
	joined   time.Duration // that this took
	doubt    int           // a device is not believed again before so many iterations; 0: none has computed wrongly
	stop     classic.StopReason
	failure  error // what ended the run before a rule did
}

// measured is a tour and its length.
type measured struct {
	tour   []uint32
	length uint64
}

func newRun(o Options, m *model.Model, sites []*site, watch func(classic.Progress)) *run {
	r := &run{
		options: o, watch: watch, model: m, sites: sites, good: m.StartTour, goodness: m.StartLength, length: m.StartLength, plan: newPlan(m, o),
		shortest: measured{m.StartTour, m.StartLength}, begun: make([]uint64, m.Colonies), saved: notSaved(m),
		setup: time.Since(o.Started), schedule: Schedule{FirstTour: FirstTourSHA256(m), Target: o.Target, Stall: o.Stall},
	}
	if o.Schedule != nil {
		r.plan = &replay{o.Schedule.Steps}
		r.schedule.Target, r.schedule.Stall = o.Schedule.Target, o.Schedule.Stall
	}
	for _, s := range sites {
		s.states = r.fresh(s, 0)
	}
	r.trace = []classic.Improvement{{Iteration: 0, Elapsed: time.Since(o.Started), Length: int64(m.StartLength)}}
	return r
}

// fresh returns states of a site's colonies that begin with the good tour, or with their windows of it, behind so many iterations.
func (r *run) fresh(s *site, at int) []model.State {
	states := startsOf(r.model, s.first, s.count, r.good, r.goodness)
	for c := range states {
		states[c].Iteration, states[c].BestIteration = uint32(at), uint32(r.found)
		r.begun[s.first+c] = states[c].Length
	}
	return states
}

// loop gives steps to all sites until a rule holds, and joins the colonies' tours where a step says so.
func (r *run) loop(ctx context.Context) {
	r.tempo.restart()
	for r.stop == "" && r.failure == nil {
		r.feed()
		switch {
		case r.failure != nil:
		case r.any(func(s *site) bool { return s.busy() }):
			r.each(r.wait)
			r.take()
			r.judge(ctx)
		case r.joining:
			r.join()
		case r.saving:
			r.pause()
		}
	}
	r.finish()
}

func (r *run) wait(s *site) error {
	if !s.busy() {
		return nil
	}
	b, err := s.colonies.wait()
	if err == nil {
		s.states, s.made = b.states, b.made
	}
	return err
}

// take follows what the last batches brought.
func (r *run) take() {
	now, made := time.Now(), r.made()
	r.tempo.took(now, made)
	elapsed := now.Sub(r.options.Started)
	if r.model.Windowed() {
		if length, found := r.windowsBest(); length < r.length {
			r.improved(length, found, elapsed)
		}
		r.tell(made, elapsed, "")
		return
	}
	for _, s := range r.sites {
		for _, state := range s.states {
			if state.Stop != model.Faulty && state.Best < r.length {
				r.improved(state.Best, int(state.BestIteration), elapsed)
			}
		}
	}
	r.tell(made, elapsed, "")
}

func (r *run) improved(length uint64, iteration int, elapsed time.Duration) {
	r.length, r.found = length, iteration
	r.trace = append(r.trace, classic.Improvement{Iteration: iteration, Elapsed: elapsed, Length: int64(length)})
}

// forget drops improvements to less than a length: tours that were lost, with their device or because it computed wrongly, are none.
func (r *run) forget(length uint64) {
	r.trace = slices.DeleteFunc(r.trace, func(i classic.Improvement) bool { return uint64(i.Length) < length })
}

func (r *run) tell(made int, elapsed time.Duration, remark string) {
	if r.watch != nil {
		r.watch(classic.Progress{Iteration: made, Elapsed: elapsed, Best: int64(r.length), Remark: remark})
	}
}

// made returns how many iterations all sites have made.
func (r *run) made() int {
	made := r.given
	for _, s := range r.sites {
		if s.lost == nil {
			made = min(made, s.made)
		}
	}
	return made
}
