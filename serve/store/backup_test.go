package store

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
)

// A backup of a store that is used has every job that was accepted before it began, with its
// object, and the jobs that wait are taken from the restored store.
func TestBackup(t *testing.T) {
	t.Parallel()
	s, ctx := open(t, Options{Folder: t.TempDir()}), t.Context()
	var before []job.Job
	for i := range 20 {
		object := put(t, s, fmt.Sprint(strings.Repeat("object ", 50_000), i))
		j := submitted(t, s, job.Submission{Input: job.Input{Object: object}, Key: fmt.Sprint(i)})
		before = append(before, j)
	}
	done := take(t, s, "w")
	finish(t, done, nil)
	other := join(t, s)
	var busy sync.WaitGroup
	busy.Go(func() {
		for range 20 {
			submit(t, s)
		}
	})
	var backup bytes.Buffer
	must.Do(t, other.Backup(ctx, &backup))
	busy.Wait()
	folder := t.TempDir()
	must.Do(t, Restore(ctx, Options{Folder: folder}, bytes.NewReader(backup.Bytes())))
	if losses := check(t, folder); len(losses) > 0 {
		t.Errorf("the restored folder has losses %v", losses)
	}
	restored := open(t, Options{Folder: folder})
	waiting := map[string]bool{}
	for _, j := range before {
		now := must.Get(restored.Job(ctx, j.ID))(t)
		if _, err := restored.Object(ctx, now.Input.Object); err != nil {
			t.Error(err)
		}
		if want := j.ID != done.Job().ID; want != (now.State == job.Queued) {
			t.Errorf("the job is %+v", now)
		} else if want {
			waiting[j.ID] = true
		}
	}
	again, created, err := restored.Submit(ctx, job.Submission{Input: before[3].Input, Key: "3"})
	if err != nil || created || again.ID != before[3].ID {
		t.Errorf("a submission with the key of a job is %+v, created %t, error %v", again, created, err)
	}
	for len(waiting) > 0 {
		l := take(t, restored, "w")
		delete(waiting, l.Job().ID)
		finish(t, l, nil)
	}
	testBadBackups(t, backup.Bytes())
}

// testBadBackups restores what is no whole backup, and to a folder with jobs.
func testBadBackups(t *testing.T, backup []byte) {
	t.Helper()
	for name, data := range map[string][]byte{
		"begin": backup[:bytes.Index(backup, []byte("/"+backupPart))], "part": backup[:len(backup)/2],
		"end": backup[:len(backup)-2048], "empty": nil, "other": []byte("text"),
	} {
		folder := t.TempDir()
		if err := Restore(t.Context(), Options{Folder: folder}, bytes.NewReader(data)); err == nil {
			t.Errorf("a backup that is %s was restored", name)
		}
		if _, err := Open(t.Context(), Options{Folder: folder}); !errors.Is(err, errRestoring) {
			t.Errorf("a folder with a part of a backup is opened: error %v", err)
		}
	}
	newer := bytes.Replace(backup, fmt.Appendf(nil, `"schema":%d`, storeSchema), []byte(`"schema":9`), 1)
	if err := Restore(t.Context(), Options{Folder: t.TempDir()}, bytes.NewReader(newer)); !isOtherSchema(err) {
		t.Errorf("a backup of a later version: error %v", err)
	}
	whole := t.TempDir()
	s := open(t, Options{Folder: whole})
	submit(t, s)
	s.Close()
	err := Restore(t.Context(), Options{Folder: whole}, bytes.NewReader(backup))
	if err == nil || !strings.Contains(err.Error(), "there are jobs already") || errors.Unwrap(err) == nil {
		t.Errorf("a backup over jobs: error %v", err)
	}
}
