package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
)

// solveQuery is the query of a job whose answer is waited for.
type solveQuery struct {
	fileQuery
	Wait job.Duration `json:"wait,omitempty" doc:"longest time to wait for the end of the job, up to 2m; missing: 30s"`
}

const (
	defaultWait = 30 * time.Second
	longestWait = 2 * time.Minute
)

// solve accepts a job, waits for its end and answers with the job and its tour. If it takes longer,
// the answer is the one of submit.
func (s *service) solve(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	wait := job.Duration(defaultWait)
	if text := query.Get("wait"); query.Has("wait") {
		if err := wait.UnmarshalText([]byte(text)); err != nil {
			return refuse(http.StatusBadRequest, "query", "wait: "+err.Error())
		}
	}
	if wait < 0 || time.Duration(wait) > longestWait {
		return refuse(http.StatusBadRequest, "query", fmt.Sprintf("wait is not from 0 to %v", longestWait))
	}
	release, err := s.intake.following.acquire(r)
	if err != nil {
		return err
	}
	defer release()
	query.Del("wait") // the rest is read as the query of submit
	submitted := r.Clone(r.Context())
	submitted.URL.RawQuery = query.Encode()
	j, _, err := s.submitted(w, submitted)
	if err != nil {
		return err
	}
	if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Duration(wait) + sendTime)); err != nil &&
		!errors.Is(err, http.ErrNotSupported) {
		return err
	}
	j = s.untilEnded(r.Context(), j, time.Duration(wait))
	if !j.State.Final() {
		return writeJSON(w, http.StatusAccepted, show(j))
	}
	return s.answerWithTours(w, r, []job.Job{j}, func(list []shownJob) any { return list[0] })
}

// sendTime is how long an answer may be on its way.
const sendTime = 5 * time.Minute

// untilEnded returns a job when it has ended, or as it is after a time. The job is accepted: if the
// store does not answer, it is returned as it was.
func (s *service) untilEnded(ctx context.Context, j job.Job, wait time.Duration) job.Job {
	waiting, end := context.WithTimeout(ctx, wait)
	defer end()
	for _, err := range s.store.Events(waiting, j.ID, 0) {
		if err != nil {
			break
		}
	}
	if now, err := s.store.Job(ctx, j.ID); err == nil {
		return now
	}
	return j
}

// answerWithTours answers with jobs and their best tours, in a form that shape makes of them.
func (s *service) answerWithTours(
	w http.ResponseWriter, r *http.Request, jobs []job.Job, shape func([]shownJob) any,
) error {
	large := placesOf(jobs) > largeCities
	return s.send(w, r, plainJSON, large, func(files string) (Content, error) {
		return s.withTours(r, jobs, shape, s.intake.answering.of(large), files)
	})
}

// withTours returns jobs with their best tours as JSON, which it makes in a slot.
func (s *service) withTours(
	r *http.Request, jobs []job.Job, shape func([]shownJob) any, within *slots, files string,
) (c Content, err error) {
	release, err := within.acquire(r)
	if err != nil {
		return c, err
	}
	defer release()
	list := showAll(jobs)
	for i := range list {
		list[i].Tour, err = s.placesInOrder(r.Context(), jobs[i])
		if errors.Is(err, job.ErrDamaged) { // the other jobs are whole
			list[i].Damaged = err.Error()
		} else if err != nil {
			return c, err
		}
	}
	text, err := json.Marshal(shape(list))
	if err != nil {
		return c, err
	}
	return newContent(append(text, '\n'), files+answerFile)
}

// placesInOrder returns the places of a job's best tour, counted from 1; nil if it has none. The
// tour was verified when the worker stored it under its digest.
func (s *service) placesInOrder(ctx context.Context, j job.Job) ([]int32, error) {
	digest := bestTour(j)
	if digest == "" {
		return nil, nil
	}
	stored, err := s.load(ctx, j, digest)
	if err != nil {
		return nil, err
	}
	tour, err := job.DecodeTour(stored)
	if err != nil {
		return nil, damaged(j, err)
	}
	for i := range tour {
		tour[i]++
	}
	return tour, nil
}

// placesOf returns the number of places of jobs together.
func placesOf(jobs []job.Job) (n int) {
	for _, j := range jobs {
		n += j.Input.Cities
	}
	return n
}
