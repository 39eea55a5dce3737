package store

import (
	"maps"

	"github.com/aco-vk/aco-vk/serve/job"
)

// newFigures returns figures of a store to which nothing has happened.
func newFigures() job.Figures {
	return job.Figures{
		Ends: map[job.End]int{},
		Wait: job.NewHistogram(0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14400),
		Run:  job.NewHistogram(1, 2, 5, 10, 30, 60, 120, 300, 900, 1800, 3600),
	}
}

// Figures returns what happened since the store was opened.
func (s *Store) Figures() job.Figures {
	s.tally.mu.Lock()
	defer s.tally.mu.Unlock()
	now := s.tally.figures
	now.Jobs = map[job.State]int{}
	for _, state := range job.States {
		now.Jobs[state] = s.tally.states[state]
	}
	now.Ends = maps.Clone(now.Ends)
	now.Wait.Below, now.Run.Below = append([]int{}, now.Wait.Below...), append([]int{}, now.Run.Below...)
	for _, j := range s.tally.jobs {
		if j.state == job.Queued && (now.Oldest.IsZero() || j.since.Before(now.Oldest)) {
			now.Oldest = j.since
		}
	}
	return now
}

// change changes the figures.
func (t *tally) change(by func(*job.Figures)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	by(&t.figures)
}

// note counts what happened to a job since it was as before, and logs what a person may want to
// know.
func (s *Store) note(before tallied, now *job.Job) {
	s.tally.measure(before, now)
	log := s.options.Log.With("job", now.ID, "request", now.Request)
	for _, lost := range now.Losses[min(before.losses, len(now.Losses)):] {
		log.Warn("a worker has lost a job", "worker", lost.Worker, "attempt", lost.Attempt, "reason", lost.Reason)
	}
	if now.State == job.Failed && before.state != job.Failed && now.Problem != nil {
		log.Warn("job failed", "problem", now.Problem.Type, "detail", now.Problem.Detail)
	}
}

// measure is the part of note that counts.
func (t *tally) measure(before tallied, now *job.Job) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := &t.figures
	f.Losses += max(0, len(now.Losses)-before.losses)
	f.GivenBack += max(0, len(now.GivenBack)-before.givenBack)
	if before.attempt == 0 && now.Attempt > 0 {
		f.Wait.Add(now.Started.Sub(now.Created))
	}
	if before.state.Final() || !now.State.Final() {
		return
	}
	end := job.End{State: now.State}
	if now.Problem != nil {
		end.Problem = now.Problem.Type
	}
	f.Ends[end]++
	if !now.Started.IsZero() {
		f.Run.Add(now.Ended.Sub(now.Started))
	}
}
