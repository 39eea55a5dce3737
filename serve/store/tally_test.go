package store

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/serve/job"
)

// The counts follow the jobs, also those that were there before, and limit the jobs of an owner.
func TestCounts(t *testing.T) {
	folder, ctx := t.TempDir(), t.Context()
	s := open(t, Options{Folder: folder})
	submit(t, s)
	submit(t, s)
	finish(t, take(t, s, "w"), nil)
	s.Close()
	s = open(t, Options{Folder: folder, PerOwner: 2})
	ann := func() error {
		_, _, err := s.Submit(ctx, job.Submission{Owner: "ann"})
		return err
	}
	must.Do(t, errors.Join(ann(), ann()))
	if err := ann(); !errors.Is(err, job.ErrTooMany) {
		t.Errorf("the third job of an owner: error is %v", err)
	}
	submit(t, s) // of another owner
	want := map[job.State]int{job.Queued: 4, job.Running: 0, job.Done: 1, job.Failed: 0, job.Cancelled: 0}
	if diff := cmp.Diff(want, s.Figures().Jobs); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}
