package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/serve/client"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// served is a server with a worker on the processor, as processes.
type served struct {
	t       *testing.T
	folder  string
	device  string   // "": cpu
	flags   []string // beside the usual ones
	url     string
	process *exec.Cmd
}

// start starts the server, again after it was killed.
func (s *served) start() {
	s.t.Helper()
	arguments := []string{"serve", "--listen", "127.0.0.1:0", "--device", cmp.Or(s.device, "cpu"), "--lease", "3s",
		"--max-jobs", "100000", "--max-rate", "1000000"}
	if !slices.Contains(s.flags, "--nats") {
		arguments = append(arguments, "--data", s.folder)
	}
	var said *jobtest.Log
	s.process, said = begin(s.t, append(arguments, s.flags...)...)
	s.url = said.AwaitMatch(`the page is at (\S+)/`)[1]
}

func newServed(t *testing.T, flags ...string) *served {
	s := &served{t: t, folder: t.TempDir(), flags: flags}
	s.startUntilEnd()
	return s
}

// startUntilEnd starts the server until the test ends.
func (s *served) startUntilEnd() {
	s.t.Helper()
	s.start()
	s.t.Cleanup(func() {
		s.process.Process.Signal(syscall.SIGTERM)
		s.process.Wait() // a server that was started again has ended already
		if code := s.process.ProcessState.ExitCode(); code != exitDone && code != exitInterrupted {
			s.t.Errorf("the server ended with %v", s.process.ProcessState)
		}
	})
}

// startsServer leaves a test out of short ones.
func startsServer(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a server")
	}
}

// servedInstance returns a random instance as it is generated, and as the server reads its
// coordinates.
func servedInstance(t *testing.T, cities int, seed int64) (generated, exact *tsp.Instance) {
	t.Helper()
	generated, err := generate.Instance("uniform", cities, seed)
	if err != nil {
		t.Fatal(err)
	}
	if exact, err = tsp.FromXY(tsp.EUC2D, generated.X, generated.Y); err != nil {
		t.Fatal(err)
	}
	return generated, exact
}

// submit submits a job of places, and returns its identifier.
func (s *served) submit(of *tsp.Instance, o job.Options) string {
	s.t.Helper()
	j, err := s.client().Submit(s.t.Context(), client.Submission{Coordinates: pairs(of), Options: o})
	if err != nil {
		s.t.Fatal(err)
	}
	return j.ID
}

// pairs returns the coordinates of an instance.
func pairs(of *tsp.Instance) (all [][2]float64) {
	for i := range of.X {
		all = append(all, [2]float64{of.X[i], of.Y[i]})
	}
	return all
}

// client returns a client of the server.
func (s *served) client() *client.Client {
	return &client.Client{URL: s.url}
}

// wait waits until a job has ended. It verifies the tour of a job that is done.
func (s *served) wait(id string, instance *tsp.Instance) job.Job {
	s.t.Helper()
	j, err := s.client().Wait(s.t.Context(), id)
	if err != nil {
		s.t.Fatal(err)
	}
	if j.State == job.Done {
		verifyJob(s.t, j, instance)
	}
	return j.Job
}

// running returns a job that has not ended when it is as it should be.
func (s *served) running(id string, reached func(job.Job) bool) (now job.Job) {
	s.t.Helper()
	jobtest.Until(func() bool {
		j, err := s.client().Job(s.t.Context(), id)
		if err != nil || j.State.Final() {
			s.t.Fatalf("the job is %+v, error %v", j, err)
		}
		now = j.Job
		return reached(now)
	})
	return now
}

// verifyJob verifies the tour of a job.
func verifyJob(t *testing.T, j client.Job, instance *tsp.Instance) {
	t.Helper()
	tour := make(tsp.Tour, len(j.Tour))
	for i, place := range j.Tour {
		tour[i] = place - 1
	}
	if length, err := verify.Tour(instance, tour); err != nil || length != j.Result.Length {
		t.Errorf("job %s: the tour has length %d, error %v; the result is %+v", j.ID, length, err, j.Result)
	}
}

// killWorker kills the server's worker, whose name ends with the number of its process.
func (s *served) killWorker() {
	s.t.Helper()
	var list []job.Worker
	jobtest.Until(func() bool { // it is forgotten for a moment if it was silent
		list = s.workers()
		return len(list) > 0
	})
	for _, w := range list {
		pid, err := strconv.Atoi(w.Name[strings.LastIndex(w.Name, "-")+1:])
		if err != nil {
			s.t.Fatal(err)
		}
		if process, err := os.FindProcess(pid); err == nil {
			process.Kill() // one that was killed before is still listed for a while
		}
	}
}

// workers returns the workers that the server lists.
func (s *served) workers() []job.Worker {
	s.t.Helper()
	list, err := s.client().Workers(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// Jobs that were accepted end with a verified tour, though the worker and the server are killed,
// or they have lost as many workers as the server allows. ACO_VK_KILLS is the number of kills.
func TestServedJobsSurviveKills(t *testing.T) {
	kills := sizeOf("ACO_VK_KILLS")
	if kills == 0 && testing.Short() {
		t.Skip("starts servers and waits for leases to end")
	}
	kills = cmp.Or(kills, 2)
	instance, exact := servedInstance(t, 100, 3)
	s := newServed(t)
	var ids []string
	for kill := range kills {
		for range 3 {
			ids = append(ids, s.submit(instance, job.Options{TimeLimit: job.Duration(time.Second)}))
		}
		s.running(ids[len(ids)-1], func(j job.Job) bool { return j.State == job.Running })
		if kill%2 == 0 {
			s.killWorker()
			continue
		}
		s.process.Process.Kill()
		s.process.Wait()
		s.start()
	}
	unlucky := 0
	for _, id := range ids {
		j := s.wait(id, exact)
		if j.State == job.Failed && j.Problem.Type == "lost" && len(j.Losses) == 5 {
			unlucky++
		} else if j.State != job.Done {
			t.Errorf("the job is %+v", j)
		}
	}
	t.Logf("%d kills: %d jobs are done, %d have lost five workers", kills, len(ids)-unlucky, unlucky)
}

// memory returns a part of the server's memory as Linux tells it, such as "VmRSS:"; elsewhere "unknown".
func (s *served) memory(part string) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return "unknown"
	}
	_, after, _ := strings.Cut(string(text), part)
	line, _, _ := strings.Cut(after, "\n")
	return strings.TrimSpace(line)
}

// sizeOf returns the size of a measurement that an environment variable has, 0 without it.
func sizeOf(variable string) int {
	number, _ := strconv.Atoi(os.Getenv(variable))
	return number
}

// Many clients at once lose no job. ACO_VK_JOBS is the number of jobs; the test prints how long
// they took, and the memory of the server.
func TestManyServedJobs(t *testing.T) {
	testkind.ManyProcesses(t)
	jobs, clients := 40, 10
	if number := sizeOf("ACO_VK_JOBS"); number > 0 {
		jobs, clients = number, 50
	} else if testing.Short() {
		t.Skip("starts a server")
	}
	instance, exact := servedInstance(t, 200, 1)
	s := newServed(t)
	started, memory := time.Now(), s.memory("VmRSS:")
	var (
		mu      sync.Mutex
		ids     []string
		answers []time.Duration
		working sync.WaitGroup
	)
	for number := range clients {
		working.Go(func() {
			for range jobs/clients + min(1, max(0, jobs%clients-number)) {
				before := time.Now()
				j, err := s.client().Submit(t.Context(), client.Submission{Coordinates: pairs(instance),
					Options: job.Options{Iterations: 1, Colonies: 1}})
				took := time.Since(before)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				ids, answers = append(ids, j.ID), append(answers, took)
				mu.Unlock()
			}
		})
	}
	working.Wait()
	submitted := time.Since(started)
	slices.Sort(ids)
	if len(slices.Compact(slices.Clone(ids))) != jobs {
		t.Errorf("%d jobs of %d have different identifiers", len(slices.Compact(ids)), jobs)
	}
	for _, id := range ids {
		if j := s.wait(id, exact); j.State != job.Done || j.Attempt != 1 {
			t.Errorf("the job is %+v", j)
		}
	}
	slices.Sort(answers)
	t.Logf(
		"%d jobs of 200 cities from %d connections: accepted in %v, answers %v in the middle and %v at the 99th percentile; all done after %v; memory of the server %s before, %s after",
		jobs, clients, submitted.Round(time.Millisecond), answers[len(answers)/2].Round(time.Millisecond),
		answers[len(answers)*99/100].Round(time.Millisecond),
		time.Since(started).Round(time.Millisecond), memory, s.memory("VmRSS:"))
}
