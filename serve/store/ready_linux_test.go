package store

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"golang.org/x/sys/unix"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/serve/job/jobtest"
)

// smallDisk mounts a disk of 24 MB, which needs the right to mount.
func smallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := unix.Mount("none", folder, "tmpfs", 0, "size=24m"); err != nil {
		t.Skip("cannot mount a small disk: ", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// fill writes a file until some bytes of the disk are left, and returns its name.
func fill(t *testing.T, folder string, left int64) string {
	t.Helper()
	free, _, err := diskOf(folder)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "other")
	must.Do(t, ignored(os.WriteFile(name, make([]byte, free-left), 0o600), unix.ENOSPC))
	return name
}

// A full disk refuses jobs at once, and the store is not ready. When there is space again, it
// accepts jobs without a restart, also if streams have failed to write meanwhile. A worker goes on.
func TestFullDisk(t *testing.T) {
	folder := smallDisk(t)
	jobtest.Bubble(t, func(t *testing.T) {
		ctx := t.Context()
		s := open(t, Options{Folder: filepath.Join(folder, "jobs"), Log: slog.New(slog.NewTextHandler(t.Output(), nil))})
		worker := join(t, s)
		must.Do(t, s.Ready(ctx))
		first := submit(t, s)
		lease := take(t, worker, "w")
		ended := make(chan job.State, 1)
		go func() {
			var state job.State
			for event := range s.Events(ctx, first.ID, 0) {
				if event.Job != nil {
					state = event.Job.State
				}
			}
			ended <- state
		}()
		for range 2 {
			file := fill(t, folder, 0)
			if err := s.Ready(ctx); !errors.Is(err, job.ErrNoSpace) {
				t.Errorf("ready: error %v", err)
			}
			if _, err := s.Put(ctx, []byte("instance")); !errors.Is(err, job.ErrNoSpace) {
				t.Errorf("an object: error %v", err)
			}
			if _, _, err := s.Submit(ctx, job.Submission{}); !errors.Is(err, job.ErrNoSpace) {
				t.Errorf("a job: error %v", err)
			}
			// an object would leave a goroutine of the client of NATS in the bubble
			if _, err := worker.stream.Publish(ctx, partSubject+probeName, make([]byte, 1<<20)); err == nil {
				t.Error("a worker has stored a part of an object")
			}
			must.Do(t, os.Remove(file))
			jobtest.Until(func() bool { return s.Ready(ctx) == nil })
		}
		if _, err := lease.Renew(ctx); err != nil {
			t.Error(err)
		}
		finish(t, lease, nil)
		if j, err := s.Job(ctx, first.ID); err != nil || j.State != job.Done {
			t.Errorf("the first job is %+v, error %v", j, err)
		}
		if state := <-ended; state != job.Done {
			t.Errorf("events ended with state %q", state)
		}
		second := submit(t, s)
		if got := take(t, worker, "w").Job().ID; got != second.ID {
			t.Errorf("took %s, want %s", got, second.ID)
		}
		synctest.Wait()
		if counts := s.Figures().Jobs; counts[job.Done] != 1 || counts[job.Running] != 1 {
			t.Errorf("counts are %v", counts)
		}
		worker.Close()
		s.Close()
	})
	if losses := check(t, filepath.Join(folder, "jobs")); len(losses) > 0 {
		t.Errorf("the full disk has damaged the folder: %v", losses)
	}
}

// A disk with more than its reserve free accepts jobs, however full it is, and none that would
// take from the reserve.
func TestNearlyFullDisk(t *testing.T) {
	folder := smallDisk(t)
	s := open(t, Options{Folder: filepath.Join(folder, "jobs")})
	fill(t, folder, 6<<20)
	s.Close()
	s = open(t, Options{Folder: filepath.Join(folder, "jobs")})
	if err := s.Ready(t.Context()); err != nil {
		t.Error(err)
	}
	submit(t, s)
	if _, err := s.Put(t.Context(), make([]byte, 2<<20)); err != nil {
		t.Error(err)
	}
	if _, err := s.Put(t.Context(), make([]byte, 5<<20)); !errors.Is(err, job.ErrNoSpace) {
		t.Errorf("an object that does not fit: error %v", err)
	}
}

// A server that was killed starts on a disk that has become full, again and again, with all its jobs.
func TestStartOnFullDisk(t *testing.T) {
	folder := smallDisk(t)
	running := filepath.Join(folder, "running")
	first := submit(t, open(t, Options{Folder: running}))
	killed := filepath.Join(folder, "killed")
	if err := os.CopyFS(killed, os.DirFS(running)); err != nil { // as a kill leaves it
		t.Fatal(err)
	}
	fill(t, folder, 0)
	for range 3 {
		s := open(t, Options{Folder: killed})
		if _, err := s.Job(t.Context(), first.ID); err != nil {
			t.Error(err)
		}
		if err := s.Ready(t.Context()); !errors.Is(err, job.ErrNoSpace) {
			t.Errorf("ready: error %v", err)
		}
		s.Close()
	}
}

// ignored returns an error unless it is another one.
func ignored(err, other error) error {
	if errors.Is(err, other) {
		return nil
	}
	return err
}
