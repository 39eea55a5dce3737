package worker

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

// Workers on one job exchange tours. The result says what each did, and repeats the run.
func TestPeers(t *testing.T) {
	if testing.Short() {
		t.Skip("three workers on one machine need seconds")
	}
	s := newService(t, time.Minute)
	defer s.start("first")()
	defer s.start("second")()
	defer s.start("third")()
	var j job.Job
	var instance *tsp.Instance
	// On a busy machine the second worker may have found nothing better when the first ends.
	for limit := 4 * time.Second; j.Result == nil || len(j.Result.Exchanges) == 0 || len(j.Result.Machines) < 3; limit *= 2 {
		j, instance = s.submit(1000, job.Options{Machines: 3, Colonies: 2, TimeLimit: job.Duration(limit)})
		j = s.wait(j.ID, final)
	}
	s.verify(j, instance)
	parts, workers := map[int]bool{}, map[string]bool{}
	for _, peer := range j.Result.Machines {
		parts[peer.Number], workers[peer.Worker] = true, true
		// a tour that comes after the last exchange may be shorter than the result
		if peer.Length <= 0 || peer.Seconds <= 0 || peer.Tour == "" {
			t.Errorf("a peer is %+v", peer)
		}
	}
	if diff := cmp.Diff(map[int]bool{0: true, 1: true, 2: true}, parts); diff != "" || len(workers) != 3 {
		t.Errorf("peers (-want +got):\n%s of workers %v", diff, workers)
	}
	for _, e := range j.Result.Exchanges {
		if e.Machine < 1 || e.Length < j.Result.Length || e.Iteration < 1 {
			t.Errorf("length %d of the job, and an exchange %+v", j.Result.Length, e)
		}
	}
	again, _ := s.submit(1000, job.Options{Replay: j.Result.Replay})
	again = s.wait(again.ID, final)
	if again.State != job.Done || again.Result.Tour != j.Result.Tour {
		t.Errorf("the repeated job is %+v, want the tour of length %d", again, j.Result.Length)
	}
	if other, _ := s.submit(999, job.Options{Replay: j.Result.Replay}); s.wait(other.ID, final).State != job.Failed {
		t.Error("the run was repeated with another instance")
	}
}

// A worker that helps one client with a job without an end solves the job of another client.
func TestPeerLeaves(t *testing.T) {
	s := newService(t, time.Minute)
	in := job.Input{Object: s.put([]byte(textOf(t, tsptest.Generate(t, "uniform", 300, 1)))), Format: string(format.TSPLIB)}
	submit := func(owner string, o job.Options) job.Job {
		return s.submitted(job.Submission{Owner: owner, Input: in, Options: o})
	}
	submit("ann", job.Options{Machines: 2, Iterations: math.MaxInt32})
	s.take("first")
	log := new(jobtest.Log)
	defer s.startLogged("second", log.Logger())()
	log.Await(`msg="part of a job started"`)
	s.wait(submit("bob", job.Options{Iterations: 1}).ID, final)
	log.Await(`msg="part of a job given back"`)
}

// A job for several workers is solved by one if there are no others.
func TestPeersOfOneWorker(t *testing.T) {
	s := newService(t, time.Minute)
	defer s.start("only")()
	first, instance := s.submit(100, job.Options{Machines: 3, Colonies: 1, Iterations: 20})
	second, _ := s.submit(100, job.Options{Colonies: 1, Iterations: 20})
	for _, id := range []string{first.ID, second.ID} {
		s.verify(s.wait(id, final), instance)
	}
}

// The peers of a job have different seeds, with which they begin from different tours. Number 0, the
// worker that has the job, has the seed of a run of the job.
func TestSeedsOfPeers(t *testing.T) {
	devices := processor(t).Devices()
	for _, ofJob := range []*uint64{nil, new(uint64(7)), new(uint64(math.MaxUint64))} {
		result, err := aco.Solve(t.Context(), tsptest.Generate(t, "clustered", 60, 3), aco.Options{
			Devices: devices, Iterations: 1, Seed: ofJob, Method: aco.Merged{Colonies: 1, Ants: 4}})
		if err != nil {
			t.Fatal(err)
		}
		if first := seedOf(ofJob, 0); first != result.Seed {
			t.Errorf("the first worker has the seed %d, a run of the job %d", first, result.Seed)
		}
		seeds := map[uint64]bool{}
		for peer := range job.MaxMachines {
			seeds[seedOf(ofJob, peer)] = true
		}
		if len(seeds) != job.MaxMachines {
			t.Errorf("%d peers have %d seeds", job.MaxMachines, len(seeds))
		}
	}
}
