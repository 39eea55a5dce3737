package api

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

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
	case q.Limit < 1 || q.Limit > maxPage:
		return refuse(http.StatusBadRequest, "query", fmt.Sprintf("limit is not a number from 1 to %d", maxPage))
	case query.Has("state") && !slices.Contains(job.States, q.State):
		return refuse(http.StatusBadRequest, "query", fmt.Sprintf("state is none of %v", job.States))
	}
	jobs, err := s.store.Jobs(r.Context(), job.Filter{Owner: ownerOf(r), State: q.State}, q.Before, q.Limit+1)
	if err != nil {
		return err
	}
	if len(jobs) > q.Limit {
		jobs = jobs[:q.Limit]
		query.Set("before", jobs[q.Limit-1].ID)
		next := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
		w.Header().Set("Link", "<"+next.String()+`>; rel="next"`)
	}
	return writeJSON(w, http.StatusOK, jobList{showAll(jobs)})
}

func (s *service) get(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, show(j))
}

// cancel answers with the job as it is then: a running job ends later. With data it deletes a job
// that has ended.
func (s *service) cancel(w http.ResponseWriter, r *http.Request) error {
	var q cancelQuery
	if err := setQuery(r.URL.Query(), &q); err != nil {
		return refuse(http.StatusBadRequest, "query", err.Error())
	}
	j, err := s.job(r)
	if err != nil {
		return err
	}
	if q.Data {
		if err := s.store.Remove(r.Context(), j.ID); err != nil {
			return err
		}
		s.logOf(r).Info("job deleted", "job", j.ID)
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if j, err = s.store.Cancel(r.Context(), j.ID); err != nil {
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
