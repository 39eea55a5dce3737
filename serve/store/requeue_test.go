package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// existing starts a NATS server that is none of a store, and returns the options of a store in it.
func existing(t *testing.T) Options {
	t.Helper()
	node, err := server.NewServer(&server.Options{JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true,
		DontListen: true, MaxPayload: maxRecord})
	if err != nil {
		t.Fatal(err)
	}
	node.Start()
	t.Cleanup(func() {
		node.Shutdown()
		node.WaitForShutdown()
	})
	return Options{URL: "in-process", inProcess: node}
}

// accepted writes the record of a job, as a server does that dies before it queues the job.
func accepted(t *testing.T, s *Store) string {
	t.Helper()
	id := newID()
	r := record{Sequence: 1, Kind: job.EventState, Job: (&job.Submission{}).NewJob(id)}
	must.Do(t, s.writeNew(t.Context(), &r))
	return id
}

// inTally waits until a store has counted a job.
func inTally(s *Store, id string, state job.State) {
	jobtest.Until(func() bool {
		now, _ := s.tally.find(id)
		return now.state == state
	})
}

// messages returns the number of messages in the queue.
func messages(t *testing.T, s *Store) uint64 {
	t.Helper()
	info := must.Get(s.queue.Info(t.Context()))(t)
	return info.State.Msgs
}

// A job whose server died between its record and its message is queued once, by whichever server
// finds it, also in an existing NATS server. Jobs that have a message get no second one.
func TestRequeue(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		o := existing(t)
		one, two := open(t, o), open(t, o)
		whole := submit(t, one)
		id := accepted(t, one)
		for _, s := range []*Store{one, two} {
			inTally(s, id, job.Queued)
			must.Do(t, s.requeue(t.Context(), time.Minute))
		}
		if n := messages(t, one); n != 1 {
			t.Errorf("a job that may still be queued by its server: the queue has %d messages, want 1", n)
		}
		for range 2 {
			for _, s := range []*Store{one, two} {
				must.Do(t, s.requeue(t.Context(), 0))
			}
		}
		if n := messages(t, one); n != 2 {
			t.Errorf("the queue has %d messages, want 2", n)
		}
		got := []string{take(t, two, "w").Job().ID, take(t, two, "w").Job().ID}
		if got[0] != whole.ID || got[1] != id {
			t.Errorf("took %v, want %s and %s", got, whole.ID, id)
		}
	})
}

// A job that runs, without a message and without its worker, is queued again with its loss. While
// its worker is there, it stays.
func TestRequeueOfLostMessage(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true})
		j := submit(t, s)
		first := take(t, s, "w")
		must.Do(t, s.queue.Purge(t.Context()))
		inTally(s, j.ID, job.Running)
		old := must.Get(s.load(t.Context(), j.ID))(t)
		requeued := func(when string, want uint64) {
			t.Helper()
			if err := s.requeue(t.Context(), 0); err != nil || messages(t, s) != want {
				t.Fatalf("%s: the queue has %d messages, want %d, error %v", when, messages(t, s), want, err)
			}
		}
		requeued("just taken", 0)
		time.Sleep(defaultLease + time.Second) // it reports nothing
		must.Do(t, s.Announce(t.Context(), job.Worker{Name: "w", Job: j.ID}))
		time.Sleep(defaultLease - 2*time.Second) // the store itself looks at 60 s
		requeued("the worker is there", 0)
		for _, other := range []job.Worker{{Name: "w", Job: "other"}, {Name: "other", Job: j.ID}} {
			must.Do(t, s.Announce(t.Context(), other))
		}
		requeued("the worker has another job, and another worker says that it has this one", 1)
		if _, err := first.Renew(t.Context()); err == nil {
			t.Error("the first worker has the job still")
		}
		got := take(t, s, "other").Job()
		if now, err := s.giveBack(t.Context(), old); !errors.Is(err, errUnchanged) {
			t.Errorf("the job of a later attempt is given back: %+v, %v", now.Job, err)
		}
		if got.ID != j.ID || got.Attempt != 2 || len(got.Losses) != 1 ||
			!strings.Contains(got.Losses[0].Reason, "the queue had lost the job") {
			t.Errorf("took %+v", got)
		}
	})
}

// A queue of version 0.9, whose messages have one subject, gets no second messages.
func TestRequeueKnowsEarlierMessages(t *testing.T) {
	s := open(t, Options{Memory: true})
	var ids []string
	for range 3 {
		id := accepted(t, s)
		if _, err := s.stream.Publish(t.Context(), queueSubject, []byte(id), jetstream.WithMsgID(id)); err != nil {
			t.Fatal(err)
		}
		inTally(s, id, job.Queued)
		ids = append(ids, id)
	}
	must.Do(t, s.requeue(t.Context(), 0))
	if n := messages(t, s); n != 3 {
		t.Errorf("the queue has %d messages, want 3", n)
	}
	if got := take(t, s, "w").Job().ID; got != ids[0] {
		t.Errorf("took %s, want %s", got, ids[0])
	}
}
