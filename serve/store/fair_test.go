package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// Clients take turns, however many jobs one of them has, and a client's own jobs run in the order of
// their priority. That holds after a restart, too, and each job runs once.
func TestFairShares(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		folder := t.TempDir()
		s := open(t, Options{Folder: folder})
		submit := func(owner string, priority int) string {
			j := submitted(t, s, job.Submission{Owner: owner, Options: job.Options{Priority: priority}})
			time.Sleep(time.Nanosecond) // which orders identifiers
			return j.ID
		}
		const many = 20
		names := map[string]string{}
		for i := range many {
			names[submit("ann", 0)] = fmt.Sprintf("ann %d", i)
		}
		names[submit("ann", -1)], names[submit("ann", 2)] = "ann low", "ann high"
		names[submit("bob", 0)], names[submit("bob", 0)] = "bob 0", "bob 1"
		s.Close()
		s = open(t, Options{Folder: folder})
		at := map[string]int{}
		for i := range many + 4 {
			l := take(t, s, "w")
			name := names[l.Job().ID]
			if _, twice := at[name]; name == "" || twice {
				t.Fatalf("job %s %q was taken again", l.Job().ID, name)
			}
			at[name] = i
			finish(t, l, nil)
			time.Sleep(2 * feedPause) // the next ones have moved up
		}
		for name, want := range map[string]int{"ann 0": 0, "bob 0": 1, "ann high": 2, "bob 1": 3, "ann 1": 4, "ann low": many + 3} {
			if at[name] != want {
				t.Errorf("job %s was taken as %d, want %d", name, at[name], want)
			}
		}
	})
}

// Of jobs that a client submits at once, one is in the queue at once, though each may have found another
// one that waits.
func TestJobsSubmittedAtOnce(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s, began := open(t, Options{Memory: true}), time.Now()
		if _, err := s.tally.reserve("phantom", tallied{state: job.Queued, owner: "ann"}, s.options); err != nil {
			t.Fatal(err)
		}
		id := submitFor(t, s, "ann", 0) // waits for the other one, whose record is then not written
		s.tally.remove("phantom")
		if got := take(t, s, "w").Job().ID; got != id || time.Since(began) >= requeueEvery {
			t.Errorf("job %s after %v, want %s", got, time.Since(began), id)
		}
	})
}

// A job that was given back does not keep its client's next one from the queue.
func TestTurnAfterGivingBack(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s := open(t, Options{Memory: true})
		ids := []string{submitFor(t, s, "ann", 0), submitFor(t, s, "ann", 0)}
		must.Do(t, take(t, s, "w").GiveBack(t.Context(), "no disk"))
		inTally(s, ids[0], job.Queued)
		time.Sleep(2 * feedPause)
		if got := take(t, s, "w").Job().ID; got != ids[1] {
			t.Errorf("took %s of %v", got, ids)
		}
	})
}

// Workers help with a job of a client as far as no job of another client waits for one of them.
func TestHelpersLeaveForOthers(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		s, ctx := open(t, Options{Memory: true}), t.Context()
		submitFor(t, s, "ann", job.MaxMachines)
		first := take(t, s, "w1")
		helpers := []job.Lease{take(t, s, "w2"), take(t, s, "w3"), take(t, s, "w4")}
		renew := func(l job.Lease) error {
			_, err := l.Renew(ctx)
			return err
		}
		for _, l := range helpers {
			if err := renew(l); l.Machine() == 0 || err != nil {
				t.Fatalf("helper %d of %s: error %v", l.Machine(), l.Job().ID, err)
			}
		}
		for range 2 {
			bobs := submitFor(t, s, "bob", 0)
			time.Sleep(2 * feedPause) // the job has moved up if the one before it still seemed to wait
			leaving := helpers[0]
			helpers = helpers[1:]
			if err := renew(leaving); !errors.Is(err, job.ErrLost) {
				t.Errorf("a helper while another's job waits: error %v", err)
			}
			must.Do(t, leaving.Release(ctx))
			if l := take(t, s, "w"); l.Job().ID != bobs {
				t.Errorf("took machine %d of %s", l.Machine(), l.Job().ID)
			}
			if err := renew(helpers[0]); err != nil {
				t.Errorf("a helper while no other's job waits: error %v", err)
			}
		}
		finish(t, first, nil)
		if ends, err := helpers[0].Renew(ctx); !ends || err != nil {
			t.Errorf("a helper whose job has ended: it ends %t, error %v", ends, err)
		}
	})
}

// submitFor submits a job of an owner for some machines.
func submitFor(t *testing.T, s *Store, owner string, machines int) string {
	t.Helper()
	return submitted(t, s, job.Submission{Owner: owner, Options: job.Options{Machines: machines}}).ID
}

// A job whose server died before it moved up is moved up by another server. A job whose message is
// lost gets another one.
func TestLineOfDeadServer(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		o := existing(t)
		one := open(t, o)
		var ids []string
		for range 3 {
			ids = append(ids, submitFor(t, one, "ann", 0))
			time.Sleep(time.Nanosecond) // which orders identifiers
		}
		if n := messages(t, one); n != 1 {
			t.Errorf("%d messages", n)
		}
		one.Close()
		two := open(t, o)
		taken, began := map[string]bool{}, time.Now()
		for range ids[1:] {
			l := take(t, two, "w")
			taken[l.Job().ID] = true
			finish(t, l, nil)
		}
		last := ids[len(ids)-1]
		if len(taken) != len(ids)-1 || taken[last] {
			t.Fatalf("%d jobs, the last one %t", len(taken), taken[last])
		}
		if waited := time.Since(began); waited > requeueEvery/2 {
			t.Errorf("a job moved up after %v", waited)
		}
		time.Sleep(2 * feedPause)
		if messages(t, two) != 1 {
			t.Fatalf("%d messages, and the last job waits", messages(t, two))
		}
		must.Do(t, two.queue.Purge(t.Context()))
		inTally(two, last, job.Queued)
		if err := two.requeue(t.Context(), time.Hour); err != nil || messages(t, two) != 0 {
			t.Errorf("%d messages of a young job, error %v", messages(t, two), err)
		}
		if err := two.requeue(t.Context(), 0); err != nil || messages(t, two) != 1 {
			t.Errorf("%d messages of a job that has lost its message, error %v", messages(t, two), err)
		}
	})
}
