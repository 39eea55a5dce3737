// Package client uses a server of aco-vk from a Go program.
//
//	c := &client.Client{URL: "http://127.0.0.1:8080"}
//	j, err := c.Solve(ctx, client.Submission{Coordinates: places})
//	for _, place := range j.Tour { // counted from 1
//
// Solve submits a job and waits for its end. Submit returns at once; Wait and Job follow the job
// later, also from another process. An error of the server is a *Problem.
//
// A request that fails before its answer, or that the server cannot serve now, is repeated until
// the context ends. A submission is then not doubled: it has an idempotency key.
package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/aco-vk/aco-vk/internal/timed"
	"github.com/aco-vk/aco-vk/serve/job"
)

// Client sends requests to a server. Its methods may be called concurrently.
type Client struct {
	URL   string       // of the server, such as http://127.0.0.1:8080
	Token string       // that the server asks for; "": none
	HTTP  *http.Client // nil: http.DefaultClient
}

// Job is a job as the server shows it.
type Job struct {
	job.Job
	Tour []int32 `json:"tour"` // the places in visiting order, counted from 1; of jobs that were asked for with it
	// Damaged says why such a job has no tour that it had: the disk of the server has lost or damaged it.
	Damaged string `json:"damaged"`
}

// Submission is a job to submit: coordinates, the text of an instance, a matrix, or one of the
// first two with a matrix of the distances between their places.
type Submission struct {
	Name        string       `json:"name,omitempty"`
	Coordinates [][2]float64 `json:"coordinates,omitempty"` // with metric haversine latitude and longitude
	Instance    string       `json:"instance,omitempty"`    // text in any format that the command reads
	Matrix      [][]float64  `json:"matrix,omitempty"`
	Earlier     string       `json:"earlier,omitempty"` // text of the route of an earlier list of places
	Metric      string       `json:"metric,omitempty"`
	Options     job.Options  `json:"options,omitzero"`
	// Key makes a repeated submission return the job of the first one, also from another process;
	// "": a random one.
	Key string `json:"-"`
	// Webhook is told of the end of the job, if the server calls webhooks. See ReadWebhook.
	Webhook job.Webhook `json:"-"`
}

// Problem is the error of a request that the server has refused.
type Problem struct {
	Type   string `json:"type"` // urn:aco-vk:problem: and the kind
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail"` // what failed, why, and what to do
}

// Error implements error.
func (p *Problem) Error() string { return fmt.Sprintf("%s (status %d)", p.Detail, p.Status) }

// Kind is the last part of the type, such as not-found.
func (p *Problem) Kind() string { return p.Type[strings.LastIndex(p.Type, ":")+1:] }

// Submit submits a job.
func (c *Client) Submit(ctx context.Context, s Submission) (j Job, err error) {
	err = c.post(ctx, "/v1/jobs", s, &j)
	return j, err
}

// longestWait is how long a request to solve waits for the end of its job.
const longestWait = "60s"

// Solve submits a job and returns it when it has ended, with its tour. Look at its state: a job
// may have failed, or been cancelled. When the context ends, the job goes on.
func (c *Client) Solve(ctx context.Context, s Submission) (j Job, err error) {
	if err := c.post(ctx, "/v1/solve?wait="+longestWait, s, &j); err != nil || j.State.Final() {
		return j, err
	}
	return c.Wait(ctx, j.ID)
}

// Wait returns a job when it has ended, with its tour. It asks every second.
func (c *Client) Wait(ctx context.Context, id string) (j Job, err error) {
	for {
		if j, err = c.Job(ctx, id); err != nil {
			return j, err
		}
		if j.State.Final() {
			return c.Tour(ctx, id)
		}
		if !timed.Pause(ctx, retryTime) {
			return j, context.Cause(ctx)
		}
	}
}

// Job returns a job.
func (c *Client) Job(ctx context.Context, id string) (j Job, err error) {
	_, err = c.send(ctx, request{path: jobPath(id)}, &j)
	return j, err
}

// Tour returns a job with its best tour so far.
func (c *Client) Tour(ctx context.Context, id string) (j Job, err error) {
	_, err = c.send(ctx, request{path: jobPath(id) + "?include=tour"}, &j)
	return j, err
}

// Tours returns up to 500 jobs with their best tours so far. Jobs that are not there are left out.
func (c *Client) Tours(ctx context.Context, ids ...string) (jobs []Job, err error) {
	query := url.Values{"ids": {strings.Join(ids, ",")}, "include": {"tour"}}
	for next := "/v1/jobs?" + query.Encode(); next != ""; {
		var page struct{ Jobs []Job }
		header, err := c.send(ctx, request{path: next}, &page)
		if err != nil {
			return nil, err
		}
		jobs, next = append(jobs, page.Jobs...), nextOf(header)
	}
	return jobs, nil
}

// Jobs returns up to limit jobs, the newest first, that are older than the job before; "": from the
// newest.
func (c *Client) Jobs(ctx context.Context, filter job.Filter, before string, limit int) ([]Job, error) {
	query := url.Values{"limit": {strconv.Itoa(limit)}}
	if before != "" {
		query.Set("before", before)
	}
	if filter.State != "" {
		query.Set("state", string(filter.State))
	}
	var page struct{ Jobs []Job }
	_, err := c.send(ctx, request{path: "/v1/jobs?" + query.Encode()}, &page)
	return page.Jobs, err
}

// Cancel ends a job early. It keeps its best tour.
func (c *Client) Cancel(ctx context.Context, id string) (j Job, err error) {
	_, err = c.send(ctx, request{method: http.MethodDelete, path: jobPath(id)}, &j)
	return j, err
}

// Delete deletes a job that has ended, and its data.
func (c *Client) Delete(ctx context.Context, id string) error {
	_, err := c.send(ctx, request{method: http.MethodDelete, path: jobPath(id) + "?data=true"}, nil)
	return err
}

// Workers returns the workers of the server.
func (c *Client) Workers(ctx context.Context) ([]job.Worker, error) {
	var list struct{ Workers []job.Worker }
	_, err := c.send(ctx, request{path: "/v1/workers"}, &list)
	return list.Workers, err
}

func (c *Client) post(ctx context.Context, path string, s Submission, answer any) error {
	body, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = c.send(ctx, request{http.MethodPost, path, body, map[string]string{"Content-Type": "application/json",
		"Idempotency-Key": cmp.Or(s.Key, rand.Text()), "Webhook-URL": s.Webhook.URL, "Webhook-Secret": s.Webhook.Secret}}, answer)
	return err
}

func jobPath(id string) string { return "/v1/jobs/" + url.PathEscape(id) }

// retryTime is the time between two attempts, unless the server says when to come again.
const retryTime = time.Second

// request is what is sent to the server.
type request struct {
	method, path string // "": GET
	body         []byte
	headers      map[string]string // those without a value are left out
}

// send sends a request until it is answered or the context ends, and decodes the answer.
func (c *Client) send(ctx context.Context, r request, answer any) (http.Header, error) {
	for {
		header, text, err := c.once(ctx, r)
		p, isProblem := errors.AsType[*Problem](err)
		switch {
		case err == nil && answer != nil:
			return header, json.Unmarshal(text, answer)
		case err == nil, ctx.Err() != nil, isProblem && !p.again(), errors.Is(err, errAddress):
			return header, err
		}
		seconds, _ := strconv.Atoi(header.Get("Retry-After")) // mostly there is none
		if !timed.Pause(ctx, max(retryTime, time.Duration(seconds)*time.Second)) {
			return header, err
		}
	}
}

// errAddress is the error of a request that no server can answer.
var errAddress = errors.New("the address of the server cannot be used")

// once sends a request, and returns the answer or its problem.
func (c *Client) once(ctx context.Context, of request) (http.Header, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, of.method, strings.TrimSuffix(c.URL, "/")+of.path, bytes.NewReader(of.body))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", errAddress, err)
	}
	if r.URL.Host == "" || r.URL.Scheme != "http" && r.URL.Scheme != "https" {
		return nil, nil, fmt.Errorf("%w: %s is no URL of scheme http or https", errAddress, c.URL)
	}
	if c.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for name, value := range of.headers {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	answer, err := cmp.Or(c.HTTP, http.DefaultClient).Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil {
		err = problemOf(answer.StatusCode, text)
	}
	return answer.Header, text, err
}

// problemOf returns the problem of an answer, nil if it has none.
func problemOf(status int, text []byte) error {
	if status < http.StatusBadRequest {
		return nil
	}
	p := &Problem{}
	if json.Unmarshal(text, p) != nil || p.Status != status { // of a proxy
		p = &Problem{Title: http.StatusText(status), Status: status,
			Detail: fmt.Sprintf("the server answered %.200q", text)}
	}
	return p
}

// again reports whether the request may be answered later.
func (p *Problem) again() bool {
	switch p.Status {
	case http.StatusServiceUnavailable, http.StatusTooManyRequests, http.StatusBadGateway, http.StatusGatewayTimeout,
		http.StatusInsufficientStorage:
		return p.Kind() != "quota"
	}
	return false
}

// nextOf returns the path of the next page; "": there is none.
func nextOf(header http.Header) string {
	path, isNext := strings.CutSuffix(header.Get("Link"), `>; rel="next"`)
	if !isNext {
		return ""
	}
	return strings.TrimPrefix(path, "<")
}
