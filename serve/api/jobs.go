package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/aco-vk/aco-vk/serve/job"
)

// Numbers of jobs on a page of a list.
const (
	defaultPage = 50
	maxPage     = 500
)

// list answers with a page of jobs. The header Link has the address of the next page.
func (s *service) list(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	limit := defaultPage
	if text := query.Get("limit"); text != "" {
		number, err := strconv.Atoi(text)
		if err != nil || number < 1 || number > maxPage {
			return refuse(http.StatusBadRequest, "query", fmt.Sprintf("limit is not a number from 1 to %d", maxPage))
		}
		limit = number
	}
	jobs, err := s.store.Jobs(r.Context(), job.Filter{Owner: ownerOf(r), State: job.State(query.Get("state"))}, query.Get("before"), limit+1)
	if err != nil {
		return err
	}
	if len(jobs) > limit {
		jobs = jobs[:limit]
		query.Set("before", jobs[limit-1].ID)
		next := url.URL{Path: r.URL.Path, RawQuery: query.Encode()}
		w.Header().Set("Link", "<"+next.String()+`>; rel="next"`)
	}
	return writeJSON(w, http.StatusOK, jobList{append([]job.Job{}, jobs...)})
}

func (s *service) get(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, j)
}

// cancel answers with the job as it is then: a running job ends later.
func (s *service) cancel(w http.ResponseWriter, r *http.Request) error {
	j, err := s.job(r)
	if err != nil {
		return err
	}
	if j, err = s.store.Cancel(r.Context(), j.ID); err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, j)
}

func (s *service) workers(w http.ResponseWriter, r *http.Request) error {
	workers, err := s.store.Workers(r.Context())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, workerList{append([]job.Worker{}, workers...)})
}

func (s *service) health(w http.ResponseWriter, _ *http.Request) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *service) ready(w http.ResponseWriter, r *http.Request) error {
	if err := s.store.Ready(r.Context()); err != nil {
		return refuse(http.StatusServiceUnavailable, "not-ready", err.Error())
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
