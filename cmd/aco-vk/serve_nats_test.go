package main

import (
	"context"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/client"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// Jobs end in an existing NATS server, too, though the server that accepts them is killed in the
// middle of it: also those whose submission was not answered, because they count as jobs that
// wait. ACO_VK_KILLS is the number of kills.
func TestKilledSubmissionsEnd(t *testing.T) {
	kills := sizeOf("ACO_VK_KILLS")
	if kills == 0 {
		t.Skip("ACO_VK_KILLS does not say how often the server is killed")
	}
	s := newServed(t, "--nats", startNATS(t))
	var (
		mu       sync.Mutex
		answered []string
	)
	for kill := range kills {
		var clients sync.WaitGroup
		ctx, stop := context.WithCancel(t.Context())
		first := make(chan struct{}, 8) // answers
		for range cap(first) {
			clients.Go(func() {
				for {
					j, err := s.client().Submit(ctx, client.Submission{
						Coordinates: [][2]float64{{0, 0}, {3, 0}, {4, 3}, {0, 4}}, Options: job.Options{Iterations: 1}})
					if err != nil {
						return // the server is killed, and the client does not wait for the next
					}
					mu.Lock()
					answered = append(answered, j.ID)
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
		stop()
		clients.Wait()
		s.start()
	}
	jobtest.Until(func() bool {
		for _, state := range []job.State{job.Queued, job.Running} {
			left := must.Get(s.client().Jobs(t.Context(), job.Filter{State: state}, "", 1))(t)
			if len(left) > 0 {
				return false
			}
		}
		return true
	})
	for _, id := range answered {
		if j, err := s.client().Job(t.Context(), id); err != nil || j.State != job.Done {
			t.Errorf("the job %s is %+v, error %v", id, j, err)
		}
	}
	t.Logf("%d kills: %d jobs were answered, all have ended", kills, len(answered))
}
