package worker

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/serve/job"
)

// A job begins anew if its checkpoint is of a version whose runs this one cannot continue.
func TestCheckpointOfOtherVersion(t *testing.T) {
	s := newService(t, 0)
	j, instance := s.submit(30, job.Options{Iterations: 20})
	file := filepath.Join(t.TempDir(), "checkpoint")
	header := engine.NewHeader("aco-vk 99", "merged", 1, instance)
	header.Revision = 99
	if err := checkpoint.Write(file, header, nil); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	digest, err := s.Put(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	lease, err := s.Take(t.Context(), "of version 99")
	if err != nil {
		t.Fatal(err)
	}
	if err := lease.Save(t.Context(), digest); err != nil {
		t.Fatal(err)
	}
	if err := lease.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer s.start("next")()
	done := s.wait(j.ID, final)
	if done.State != job.Done || done.Attempt != 2 {
		t.Errorf("the job is %+v with problem %+v", done, done.Problem)
	}
	s.verify(done, instance)
}

// laterQueue has jobs of a later version.
type laterQueue struct{ service }

func (laterQueue) Take(context.Context, string) (job.Lease, error) {
	return nil, &schema.Error{What: "job 1", Schema: 99, Reads: 2}
}

// A worker ends when a later version has begun to use its queue.
func TestQueueOfLaterVersion(t *testing.T) {
	err := Run(t.Context(), laterQueue{newService(t, 0)}, Options{Name: "w", Solver: processor(t)})
	if !is[*schema.Error](err) {
		t.Errorf("error %v", err)
	}
}
