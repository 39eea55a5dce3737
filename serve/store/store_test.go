package store

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

func open(t *testing.T, o Options) *Store {
	t.Helper()
	s := must.Get(Open(t.Context(), o))(t)
	t.Cleanup(s.Close)
	return s
}

// join opens a store for a worker without a network.
func join(t *testing.T, s *Store) *Store {
	t.Helper()
	joined := must.Get(Join(t.Context(), Options{URL: "in-process", Token: s.options.Token, inProcess: s.local}))(t)
	t.Cleanup(joined.Close)
	return joined
}

// submit submits a job of nobody.
func submit(t *testing.T, s *Store) job.Job {
	t.Helper()
	return submitted(t, s, job.Submission{Input: job.Input{Cities: 5}})
}

func submitted(t *testing.T, s *Store, of job.Submission) job.Job {
	t.Helper()
	j, _, err := s.Submit(t.Context(), of)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func cancel(t *testing.T, s *Store, id string) {
	t.Helper()
	if _, err := s.Cancel(t.Context(), id); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, s *Store, text string) job.Digest {
	t.Helper()
	return must.Get(s.Put(t.Context(), []byte(text)))(t)
}

func take(t *testing.T, s *Store, worker string) job.Lease {
	t.Helper()
	return must.Get(s.Take(t.Context(), worker))(t)
}

// finish ends a job as done.
func finish(t *testing.T, l job.Lease, result *job.Result) {
	t.Helper()
	must.Do(t, l.Finish(t.Context(), job.Done, result, nil))
}

// takesNothing lets a worker wait for some time of a bubble, in which it takes no job.
func takesNothing(t *testing.T, s *Store, wait time.Duration) {
	t.Helper()
	ctx, end := context.WithTimeout(t.Context(), wait)
	defer end()
	if l, err := s.Take(ctx, "idle"); err == nil {
		t.Errorf("a worker has %+v", l.Job())
	}
}

// A job is taken, reported, finished and gone from the queue; its events are in order.
func TestWork(t *testing.T) {
	s := open(t, Options{Memory: true})
	j := submit(t, s)
	l := take(t, s, "w")
	if l.Job().ID != j.ID || l.Job().State != job.Running || l.Job().Attempt != 1 {
		t.Fatalf("took %+v", l.Job())
	}
	ctx := t.Context()
	if cancelled, err := l.Renew(ctx); cancelled || err != nil {
		t.Errorf("renewed: cancelled %t, error %v", cancelled, err)
	}
	if err := errors.Join(l.Report(ctx, job.Progress{Best: 9}), l.Report(ctx, job.Progress{Best: 8, Tour: "t"}),
		l.Save(ctx, "c")); err != nil {
		t.Fatal(err)
	}
	cancel(t, s, j.ID)
	if cancelled, err := l.Renew(ctx); !cancelled || err != nil {
		t.Errorf("renewed after a cancellation: cancelled %t, error %v", cancelled, err)
	}
	must.Do(t, l.Finish(ctx, job.Cancelled, &job.Result{Length: 8}, nil))
	var kinds []string
	for event, err := range s.Events(ctx, j.ID, 1) {
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, string(event.Kind))
	}
	if got := strings.Join(kinds, " "); got != "state progress tour progress state state" {
		t.Errorf("events after the first are %s", got)
	}
	if got, err := s.Job(ctx, j.ID); err != nil || got.State != job.Cancelled || got.Result.Length != 8 ||
		got.Checkpoint != "" {
		t.Errorf("the job is %+v, error %v", got, err)
	}
	if n := messages(t, s); n != 0 {
		t.Errorf("the queue has %d messages", n)
	}
	if _, err := l.Renew(ctx); !errors.Is(err, job.ErrLost) {
		t.Errorf("renewed a job that has ended: error is %v", err)
	}
}

// A worker that is silent loses its job when its lease ends to another, which sees the checkpoint.
// The first can change nothing any more.
func TestSilentWorkerLosesJob(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true, Deliveries: 2})
		j, ctx := submit(t, s), t.Context()
		first := take(t, s, "first")
		must.Do(t, first.Save(ctx, "checkpoint"))
		taken := time.Now()
		second := take(t, s, "second")
		if after := time.Since(taken); after < defaultLease || after > defaultLease+time.Second {
			t.Errorf("the job was lost after %v", after)
		}
		if got := second.Job(); got.ID != j.ID || got.Attempt != 2 || got.Checkpoint != "checkpoint" ||
			len(got.Losses) != 1 || got.Losses[0].Worker != "first" {
			t.Errorf("the second worker has %+v", got)
		}
		_, renewed := first.Renew(ctx)
		for _, err := range []error{renewed, first.Report(ctx,
			job.Progress{Best: 1}), first.Save(ctx, "x"), first.Finish(ctx, job.Done, &job.Result{}, nil),
			first.Release(ctx)} {
			if !errors.Is(err, job.ErrLost) {
				t.Errorf("the first worker's error is %v", err)
			}
		}
		if got, err := s.Job(ctx, j.ID); err != nil || got.Progress.Best != 0 || got.State != job.Running ||
			got.Worker != "second" {
			t.Errorf("the job is %+v, error %v", got, err)
		}
		// The second is silent, too: the job has failed, and the next worker gets another one.
		other := submit(t, s)
		third := take(t, s, "third")
		if got := third.Job(); got.ID != other.ID {
			t.Errorf("the third worker has %+v", got)
		}
		for range 2 {
			if _, err := third.Renew(ctx); err != nil {
				t.Fatal(err)
			}
			takesNothing(t, s, defaultLease/2+time.Second)
		}
		if got, err := s.Job(ctx, j.ID); err != nil || got.State != job.Failed || got.Problem == nil ||
			got.Problem.Type != "lost" || len(got.Losses) != 2 {
			t.Errorf("the failed job is %+v, error %v", got, err)
		}
	})
}

// What was accepted is there after the process has ended, and a job that was released is queued
// again.
func TestReopen(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		folder, ctx := t.TempDir(), t.Context()
		s := open(t, Options{Folder: folder})
		digest := put(t, s, "data")
		released, waiting := submit(t, s), submit(t, s)
		must.Do(t, take(t, s, "w").Release(ctx))
		if _, err := Open(ctx, Options{Folder: folder}); !errors.Is(err, filelock.ErrLocked) {
			t.Errorf("a folder in use: error %v", err)
		}
		s.Close()
		s = open(t, Options{Folder: folder})
		if _, err := s.Object(ctx, digest); err != nil {
			t.Error(err)
		}
		if _, err := s.stream.Publish(ctx, queueSubject, []byte(released.ID)); err != nil { // a second message
			t.Fatal(err)
		}
		got := map[string]int{}
		for range 2 {
			l := take(t, s, "w")
			got[l.Job().ID] = l.Job().Attempt
			finish(t, l, nil)
		}
		if got[released.ID] != 2 || got[waiting.ID] != 1 {
			t.Errorf("attempts are %v, want 2 of %s and 1 of %s", got, released.ID, waiting.ID)
		}
		takesNothing(t, s, 2*defaultLease) // the second message
	})
}

func TestFullQueue(t *testing.T) {
	s := open(t, Options{Memory: true})
	for range mostUnended {
		s.tally.set(newID(), tallied{state: job.Running})
	}
	if _, _, err := s.Submit(t.Context(), job.Submission{}); !errors.Is(err, job.ErrFull) {
		t.Errorf("a job above the limit: error is %v", err)
	}
}

// Workers that are silent for the time of a lease are forgotten.
func TestWorkers(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true})
		must.Do(t, s.Announce(t.Context(), job.Worker{Name: "w", Version: "1"}))
		for _, silent := range []time.Duration{0, defaultLease - 2*time.Second, 4 * time.Second} {
			time.Sleep(silent)
			list := must.Get(s.Workers(t.Context()))(t)
			if silent == 4*time.Second {
				if len(list) != 0 {
					t.Errorf("after a lease workers are %+v", list)
				}
			} else if len(list) != 1 || list[0].Name != "w" || list[0].Seen.IsZero() {
				t.Errorf("workers are %+v", list)
			}
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	for _, o := range []Options{
		{}, {Folder: t.TempDir(), URL: "nats://localhost"}, {Folder: t.TempDir(), Memory: true}, {Folder: t.TempDir(), Lease: 99 * time.Millisecond},
		{Folder: t.TempDir(), Listen: "nowhere", Token: "t"}, {Folder: t.TempDir(), Listen: "127.0.0.1:0"},
	} {
		if _, err := Open(t.Context(), o); err == nil {
			t.Errorf("%+v was opened", o)
		}
	}
}

// connecting is a connection with a token.
type connecting struct {
	server.ClientAuthentication
	token string
}

func (c connecting) GetOpts() *server.ClientOpts { return &server.ClientOpts{Token: c.token} }

// A connection with a wrong token waits for the answer, one with the right token does not.
func TestWrongTokenWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for token, want := range map[string]time.Duration{"right": 0, "": wrongPause, "rights": wrongPause} {
			began := time.Now()
			ok := tokenOf("right").Check(connecting{token: token})
			if took := time.Since(began); ok != (want == 0) || took != want {
				t.Errorf("%q: %t after %v", token, ok, took)
			}
		}
	})
}

// Wrong tokens at the address for workers are one record of the log, and say nothing of the store. A
// worker with the token joins meanwhile.
func TestWrongTokensOfWorkers(t *testing.T) {
	var log jobtest.Log
	s := open(t, Options{Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "right", Log: log.Logger()})
	refused := make(chan error)
	for range 20 {
		go func() {
			conn, err := nats.Connect(s.URL(), nats.Token("wrong"), nats.Timeout(time.Minute))
			if err == nil {
				conn.Close()
			}
			refused <- err
		}()
	}
	joined := must.Get(Join(t.Context(), Options{URL: s.URL(), Token: "right"}))(t)
	joined.Close()
	for range 20 {
		if err := <-refused; !errors.Is(err, nats.ErrAuthorization) {
			t.Error(err)
		}
	}
	said := log.String()
	if strings.Count(said, "authentication error") != 1 || !strings.Contains(said, "address=127.0.0.1 times=1\n") ||
		strings.Contains(said, "level=ERROR") || len(s.local.log.errors) > 0 {
		t.Errorf("the log is\n%s", said)
	}
}

// An address for workers that another process uses is an error at once, and the folder is free
// again.
func TestPortInUse(t *testing.T) {
	used := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer used.Close()
	o := Options{Folder: t.TempDir(), Listen: used.Addr().String(), Token: "t"}
	if _, err := Open(t.Context(), o); err == nil || !strings.Contains(err.Error(), "another address") {
		t.Errorf("error %v", err)
	}
	o.Listen = ""
	open(t, o)
}

// A folder that cannot be written is not said to be in use.
func TestLockedFolder(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "lock"), 0o700); err != nil { // no file can be written there
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), Options{Folder: folder}); err == nil || errors.Is(err, filelock.ErrLocked) {
		t.Errorf("a folder that cannot be written: error %v", err)
	}
}

// The result of a long run on many machines names more exchanges than fit in NATS's default
// payload.
func TestLargeResult(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir()})
	joined := join(t, s)
	j := submit(t, s)
	result := &job.Result{}
	for i := range 30_000 {
		digest := job.DigestOf(binary.LittleEndian.AppendUint32(nil, uint32(i)))
		e := job.Exchange{Iteration: i, Machine: i % job.MaxMachines, Tour: digest, Length: 1 << 40}
		result.Exchanges = append(result.Exchanges, e)
	}
	finish(t, take(t, joined, "w"), result)
	got, err := s.Job(t.Context(), j.ID)
	if err != nil || got.State != job.Done || len(got.Result.Exchanges) != len(result.Exchanges) {
		t.Errorf("the job is %s, error %v", got.State, err)
	}
}
