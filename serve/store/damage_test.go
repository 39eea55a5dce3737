package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/aco-vk/aco-vk/internal/filelock"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
	"github.com/aco-vk/aco-vk/serve/store/blocks"
)

// wholeFolder returns a data folder of a server that has ended, with waiting jobs, each with an
// object of its own. The first has run.
func wholeFolder(t *testing.T) (folder string, jobs []job.Job) {
	t.Helper()
	folder = t.TempDir()
	s := open(t, Options{Folder: folder})
	for i := range 10 {
		object, err := s.Put(t.Context(), fmt.Append(nil, "object ", i))
		if err != nil {
			t.Fatal(err)
		}
		j, _, err := s.Submit(t.Context(), job.Submission{Input: job.Input{Object: object}, Key: fmt.Sprint(i)})
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	if err := take(t, s, "w").Finish(t.Context(), job.Done, nil, nil); err != nil {
		t.Fatal(err)
	}
	s.Close()
	return folder, jobs
}

// damageCopy returns a copy of a folder with 64 zeroed bytes in a block of a stream: at an offset, or
// at one from the end if it is negative.
func damageCopy(t *testing.T, folder, stream string, at int) string {
	t.Helper()
	other := t.TempDir()
	if err := os.CopyFS(other, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(other, "jetstream/$G/streams", stream, "msgs/*.blk"))
	if err != nil || len(names) == 0 {
		t.Fatalf("stream %s has no block, error %v", stream, err)
	}
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at += len(data)
	}
	copy(data[min(at, len(data)-64):], make([]byte, 64))
	if err := os.WriteFile(names[0], data, 0o600); err != nil {
		t.Fatal(err)
	}
	return other
}

// crash makes a folder of a server that has ended one of a server that was killed.
func crash(t *testing.T, folder string) {
	t.Helper()
	indexes, err := filepath.Glob(filepath.Join(folder, "jetstream/$G/streams/*/msgs/index.db"))
	if err != nil || len(indexes) == 0 {
		t.Fatalf("there is no index, error %v", err)
	}
	for _, name := range indexes {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// A part of a record at the end of a block, as after a loss of power, costs no job.
func TestTornWrite(t *testing.T) {
	folder, jobs := wholeFolder(t)
	crash(t, folder)
	name := filepath.Join(folder, "jetstream/$G/streams", jobsStream, "msgs/1.blk")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(data, data[:100]...), 0o600); err != nil {
		t.Fatal(err)
	}
	losses, err := Check(t.Context(), folder, slog.New(slog.DiscardHandler))
	if err != nil || len(losses) != 1 || !strings.Contains(losses[0].Text, "not confirmed") {
		t.Errorf("losses %v, error %v", losses, err)
	}
	testRepaired(t, folder, jobsStream, jobs, nil)
}

// Damage is found without a server, and named. A server that starts keeps all other jobs: it takes
// out what is damaged, says what is lost, and does not hang.
func TestDamagedBlocks(t *testing.T) {
	t.Parallel()
	whole, jobs := wholeFolder(t)
	if losses, err := Check(t.Context(), whole, slog.New(slog.DiscardHandler)); err != nil || len(losses) > 0 {
		t.Fatalf("a whole folder has losses %v, error %v", losses, err)
	}
	for _, stream := range []string{jobsStream, objectsStream, queueStream, "KV_" + keysBucket} {
		for _, at := range []int{0, 10, 200, 330, 1500, -700, -64} {
			t.Run(fmt.Sprint(stream, at), func(t *testing.T) {
				folder := damageCopy(t, whole, stream, at)
				if at > 300 {
					crash(t, folder)
				}
				losses, err := Check(t.Context(), folder, slog.New(slog.DiscardHandler))
				if err != nil || len(losses) == 0 {
					t.Fatalf("losses %v, error %v", losses, err)
				}
				lost := map[string]bool{}
				for _, l := range losses {
					lost[l.Job] = lost[l.Job] || strings.HasPrefix(l.Text, "it is lost")
				}
				testRepaired(t, folder, stream, jobs, lost)
				losses, err = Check(t.Context(), folder, slog.New(slog.DiscardHandler))
				for _, l := range losses {
					if stream != objectsStream || !strings.Contains(l.Text, "its object") {
						t.Errorf("after the repair: %v", l)
					}
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// testRepaired opens a damaged folder. All jobs that are not lost are there, and can be solved.
func testRepaired(t *testing.T, folder, stream string, jobs []job.Job, lost map[string]bool) {
	t.Helper()
	var said bytes.Buffer
	ctx := t.Context()
	s, err := Open(ctx, Options{Folder: folder, Log: slog.New(slog.NewTextHandler(&said, nil))})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !strings.Contains(said.String(), "data is lost or damaged") || !strings.Contains(said.String(), stream) {
		t.Errorf("the log says %s", &said)
	}
	copies, err := filepath.Glob(filepath.Join(folder, copiesFolder, "*", stream+"-*.blk"))
	if err != nil || len(copies) != 1 {
		t.Errorf("copies %v, error %v", copies, err)
	}
	waiting := map[string]bool{}
	for _, j := range jobs {
		now, err := s.Job(ctx, j.ID)
		if lost[j.ID] {
			continue
		}
		if err != nil {
			t.Errorf("job %s: %v", j.ID, err)
		}
		if now.State == job.Queued {
			waiting[j.ID] = true
		}
		if _, err := s.Object(ctx, now.Input.Object); err != nil && stream != objectsStream ||
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
		if err := l.Finish(ctx, job.Done, nil, nil); err != nil {
			t.Error(err)
		}
	}
}

// A stream whose description is damaged keeps the server from starting: it would be taken for
// missing, and made anew without its jobs.
func TestDamagedDescription(t *testing.T) {
	folder, _ := wholeFolder(t)
	name := filepath.Join(folder, "jetstream/$G/streams", jobsStream, "meta.inf")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(text, ' '), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := (*blocks.StreamError)(nil)
	if _, err := Open(t.Context(), Options{Folder: folder}); !errors.As(err, &bad) || bad.Stream != jobsStream {
		t.Errorf("error %v", err)
	}
	losses, err := Check(t.Context(), folder, slog.New(slog.DiscardHandler))
	if err != nil || len(losses) == 0 || !strings.Contains(losses[0].Text, jobsStream) {
		t.Errorf("losses %v, error %v", losses, err)
	}
}

// When the server finds damage while it runs, the log names the jobs that are lost, and the jobs that
// have lost their end.
func TestDamageFoundLater(t *testing.T) {
	jobtest.Bubble(t, func(t *testing.T) {
		log := new(jobtest.Log)
		s, ctx := open(t, Options{Folder: t.TempDir(), Log: log.Logger()}), t.Context()
		ended, lost, whole := submit(t, s), submit(t, s), submit(t, s)
		stream, err := s.stream.Stream(ctx, jobsStream)
		if err == nil {
			err = stream.Purge(ctx, jetstream.WithPurgeSubject(jobSubject+lost.ID))
		}
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()                                 // it watches, and all jobs are counted
		s.tally.set(ended.ID, tallied{state: job.Done}) // of a record that is gone
		s.local.log.Warnf("indexCacheBuf corrupt record state")
		time.Sleep(2*diskEvery + followTime)
		synctest.Wait()
		named := map[string]string{}
		for line := range strings.Lines(log.String()) {
			for _, j := range []job.Job{ended, lost, whole} {
				if strings.Contains(line, "lost or damaged") && strings.Contains(line, j.ID) {
					named[j.ID] = line
				}
			}
		}
		if len(named) != 2 || !strings.Contains(named[ended.ID], "its end is lost") ||
			!strings.Contains(named[lost.ID], "it is lost") {
			t.Errorf("the log names %v", named)
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
		log.Await(`msg="the data folder is still being read" folder=jobs-of-a-year seconds=2`)
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
