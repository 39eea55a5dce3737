package api

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"
)

const (
	// readyTime bounds the time to find out whether jobs are accepted.
	readyTime = 3 * time.Second
	// readyAge is how long an answer is kept, so that frequent requests do not wear out the store.
	readyAge = time.Second
)

// readOnly is why a server that shows one run refuses jobs.
const readOnly = "this server shows one run and accepts no jobs"

func (s *service) health(w http.ResponseWriter, _ *http.Request) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// ready answers whether jobs are accepted: whether the store confirms writes. What clients do does not
// change it.
func (s *service) ready(w http.ResponseWriter, _ *http.Request) error {
	if err := s.readiness.ask(s.probe); err != nil {
		return refuse(http.StatusServiceUnavailable, "not-ready", err.Error())
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// probe asks the store, within readyTime.
func (s *service) probe() error {
	if s.options.ReadOnly {
		return errors.New(readOnly)
	}
	ctx, end := context.WithTimeout(context.Background(), readyTime)
	defer end()
	return s.store.Ready(ctx)
}

// readiness remembers whether jobs are accepted.
type readiness struct {
	mu    sync.Mutex
	asked time.Time
	err   error
}

// ask returns the answer of a function, or its last one if that is young enough. Several who ask
// at once get the same answer.
func (r *readiness) ask(probe func() error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asked.IsZero() || time.Since(r.asked) > readyAge {
		r.err = probe()
		r.asked = time.Now()
	}
	return r.err
}
