package classic

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"time"

	"github.com/aco-vk/aco-vk/checkpoint"
)

// keepFirst writes the checkpoint before the first iteration. Of a run that has made nothing yet its parameters say all.
func (r *run) keepFirst(ctx context.Context) error {
	switch resumed := r.options.Resume; {
	case r.options.Checkpoint.File == "":
		return nil
	case resumed == nil || resumed.kept.Made == nil:
		return r.write(nil)
	case len(r.sites) == 0: // it has ended before they began
		return nil
	}
	r.keep(ctx)
	return r.unkept
}

// write replaces the file.
func (r *run) write(sections []checkpoint.Section) (err error) {
	if r.header.Run, err = json.Marshal(r.kept); err != nil {
		return err
	}
	r.header.Elapsed = time.Since(r.options.Started)
	return checkpoint.Write(r.options.Checkpoint.File, r.header, sections)
}

// due says whether it is time for a checkpoint.
func (r *run) due() bool { return r.options.Checkpoint.File != "" && !time.Now().Before(r.next) }

// keep writes a checkpoint of where the run stands once all sites have come to the end of an iteration. That it fails ends no run.
func (r *run) keep(ctx context.Context) {
	if r.options.Checkpoint.File == "" {
		return
	}
	defer func() { r.next = time.Now().Add(r.options.Checkpoint.Every) }()
	r.together(func(s *site) { r.quiet(ctx, s) })
	r.pausing = false
	for _, s := range r.sites {
		if s.lost != nil || s.begun() > 0 {
			return // the file before stands
		}
	}
	err := r.keepAll()
	if errors.Is(err, errPartway) {
		return // as well
	}
	if err != nil && r.unkept == nil && r.watch != nil {
		r.watch(Progress{
			Iteration: r.iterations(), Elapsed: time.Since(r.options.Started), Best: int64(r.length),
			Remark: "no checkpoint could be written, the run goes on without: " + err.Error(),
		})
	}
	r.unkept = err
}

func (r *run) keepAll() error {
	for _, s := range r.sites {
		if err := r.complete(s); err != nil {
			return err
		}
	}
	var states, tours []uint32
	now := made{
		Setup: r.setup, AntsBest: r.antsBest, Trace: r.trace,
		Stages: map[string]time.Duration{}, Rounds: map[string]float64{},
	}
	if r.every > 0 {
		now.Until = r.until
	}
	for _, c := range r.standings {
		states, tours = append(states, c.state.Words()...), append(tours, c.tour...)
		now.Found = append(now.Found, c.found)
	}
	r.stages(now.Stages, now.Rounds)
	sections := []checkpoint.Section{checkpoint.NewSection("state", states), checkpoint.NewSection("best_tour", tours)}
	for _, b := range r.carried {
		sections = append(sections, r.section(b))
	}
	r.kept.Made, r.header.Iteration = &now, r.iterations()
	return r.write(sections)
}

// stages adds up the time and the rounds of each stage, on all devices together and since the run first began.
func (r *run) stages(took map[string]time.Duration, rounds map[string]float64) {
	maps.Copy(took, r.earlier.Stages)
	maps.Copy(rounds, r.earlier.Rounds)
	for _, s := range r.sites {
		for stage, t := range s.stageTimes() {
			took[stage] += t
		}
		for stage, n := range s.stageRounds() {
			rounds[stage] += n
		}
	}
}
