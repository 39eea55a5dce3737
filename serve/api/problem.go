package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/serve/input"
	"github.com/aco-vk/aco-vk/serve/job"
)

// problemType comes before the kind of a problem in its type.
const problemType = "urn:aco-vk:problem:"

// problem is the answer to a request that failed, as RFC 9457 has it. It is an error with which
// handlers return a status of their own.
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"`
	// Request is for the report of a fault: the log has it, too.
	Request string `json:"request,omitempty" doc:"id of the request, as the header X-Request-ID of the answer has it"`

	retry time.Duration // when the request may be sent again; 0: by the status
	cause string        // for the log, not for clients; "": none
}

func (p *problem) Error() string { return p.Detail }

// refuse returns a problem of a kind. detail may have texts of the input.
func refuse(status int, kind, detail string) *problem {
	return &problem{Type: problemType + kind, Title: http.StatusText(status), Status: status, Detail: shorten(detail)}
}

// retryTime is when a request may be sent again that the server cannot serve now.
const retryTime = 5 * time.Second

// problemOf returns the problem of an error.
func problemOf(err error) *problem {
	if known, ok := errors.AsType[*problem](err); ok {
		return known
	}
	switch {
	case errtype.Is[*http.MaxBytesError](err):
		return refuse(http.StatusRequestEntityTooLarge, "body", "the body is larger than this server accepts")
	case input.Kind(err) != "":
		return refuse(http.StatusUnprocessableEntity, input.Kind(err), input.Text(err))
	case errors.Is(err, job.ErrNotFound):
		return refuse(http.StatusNotFound, "not-found", err.Error())
	case errors.Is(err, job.ErrDamaged):
		return refuse(http.StatusInternalServerError, "damaged", err.Error())
	case errors.Is(err, job.ErrConflict):
		return refuse(http.StatusConflict, "key", err.Error())
	case errors.Is(err, job.ErrTooLong):
		return refuse(http.StatusUnprocessableEntity, "body", err.Error())
	case errors.Is(err, job.ErrTooMany):
		return refuse(http.StatusTooManyRequests, "too-many", err.Error())
	case errors.Is(err, job.ErrQuota):
		return refuse(http.StatusInsufficientStorage, "quota", err.Error())
	case errors.Is(err, job.ErrNotEnded):
		return refuse(http.StatusConflict, "not-ended", err.Error())
	case errors.Is(err, job.ErrFull):
		return refuse(http.StatusServiceUnavailable, "queue-full", err.Error())
	case errors.Is(err, job.ErrNoSpace), isFull(err):
		return refuse(http.StatusInsufficientStorage, "no-space", err.Error())
	case errors.Is(err, job.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return refuse(http.StatusServiceUnavailable, "store", err.Error())
	case errors.Is(err, context.Canceled):
		return refuse(http.StatusServiceUnavailable, "ended", "the request, or this server, ended before the answer")
	}
	return refuse(http.StatusInternalServerError, "internal", "the server failed: "+err.Error())
}

// handler is a handler that returns an error before it has written anything, or nil.
type handler func(http.ResponseWriter, *http.Request) error

// ServeHTTP implements http.Handler.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := h(w, r)
	if err == nil {
		return
	}
	p := *problemOf(err)
	p.Request = w.Header().Get(requestHeader)
	identityOf(r).refused = &p
	switch p.Status {
	case http.StatusServiceUnavailable, http.StatusTooManyRequests, http.StatusInsufficientStorage:
		wait := cmp.Or(p.retry, retryTime)
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(&p) // the client is gone
}

// writeJSON answers with a value.
func writeJSON(w http.ResponseWriter, status int, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // the client is gone
	return nil
}
