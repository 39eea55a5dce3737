package main

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/aco-vk/aco-vk/serve/job"
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
	node, err := server.NewServer(&server.Options{JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
		Host: "127.0.0.1", Port: server.RANDOM_PORT, SyncAlways: true})
	if err != nil {
		t.Fatal(err)
	}
	node.Start()
	t.Cleanup(node.Shutdown)
	if !node.ReadyForConnections(time.Minute) {
		t.Fatal("the NATS server did not start")
	}
	s := newServed(t, "--nats", node.ClientURL())
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
		<-first
		time.Sleep(time.Duration(kill*7%50) * time.Millisecond)
		s.process.Process.Kill()
		s.process.Wait()
		clients.Wait()
		s.start()
	}
	waits := func(j job.Job) bool { return !j.State.Final() }
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(time.Second) {
		all := s.list()
		left := slices.DeleteFunc(slices.Collect(maps.Values(all)), func(j job.Job) bool { return !waits(j) })
		if len(left) == 0 {
			for _, id := range answered {
				if all[id].State != job.Done {
					t.Errorf("the job %s is %+v", id, all[id])
				}
			}
			t.Logf("%d kills: %d jobs were answered, %d were stored, all have ended; %s", kills, len(answered), len(all),
				s.figure("acovk_jobs_requeued_total"))
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d jobs do not end; one is %+v", len(left), len(all), left[0])
		}
	}
}
