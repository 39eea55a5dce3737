package store

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
)

// Jobs that ended long ago are removed, and objects that no job names. What a job names stays,
// and what was stored lately.
func TestClean(t *testing.T) {
	s, ctx := open(t, Options{Folder: t.TempDir(), Keep: 24 * time.Hour}), t.Context()
	matrix := put(t, s, "matrix")
	begin := func(instance job.Digest) (job.Job, job.Lease) {
		t.Helper()
		j := submitted(t, s, job.Submission{Input: job.Input{Object: instance, Matrix: matrix}})
		return j, take(t, s, "w")
	}
	instance, otherInstance := put(t, s, "instance"), put(t, s, "another instance")
	earlier, checkpoint, tour, result := put(t, s, "earlier tour"), put(t, s, "checkpoint"), put(t, s, "tour"), put(t, s, "result")
	ended, first := begin(instance)
	running, second := begin(otherInstance)
	if err := errors.Join(
		first.Finish(ctx, job.Done, &job.Result{Tour: result}, nil),
		second.Report(ctx, job.Progress{Tour: earlier}), second.Report(ctx, job.Progress{Tour: tour}),
		second.Save(ctx, checkpoint),
	); err != nil {
		t.Fatal(err)
	}
	check := func(when string, hasEnded bool, gone ...job.Digest) {
		t.Helper()
		if _, err := s.Job(ctx, ended.ID); (err == nil) != hasEnded {
			t.Errorf("%s: the job that has ended: error is %v", when, err)
		}
		if _, err := s.Job(ctx, running.ID); err != nil {
			t.Errorf("%s: the running job: %v", when, err)
		}
		missing := map[job.Digest]bool{}
		for _, digest := range gone {
			missing[digest] = true
		}
		for name, digest := range map[string]job.Digest{
			"matrix": matrix, "instance": instance, "other instance": otherInstance, "earlier tour": earlier, "checkpoint": checkpoint,
			"tour": tour, "result": result,
		} {
			if _, err := s.Object(ctx, digest); errors.Is(err, job.ErrNotFound) != missing[digest] {
				t.Errorf("%s: %s: error is %v", when, name, err)
			}
		}
	}
	now := time.Now()
	for _, c := range []struct {
		after    time.Duration
		hasEnded bool
		gone     []job.Digest
	}{
		{0, true, nil},
		{2 * time.Hour, true, []job.Digest{earlier}},
		{25 * time.Hour, false, []job.Digest{earlier, instance, result}},
	} {
		must.Do(t, s.clean(ctx, now.Add(c.after), unnamed))
		check(c.after.String(), c.hasEnded, c.gone...)
	}
	finish(t, second, &job.Result{Tour: tour})
	put(t, s, "instance") // again
	if _, err := s.Object(ctx, instance); err != nil {
		t.Error(err)
	}
}

// A worker uses the lease of the server, and finds nothing before there is one.
func TestJoin(t *testing.T) {
	s := open(t, Options{Folder: t.TempDir(), Listen: "127.0.0.1:0", Token: "secret", Lease: 3 * time.Second})
	joined := must.Get(Join(t.Context(), Options{URL: s.URL(), Token: "secret"}))(t)
	defer joined.Close()
	info, err := s.waiting.Info(t.Context())
	if err != nil || info.Config.AckWait != 3*time.Second {
		t.Errorf("the lease is %v, error %v", info.Config.AckWait, err)
	}
	j := submit(t, s)
	if got := take(t, joined, "w").Job(); got.ID != j.ID {
		t.Errorf("took %+v, want %s", got, j.ID)
	}
	must.Do(t, s.stream.DeleteKeyValue(t.Context(), keysBucket))
	if _, err := Join(t.Context(), Options{URL: s.URL(), Token: "secret"}); err == nil ||
		!strings.Contains(err.Error(), "no queue of jobs yet") {
		t.Errorf("joined half a store: error is %v", err)
	}
}

// On a full disk objects without a name are removed earlier: the checkpoint of a job that has ended,
// but not an upload that is about to get its job, nor what a job names.
func TestCleanFullDisk(t *testing.T) {
	s, ctx := open(t, Options{Folder: t.TempDir()}), t.Context()
	checkpoint, tour, upload := put(t, s, "checkpoint"), put(t, s, "tour"), put(t, s, "upload")
	submit(t, s)
	l := take(t, s, "w")
	must.Do(t, errors.Join(l.Save(ctx, checkpoint), l.Finish(ctx, job.Done, &job.Result{Tour: tour}, nil)))
	for _, c := range []struct {
		after time.Duration
		want  map[job.Digest]bool
	}{
		{unnamedFull / 2, map[job.Digest]bool{checkpoint: true, tour: true, upload: true}},
		{2 * unnamedFull, map[job.Digest]bool{checkpoint: false, tour: true, upload: false}},
	} {
		must.Do(t, s.clean(ctx, time.Now().Add(c.after), unnamedFull))
		for digest, want := range c.want {
			if _, err := s.Object(ctx, digest); (err == nil) != want {
				t.Errorf("after %v: object %s: error %v, want it: %t", c.after, digest, err, want)
			}
		}
	}
}
