package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// list returns all jobs by identifier.
func (s *served) list() map[string]job.Job {
	s.t.Helper()
	all := map[string]job.Job{}
	for before := ""; ; {
		text, err := s.get("?limit=500" + before)
		var page struct{ Jobs []job.Job }
		if err == nil {
			err = json.Unmarshal(text, &page)
		}
		if err != nil {
			s.t.Fatalf("%s: %v", text, err)
		}
		if len(page.Jobs) == 0 {
			return all
		}
		for _, j := range page.Jobs {
			all[j.ID] = j
		}
		before = "&before=" + page.Jobs[len(page.Jobs)-1].ID
	}
}

// figure returns the line of a figure.
func (s *served) figure(name string) string {
	s.t.Helper()
	answer, err := http.Get(strings.TrimSuffix(s.url, "/v1/jobs") + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^` + name + ` .*$`).FindString(string(text))
}

// Jobs end in an existing NATS server, too, though the server that accepts them is killed in the
// middle of it: also those whose submission was not answered, because they count as jobs that
// wait. ACO_VK_KILLS is the number of kills.
func TestKilledSubmissionsEnd(t *testing.T) {
	kills, err := strconv.Atoi(os.Getenv("ACO_VK_KILLS"))
	if err != nil {
		t.Skip("ACO_VK_KILLS does not say how often the server is killed")
	}
	s := newServed(t, "--nats", startNATS(t))
	var (
		mu       sync.Mutex
		answered []string
	)
	for kill := range kills {
		var clients sync.WaitGroup
		first := make(chan struct{}, 8) // answers
		for range cap(first) {
			clients.Go(func() {
				for {
					id, _, err := s.submit([]float64{0, 3, 4, 0}, []float64{0, 0, 3, 4}, job.Options{Iterations: 1})
					if err != nil {
						return // the server is killed
					}
					mu.Lock()
					answered = append(answered, id)
					mu.Unlock()
					select {
					case first <- struct{}{}:
					default:
					}
				}
			})
		}
		for range 1 + kill%10 {
			<-first
		}
		s.process.Process.Kill()
		s.process.Wait()
		clients.Wait()
		s.start()
	}
	var all map[string]job.Job
	jobtest.Until(func() bool {
		all = s.list()
		for _, j := range all {
			if !j.State.Final() {
				return false
			}
		}
		return true
	})
	for _, id := range answered {
		if all[id].State != job.Done {
			t.Errorf("the job %s is %+v", id, all[id])
		}
	}
	t.Logf("%d kills: %d jobs were answered, %d were stored, all have ended; %s", kills, len(answered), len(all),
		s.figure("acovk_jobs_requeued_total"))
}
