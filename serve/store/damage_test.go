package store

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/scratch/scratchtest"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// wholeFolder returns a data folder of a server that has ended, with waiting jobs, each with an
// object of its own. The first has run.
func wholeFolder(t *testing.T) (folder string, jobs []job.Job) {
	t.Helper()
	folder = t.TempDir()
	s := open(t, Options{Folder: folder})
	for i := range 10 {
		object := put(t, s, fmt.Sprint("object ", i))
		j := submitted(t, s, job.Submission{Input: job.Input{Object: object}, Key: fmt.Sprint(i)})
		jobs = append(jobs, j)
	}
	finish(t, take(t, s, "w"), nil)
	inTally(s, jobs[0].ID, job.Done) // and in the ledger
	s.Close()
	return folder, jobs
}

// check returns the losses in a folder.
func check(t *testing.T, folder string) []Loss {
	t.Helper()
	return must.Get(Check(t.Context(), folder, slog.New(slog.DiscardHandler)))(t)
}

// damageCopy returns a copy of a folder with 64 zeroed bytes in a block of a stream: at an offset, or
// at one from the end if it is negative.
func damageCopy(t *testing.T, folder, stream string, at int) string {
	t.Helper()
	other := t.TempDir()
	must.Do(t, os.CopyFS(other, os.DirFS(folder)))
	names, err := filepath.Glob(filepath.Join(other, "jetstream/$G/streams", stream, "msgs/*.blk"))
	if err != nil || len(names) == 0 {
		t.Fatalf("stream %s has no block, error %v", stream, err)
	}
	data := must.Get(os.ReadFile(names[0]))(t)
	if at < 0 {
		at += len(data)
	}
	copy(data[min(at, len(data)-64):], make([]byte, 64))
	must.Do(t, os.WriteFile(names[0], data, 0o600))
	return other
}

// A part of a record at the end of a block, as after a loss of power, costs no job.
func TestTornWrite(t *testing.T) {
	folder, jobs := wholeFolder(t)
	name := filepath.Join(folder, "jetstream/$G/streams", jobsStream, "msgs/1.blk")
	data := must.Get(os.ReadFile(name))(t)
	must.Do(t, os.WriteFile(name, append(data, data[:100]...), 0o600))
	if losses := testGoesOn(t, folder, jobs); len(losses) > 0 {
		t.Errorf("losses %v", losses)
	}
}

// Damage is noticed, and named by job: a server that starts has each job or says that it is lost. It
// does not hang, and solves the jobs that are there. A check finds the same; no job is named twice.
func TestDamagedBlocks(t *testing.T) {
	t.Parallel()
	whole, jobs := wholeFolder(t)
	if losses := check(t, whole); len(losses) > 0 {
		t.Fatalf("a whole folder has losses %v", losses)
	}
	for _, stream := range []string{jobsStream, objectsStream, queueStream, "KV_" + keysBucket} {
		for _, at := range []int{0, 10, 200, 330, 1500, -700, -64} {
			t.Run(fmt.Sprint(stream, at), func(t *testing.T) {
				folder := damageCopy(t, whole, stream, at)
				if at != 330 {
					testGoesOn(t, folder, jobs)
					return
				}
				found := map[string]string{}
				for _, l := range check(t, damageCopy(t, whole, stream, at)) {
					found[l.Job] = l.Text
				}
				if diff := cmp.Diff(found, testGoesOn(t, folder, jobs)); diff != "" {
					t.Errorf("losses (-check +start):\n%s", diff)
				}
				maps.DeleteFunc(found, func(_, text string) bool { return strings.Contains(text, "its end") }) // they have ended again
				if diff := cmp.Diff(found, testGoesOn(t, folder, nil)); diff != "" {
					t.Errorf("losses at the next start (-before +then):\n%s", diff)
				}
			})
		}
	}
}

// testGoesOn opens a folder that may be damaged, and returns the losses in the log by job. All other
// jobs are there as they were, with their objects, and are solved.
func testGoesOn(t *testing.T, folder string, jobs []job.Job) map[string]string {
	t.Helper()
	log, ctx := new(jobtest.Log), t.Context()
	s := must.Get(Open(ctx, Options{Folder: folder, Log: log.Logger()}))(t)
	defer s.Close()
	losses := map[string]string{}
	for _, found := range regexp.MustCompile(`lost or damaged" job=(\w*) loss="(.*)"`).FindAllStringSubmatch(log.String(), -1) {
		losses[found[1]] = found[2]
	}
	waiting := map[string]bool{}
	for _, j := range jobs {
		now, err := s.Job(ctx, j.ID)
		if losses[j.ID] == "it is lost" {
			continue
		}
		if err != nil {
			t.Errorf("job %s: %v", j.ID, err)
		}
		if now.State == job.Queued {
			waiting[j.ID] = true
		} else if j.ID == jobs[0].ID && now.State != job.Done && losses[j.ID] == "" {
			t.Errorf("the job that has ended is %+v", now)
		}
		if now.Input.Object == "" {
			continue
		}
		if _, err := s.Object(ctx, now.Input.Object); err != nil && !strings.Contains(losses[j.ID], "its object") ||
			err != nil && !errors.Is(err, job.ErrNotFound) {
			t.Errorf("the object of job %s: %v", j.ID, err)
		}
	}
	for len(waiting) > 0 {
		l, err := s.Take(ctx, "w")
		if err != nil {
			t.Fatalf("%d jobs wait: %v", len(waiting), err)
		}
		delete(waiting, l.Job().ID)
		finish(t, l, nil)
	}
	return losses
}

// A job that was removed is no loss. One that is gone otherwise is named by each check and each start, and
// nothing is cleaned, until the ledger is removed.
func TestLedger(t *testing.T) {
	folder := t.TempDir()
	s, ctx := open(t, Options{Folder: folder, Keep: time.Hour}), t.Context()
	removed, old, lost := submit(t, s), submit(t, s), submit(t, s)
	for _, id := range []string{removed.ID, old.ID} {
		cancel(t, s, id)
		inTally(s, id, job.Cancelled)
	}
	must.Do(t, s.Remove(ctx, removed.ID))
	must.Do(t, s.clean(ctx, time.Now().Add(2*time.Hour), unnamed))
	s.Close()
	if losses := testGoesOn(t, folder, []job.Job{lost}); len(losses) > 0 {
		t.Errorf("losses %v", losses)
	}
	s = open(t, Options{Folder: folder})
	object, err := s.Put(ctx, []byte("its instance"))
	if err == nil {
		err = s.jobs.Purge(ctx, lost.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, isLost := range []bool{true, true, false} {
		want := map[string]string{}
		if isLost {
			want[lost.ID] = "it is lost"
		} else if err := os.Remove(filepath.Join(folder, ledgerName)); err != nil {
			t.Fatal(err)
		}
		if losses := check(t, folder); len(losses) != len(want) {
			t.Errorf("a check finds %v", losses)
		}
		if diff := cmp.Diff(want, testGoesOn(t, folder, nil)); diff != "" {
			t.Errorf("losses (-want +got):\n%s", diff)
		}
		s = open(t, Options{Folder: folder})
		if err := s.clean(ctx, time.Now().Add(2*unnamed), unnamed); err != nil {
			t.Error(err)
		}
		if _, err := s.Object(ctx, object); (err == nil) != isLost {
			t.Errorf("the instance of a job that is lost (%t): error %v", isLost, err)
		}
		s.Close()
	}
}

// Files that are gone keep the server from starting, or are named by job, at each look. A stream that is
// gone or has no description would be made anew, without its jobs.
func TestLostFiles(t *testing.T) {
	whole, jobs := wholeFolder(t)
	for _, c := range []struct {
		gone   string
		losses int // -1: the server does not start
	}{
		{"jetstream", -1}, {"jetstream/$G/streams/" + queueStream, -1}, {"jetstream/$G/streams/" + jobsStream + "/meta.inf", -1},
		{"jetstream/$G/streams/" + jobsStream + "/msgs/1.blk", len(jobs)},
		{"jetstream/$G/streams/" + objectsStream + "/msgs/1.blk", len(jobs)},
	} {
		folder := t.TempDir()
		err := os.CopyFS(folder, os.DirFS(whole))
		if err == nil {
			err = os.RemoveAll(filepath.Join(folder, c.gone))
		}
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			losses, err := Check(t.Context(), folder, slog.New(slog.DiscardHandler))
			if c.losses >= 0 && len(losses) != c.losses || (err != nil) != (c.losses < 0) {
				t.Errorf("without %s a check finds %v, error %v", c.gone, losses, err)
			}
			log := new(jobtest.Log)
			s, err := Open(t.Context(), Options{Folder: folder, Log: log.Logger()})
			if (err != nil) != (c.losses < 0) || strings.Count(log.String(), "lost or damaged\" job=") != max(0, c.losses) {
				t.Errorf("without %s a start says %v and %s", c.gone, err, log)
			}
			if err == nil {
				s.Close()
			}
		}
	}
}

// A ledger that was not written to its end, or is damaged, lacks only the lines that are.
func TestDamagedLedger(t *testing.T) {
	folder, disk := t.TempDir(), scratchtest.NewDisk(t)
	l := must.Get(readLedger(folder))(t)
	if err := l.begin([]string{"s"}, func() map[string]job.State { return map[string]job.State{"a": job.Done, "b": job.Queued} }); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][2]string{{hasJob, "c"}, {hasJob, "d"}, {hasRemoved, "b"}, {hasEnded, "d"}, {hasEnded, "b"}} {
		must.Do(t, l.add(line[0], line[1]))
		if line[0] == hasRemoved {
			disk.Keeps(l.name)
		}
	}
	l.close()
	text := must.Get(os.ReadFile(l.name))(t)
	if err := os.WriteFile(l.name, append(text, make([]byte, 1<<20)...), 0o600); err != nil { // no line
		t.Fatal(err)
	}
	if whole, err := readLedger(folder); err != nil || !maps.Equal(whole.jobs, map[string]bool{"a": true, "c": false, "d": true}) ||
		!slices.Equal(whole.streams, []string{"s"}) {
		t.Errorf("the ledger is %+v, error %v", whole, err)
	}
	for cut := range len(text) {
		for name, damaged := range map[string][]byte{
			"cut": text[:cut], "changed": slices.Concat(text[:cut], []byte{text[cut] ^ 1}, text[cut+1:]),
		} {
			must.Do(t, os.WriteFile(l.name, damaged, 0o600))
			e, err := readLedger(folder)
			if err != nil {
				t.Fatal(err)
			}
			for id, ended := range e.jobs {
				if !strings.Contains("a b c d", id) || ended && id != "a" && id != "b" && id != "d" {
					t.Errorf("%s at %d: %v", name, cut, e)
				}
			}
			if e.file, err = os.OpenFile(l.name, os.O_WRONLY|os.O_APPEND, 0); err != nil {
				t.Fatal(err)
			}
			e.torn = true
			err = e.add(hasJob, "e") // after a line that is not whole
			e.close()
			again, unread := readLedger(folder)
			if err = errors.Join(err, unread); err != nil {
				t.Fatal(err)
			}
			if ended, known := again.jobs["e"]; !known || ended {
				t.Errorf("%s at %d: a job that was added is not in %v", name, cut, again.jobs)
			}
		}
	}
}

// A job that is lost while the server runs is named before the objects are cleaned, which then stay. Jobs
// whose records are being written or removed meanwhile are no loss.
func TestDamageFoundLater(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		log := new(jobtest.Log)
		s, ctx := open(t, Options{Folder: t.TempDir(), Log: log.Logger()}), t.Context()
		lost, there, object := submit(t, s), submit(t, s), put(t, s, "its instance")
		must.Do(t, s.jobs.Purge(ctx, lost.ID))
		synctest.Wait() // all jobs are counted
		const begun, removed = "begun", "removed"
		for _, id := range []string{begun, removed, lost.ID} { // no marker has told of the loss
			s.tally.set(id, tallied{state: job.Queued})
		}
		go func() {
			time.Sleep(beginAge / 2)
			s.tally.remove(removed)
			if err := s.writeNew(ctx, &record{Job: job.Job{ID: begun}}); err != nil {
				t.Error(err)
			}
		}()
		must.Do(t, s.clean(ctx, time.Now().Add(2*unnamed), unnamed))
		if text := log.String(); strings.Count(text, "lost or damaged") != 1 || !strings.Contains(text, lost.ID) {
			t.Errorf("the log says %s, of %s and %s", text, lost.ID, there.ID)
		}
		if _, err := s.Object(ctx, object); err != nil {
			t.Error(err)
		}
	})
}

// A folder that takes long to read is named in the log.
func TestSlowFolder(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		log := new(jobtest.Log)
		end := logSlow(log.Logger(), "jobs-of-a-year")
		time.Sleep(slowStart - 1)
		if text := log.String(); text != "" {
			t.Errorf("the log says %s", text)
		}
		log.Await(`msg="the data folder is still being read; it may take minutes" folder=jobs-of-a-year`)
		end()
	})
}

// A folder in use is not checked, and one without a store is no sound one.
func TestCheckRefuses(t *testing.T) {
	folder := t.TempDir()
	log := slog.New(slog.DiscardHandler)
	if _, err := Check(t.Context(), folder, log); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder: error %v", err)
	}
	open(t, Options{Folder: folder})
	if _, err := Check(t.Context(), folder, log); !errors.Is(err, filelock.ErrLocked) {
		t.Errorf("a folder in use: error %v", err)
	}
}
