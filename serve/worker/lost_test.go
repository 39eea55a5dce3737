package worker

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// handBack takes the next job as a worker that reports a tour and gives the job back. It returns the
// digest of the tour.
func (s service) handBack(tour tsp.Tour) job.Digest {
	s.t.Helper()
	lease := s.take("earlier")
	digest := s.put(job.EncodeTour(tour))
	ctx := s.t.Context()
	if err := errors.Join(lease.Report(ctx, job.Progress{Best: 1, Tour: digest}), lease.Release(ctx)); err != nil {
		s.t.Fatal(err)
	}
	return digest
}

// The best tour that a job has had is its result, even if the worker that found it was lost and
// the next one ends with a longer tour. Its length is computed anew: a worker of another version
// may have told other steps.
func TestBestTourOfLostWorker(t *testing.T) {
	s := newService(t, 0)
	j, instance := s.submit(300, job.Options{Iterations: 1, Colonies: 1})
	best, err := aco.Solve(t.Context(), instance, aco.Options{Devices: processor(t).Devices(), Iterations: 100,
		Method: aco.Merged{Colonies: 1}})
	if err != nil {
		t.Fatal(err)
	}
	digest := s.handBack(best.Tour)
	defer s.start("next")()
	done := s.wait(j.ID, final)
	if done.State != job.Done || done.Attempt != 2 || done.Result.Tour != digest || done.Result.Length != best.Length ||
		done.Result.UnitLength != float64(best.Length) {
		t.Errorf("the job is %+v with %+v, want length %d", done, done.Result, best.Length)
	}
	s.verify(done, instance)
}

// A job that is cancelled before its second worker has a tour keeps the tour of the first, also with
// prices of legs.
func TestCancelledWithTourOfEarlierWorker(t *testing.T) {
	s := newService(t, 0)
	for _, isPriced := range []bool{false, true} {
		j := job.Job{}
		if isPriced {
			j = s.submitPriced()
		} else {
			j, _ = s.submit(12, job.Options{Iterations: 1})
		}
		digest := s.handBack(tsp.Tour{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0})
		second := s.newRun(s.take("second"), "")
		second.worker.Report = time.Hour
		if _, err := second.solve(t.Context()); err != nil {
			t.Fatal(err)
		}
		second.cancelled.Store(true)
		must.Do(t, second.end(t.Context(), nil, context.Canceled))
		done := s.wait(j.ID, final)
		if done.State != job.Cancelled || done.Result == nil || done.Result.Tour != digest {
			t.Fatalf("the job is %+v with %+v, want the tour %s", done, done.Result, digest)
		}
		s.verify(done, second.instance)
	}
}

// A tour of a lost worker that is damaged is left out, with a warning.
func TestDamagedTourOfLostWorker(t *testing.T) {
	s := newService(t, 0)
	j, instance := s.submit(30, job.Options{Iterations: 1})
	digest := s.handBack(tsp.Tour{0, 1, 2})
	defer s.start("next")()
	done := s.wait(j.ID, final)
	if done.State != job.Done || len(done.Result.Warnings) != 1 || done.Result.Tour == digest {
		t.Errorf("the job is %+v with %+v", done, done.Result)
	}
	s.verify(done, instance)
}

// A worker gives signs of life in time for a short lease.
func TestShortLease(t *testing.T) {
	for lease, want := range map[time.Duration]time.Duration{
		30 * time.Second: defaultReport, time.Second: 250 * time.Millisecond, 100 * time.Millisecond: 25 * time.Millisecond,
	} {
		if got := (Options{}).withDefaults(lease).Report; got != want {
			t.Errorf("with a lease of %v a worker reports every %v, want %v", lease, got, want)
		}
	}
}
