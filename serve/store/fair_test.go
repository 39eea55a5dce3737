package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// The jobs of a client with many do not keep another one's waiting, and a client's own jobs run in
// the order of their priority. That holds after a restart, too, and each job runs once.
func TestFairShares(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		folder, ctx := t.TempDir(), t.Context()
		s := open(t, Options{Folder: folder})
		submit := func(owner string, priority int) string {
			j, _, err := s.Submit(ctx, job.Submission{Owner: owner, Options: job.Options{Priority: priority}})
			if err != nil {
				t.Fatal(err)
			}
			return j.ID
		}
		const many = 3 * fairShare
		names := map[string]string{}
		for i := range many {
			names[submit("ann", 0)] = fmt.Sprintf("ann %d", i)
		}
		names[submit("ann", -1)], names[submit("ann", 2)] = "ann low", "ann high"
		names[submit("bob", 0)] = "bob"
		s.Close()
		s = open(t, Options{Folder: folder})
		at := map[string]int{}
		for i := range many + 3 {
			l := take(t, s, "w")
			name := names[l.Job().ID]
			if _, twice := at[name]; name == "" || twice {
				t.Fatalf("job %s %q was taken again", l.Job().ID, name)
			}
			at[name] = i
			if err := l.Finish(ctx, job.Done, nil, nil); err != nil {
				t.Fatal(err)
			}
			inTally(s, l.Job().ID, job.Done)
		}
		if at["bob"] > fairShare {
			t.Errorf("bob's job was taken after %d others", at["bob"])
		}
		if at["ann high"] > fairShare+2 || at["ann low"] != many+2 {
			t.Errorf("ann's jobs with priority were taken as %d and %d of %d", at["ann high"], at["ann low"], many+3)
		}
	})
}

// A job whose server died before it moved up is moved up by another server. A job whose message is
// lost gets another one.
func TestLineOfDeadServer(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		o := existing(t)
		one := open(t, o)
		var ids []string
		for range fairShare + 2 {
			j, _, err := one.Submit(t.Context(), job.Submission{Owner: "ann"})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, j.ID)
			time.Sleep(time.Nanosecond) // which orders identifiers
		}
		if n := messages(t, one); n != fairShare {
			t.Errorf("%d messages", n)
		}
		one.Close()
		two := open(t, o)
		taken, began := map[string]bool{}, time.Now()
		for range ids[1:] {
			l := take(t, two, "w")
			taken[l.Job().ID] = true
			if err := l.Finish(t.Context(), job.Done, nil, nil); err != nil {
				t.Fatal(err)
			}
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
		if err := two.queue.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		inTally(two, last, job.Queued)
		if err := two.feed(t.Context(), time.Hour); err != nil || messages(t, two) != 0 {
			t.Errorf("%d messages of a young job, error %v", messages(t, two), err)
		}
		if err := two.feed(t.Context(), 0); err != nil || messages(t, two) != 1 {
			t.Errorf("%d messages of a job that has lost its message, error %v", messages(t, two), err)
		}
	})
}
