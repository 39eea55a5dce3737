package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// dayClients submit jobs to servers, and try again while these do not answer.
type dayClients struct {
	t    *testing.T
	urls []string

	mu       sync.Mutex
	accepted []dayJob
	refused  map[int]int // answers that were not 2xx, by status; 0: none came
}

// dayJob is a job that was accepted.
type dayJob struct {
	id       string
	instance *tsp.Instance
}

// daySizes are cities and time limits of jobs, and how many of 100 jobs have them.
var daySizes = []struct {
	cities int
	limit  time.Duration
	share  int
}{{20, 100 * time.Millisecond, 40}, {200, 300 * time.Millisecond, 45}, {1000, time.Second, 12}, {3000, 2 * time.Second, 3}}

// size returns the cities and the time limit of a job.
func size(number int) (cities int, limit time.Duration) {
	place := number * 37 % 100
	for _, s := range daySizes {
		if place -= s.share; place < 0 {
			return s.cities, s.limit
		}
	}
	panic("the shares are not 100")
}

// request sends a request to the servers in turn until one answers with a status below 300, or with
// 4xx but 429, and returns the body.
func (c *dayClients) request(number int, method, path string, header http.Header, body []byte) ([]byte, error) {
	for try := 0; ; try++ {
		status, text, err := c.once(c.urls[(number+try)%len(c.urls)], method, path, header, body)
		if err == nil && status < 300 {
			return text, nil
		}
		c.mu.Lock()
		c.refused[status]++
		c.mu.Unlock()
		if status >= 400 && status < 500 && status != http.StatusTooManyRequests {
			return nil, fmt.Errorf("%s %s: status %d, error %v: %s", method, path, status, err, text)
		}
		time.Sleep(300 * time.Millisecond)
	}
}

func (c *dayClients) once(url, method, path string, header http.Header, body []byte) (status int, _ []byte, _ error) {
	client := http.Client{Timeout: 10 * time.Second}
	r, err := http.NewRequest(method, url+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header = header
	answer, err := client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, text, err
}

// untilReady waits until a server accepts jobs.
func (c *dayClients) untilReady() {
	c.t.Helper()
	jobtest.Until(func() bool {
		status, _, err := c.once(c.urls[0], http.MethodGet, "/readyz", nil, nil)
		return err == nil && status < 300
	})
}

// submitAll submits jobs, evenly over a time. The caller waits by the result.
func (c *dayClients) submitAll(jobs int, length time.Duration) (wait func()) {
	c.refused = map[int]int{}
	var working sync.WaitGroup
	begin := time.Now()
	for client := range 4 {
		working.Go(func() {
			for number := client; number < jobs; number += 4 {
				time.Sleep(time.Until(begin.Add(length * time.Duration(number) / time.Duration(jobs))))
				c.submit(number)
			}
		})
	}
	return working.Wait
}

func (c *dayClients) submit(number int) {
	cities, limit := size(number)
	instance, err := generate.Instance("uniform", cities, int64(number+1))
	if err != nil {
		c.t.Error(err)
		return
	}
	pairs := make([][2]float64, cities)
	for i := range pairs {
		pairs[i] = [2]float64{instance.X[i], instance.Y[i]}
	}
	body, err := json.Marshal(map[string]any{
		"coordinates": pairs, "options": job.Options{TimeLimit: job.Duration(limit), Algorithm: "chained"},
	})
	if err != nil {
		c.t.Error(err)
		return
	}
	header := http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {fmt.Sprint("day-", number)}}
	text, err := c.request(number, http.MethodPost, "/v1/jobs", header, body)
	var j job.Job
	if err == nil {
		err = json.Unmarshal(text, &j)
	}
	exact, exactError := tsp.FromXY(tsp.EUC2D, instance.X, instance.Y) // as the server reads coordinates
	if err != nil || exactError != nil {
		c.t.Errorf("job %d: %v, %v", number, err, exactError)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.accepted = append(c.accepted, dayJob{j.ID, exact})
}

// check waits until all jobs have ended, and verifies their tours.
func (c *dayClients) check() {
	c.t.Helper()
	attempts, seen := map[int]int{}, map[string]bool{}
	for number, one := range c.accepted {
		if seen[one.id] {
			c.t.Errorf("two submissions have the job %s", one.id)
		}
		seen[one.id] = true
		j := c.ended(number, one.id)
		attempts[j.Attempt]++
		if j.State != job.Done {
			c.t.Errorf("job %s of %d cities is %s, problem %v, losses %v", one.id, one.instance.Dimension(), j.State, j.Problem, j.Losses)
			continue
		}
		header := http.Header{"Accept": {"application/octet-stream"}}
		data, err := c.request(number, http.MethodGet, "/v1/jobs/"+one.id+"/tour", header, nil)
		if err != nil {
			c.t.Error(err)
			continue
		}
		tour, err := job.DecodeTour(data)
		if err != nil {
			c.t.Error(err)
			continue
		}
		if length, err := verify.Tour(one.instance, tour); err != nil || length != j.Result.Length {
			c.t.Errorf("job %s: the tour has length %d, error %v; the result is %+v", one.id, length, err, j.Result)
		}
	}
	c.t.Logf("%d jobs accepted, each ended once with a verified tour; jobs by attempts: %v; answers by status that were tried again: %v",
		len(c.accepted), attempts, c.refused)
	c.listed(len(c.accepted))
}

// ended waits until a job has ended.
func (c *dayClients) ended(number int, id string) (j job.Job) {
	jobtest.Until(func() bool {
		text, err := c.request(number, http.MethodGet, "/v1/jobs/"+id, nil, nil)
		if err == nil {
			err = json.Unmarshal(text, &j)
		}
		if err != nil {
			c.t.Fatalf("job %s: %v", id, err)
		}
		return j.State.Final()
	})
	return j
}

// listed compares the number of jobs in the metrics with the accepted ones.
func (c *dayClients) listed(want int) {
	text, err := c.request(0, http.MethodGet, "/metrics", nil, nil)
	if err != nil {
		c.t.Error(err)
		return
	}
	line := fmt.Sprintf("acovk_jobs{state=\"done\"} %d\n", want)
	if !strings.Contains(string(text), line) {
		c.t.Errorf("the metrics lack %q", line)
	}
}
