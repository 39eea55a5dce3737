package api

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store"
	"github.com/aco-vk/aco-vk/serve/store/storetest"
)

// A client has at most so many jobs that have not ended, whatever others have.
func TestJobsOfAClient(t *testing.T) {
	store := storetest.Open(t, store.Options{Memory: true, PerOwner: 1})
	h := withTokensOn(t, store, Options{})
	submit := func(secret string, status int) job.Job {
		t.Helper()
		w := call(t, h, "POST", "/v1/jobs", `{"coordinates":`+square+`}`, "Content-Type", "application/json",
			"Authorization", "Bearer "+secret)
		if status == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
			t.Error("the client is not told to come again")
		}
		return decode[job.Job](t, w, status)
	}
	first := submit(annSecret, http.StatusAccepted)
	submit(annSecret, http.StatusTooManyRequests)
	submit(bobSecret, http.StatusAccepted)
	finish(t, store, first.ID, 0, 1, 2, 3)
	submit(annSecret, http.StatusAccepted)
}

// A page of another site cannot submit a job.
func TestOtherSites(t *testing.T) {
	_, h := newHandler(t)
	for site, status := range map[string]int{"same-origin": http.StatusAccepted, "none": http.StatusAccepted, "cross-site": http.StatusForbidden} {
		w := call(t, h, "POST", "/v1/jobs", smallBody, "Content-Type", "text/plain", "Sec-Fetch-Site", site)
		if w.Code != status {
			t.Errorf("%s: status %d: %s", site, w.Code, w.Body)
		}
	}
}

// The figures count requests by route and jobs by state.
func TestMetrics(t *testing.T) {
	store, h := newHandler(t)
	j := submitSquare(t, h)
	finish(t, store, j.ID, 0, 1, 2, 3)
	submitSquare(t, h)
	call(t, h, "GET", "/v1/jobs/"+j.ID, "")
	call(t, h, "GET", "/v1/jobs/none", "")
	text := call(t, h, "GET", "/metrics", "").Body.String()
	for _, line := range []string{
		`acovk_jobs{state="done"} 1`, `acovk_jobs{state="queued"} 1`, `acovk_workers 0`,
		`acovk_http_request_duration_seconds_count{route="POST /v1/jobs",status="202"} 2`,
		`acovk_http_request_duration_seconds_count{route="GET /v1/jobs/{id}",status="200"} 1`,
		`acovk_http_request_duration_seconds_count{route="GET /v1/jobs/{id}",status="404"} 1`,
		`acovk_http_request_duration_seconds_bucket{route="POST /v1/jobs",status="202",le="+Inf"} 2`,
		"# TYPE acovk_http_request_duration_seconds histogram",
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("there is no line %s", line)
		}
	}
}

// A client that does not read its events is dropped when a write takes too long.
func TestSlowReader(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		store, h := newHandler(t)
		j := submitSquare(t, h)
		dropped := make(chan struct{})
		network := listen(t, NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h.ServeHTTP(w, r)
			close(dropped)
		})))
		client := connect(t, network, "GET /v1/jobs/"+j.ID+"/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
		if got := statusOf(t, client); got != http.StatusOK {
			t.Errorf("status %d", got)
		}
		synctest.Wait()
		changed := time.Now()
		storetest.Take(t, store, j.ID)
		<-dropped
		if after := time.Since(changed); after != eventTime {
			t.Errorf("the client is dropped after %v", after)
		}
	})
}
