package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Numbers of jobs on a page of a list.
const (
	defaultPage = 50
	maxPage     = 500
)

// list answers with a page of jobs. The header Link has the address of the next page.
func (s *service) list(w http.ResponseWriter, r *http.Request) error {
	query, q := r.URL.Query(), listQuery{Limit: defaultPage}
	err := setQuery(query, &q)
	switch {
	case err != nil:
		return refuse(http.StatusBadRequest, "query", err.Error())
	case q.IDs != "" && (query.Has("before") || query.Has("state")):
		return refuse(http.StatusBadRequest, "query", "ids names the jobs; leave out before and state")
	case q.Limit < 1 || q.Limit > maxPage:
		return refuse(http.StatusBadRequest, "query", fmt.Sprintf("limit is not a number from 1 to %d", maxPage))
	case query.Has("state") && !slices.Contains(job.States, q.State):
		return refuse(http.StatusBadRequest, "query", fmt.Sprintf("state is none of %v", job.States))
	case query.Has("include") && q.Include != includesTour:
		return refuse(http.StatusBadRequest, "query", "include is not "+includesTour)
	}
	release, err := s.intake.answering.small.acquire(r)
	if err != nil {
		return err
	}
	release = sync.OnceFunc(release)
	defer release()
	jobs, more, err := s.page(r, q)
	if err != nil {
		return err
	}
	if q.Include != "" {
		jobs, more = untilPlaces(jobs, more)
	}
	if more {
		next := nextPage(query, q, jobs)
		w.Header().Set("Link", "<"+(&url.URL{Path: r.URL.Path, RawQuery: next.Encode()}).String()+`>; rel="next"`)
	}
	if q.Include != "" {
		release() // the tours have a slot of their own
		return s.answerWithTours(w, r, jobs, func(list []shownJob) any { return jobList{list} })
	}
	text, err := json.Marshal(jobList{showAll(jobs)})
	if err != nil {
		return err
	}
	release()
	return s.send(w, r, plainJSON, len(text) >= smallContent, func(files string) (Content, error) {
		return newContent(append(text, '\n'), files+answerFile)
	})
}

// page returns the jobs that a query asks for, and whether there are more.
func (s *service) page(r *http.Request, q listQuery) (jobs []job.Job, more bool, err error) {
	if q.IDs != "" {
		jobs, err = s.named(r, strings.Split(q.IDs, ","))
		return jobs, false, err
	}
	jobs, err = s.store.Jobs(r.Context(), job.Filter{Owner: ownerOf(r), State: q.State}, q.Before, q.Limit+1)
	return jobs[:min(q.Limit, len(jobs))], len(jobs) > q.Limit, err
}

// named returns some jobs, as far as they are there and the client's.
func (s *service) named(r *http.Request, ids []string) (jobs []job.Job, err error) {
	if len(ids) > maxPage {
		return nil, refuse(http.StatusBadRequest, "query", fmt.Sprintf("ids has %d jobs; give up to %d", len(ids), maxPage))
	}
	for _, id := range ids {
		j, err := s.store.Job(r.Context(), id)
		switch {
		case errors.Is(err, job.ErrNotFound):
		case err != nil:
			return nil, err
		case !s.isOthers(r, j):
			jobs = append(jobs, j)
		}
	}
	return jobs, nil
}

// untilPlaces returns the first jobs that have no more than mostPlaces, and whether there are more.
func untilPlaces(jobs []job.Job, more bool) ([]job.Job, bool) {
	for n := 2; n <= len(jobs); n++ {
		if placesOf(jobs[:n]) > mostPlaces {
			return jobs[:n-1], true
		}
	}
	return jobs, more
}

// nextPage returns the query of the page behind some jobs.
func nextPage(query url.Values, q listQuery, jobs []job.Job) url.Values {
	last := jobs[len(jobs)-1].ID
	if q.IDs == "" {
		query.Set("before", last)
		return query
	}
	ids := strings.Split(q.IDs, ",")
	query.Set("ids", strings.Join(ids[slices.Index(ids, last)+1:], ","))
	return query
}

func (s *service) get(w http.ResponseWriter, r *http.Request, j job.Job) error {
	var q jobQuery
	query := r.URL.Query()
	if err := setQuery(query, &q); err != nil || query.Has("include") && q.Include != includesTour {
		return refuse(http.StatusBadRequest, "query", "include is not "+includesTour)
	}
	if q.Include != "" {
		return s.answerWithTours(w, r, []job.Job{j}, func(list []shownJob) any { return list[0] })
	}
	return writeJSON(w, http.StatusOK, show(j))
}

// cancel answers with the job as it is then: a running job ends later. With data it deletes a job
// that has ended.
func (s *service) cancel(w http.ResponseWriter, r *http.Request, j job.Job) error {
	var q cancelQuery
	if err := setQuery(r.URL.Query(), &q); err != nil {
		return refuse(http.StatusBadRequest, "query", err.Error())
	}
	if q.Data {
		if err := s.store.Remove(r.Context(), j.ID); err != nil {
			return err
		}
		s.logOf(r).Info("job deleted", "job", j.ID)
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	j, err := s.store.Cancel(r.Context(), j.ID)
	if err != nil {
		return err
	}
	s.logOf(r).Info("end of a job requested", "job", j.ID, "state", string(j.State))
	return writeJSON(w, http.StatusOK, show(j))
}

// workers answers with the workers. A job of another client is not named.
func (s *service) workers(w http.ResponseWriter, r *http.Request) error {
	workers, err := s.store.Workers(r.Context())
	if err != nil {
		return err
	}
	for i := range workers {
		if workers[i].Job == "" || s.options.Tokens == nil {
			continue
		}
		j, err := s.store.Job(r.Context(), workers[i].Job)
		if err != nil && !errors.Is(err, job.ErrNotFound) {
			return err
		}
		if s.isOthers(r, j) {
			workers[i].Job = ""
		}
	}
	return writeJSON(w, http.StatusOK, workerList{append([]job.Worker{}, workers...)})
}
