package worker

import (
	"context"
	"testing"

	"github.com/aco-vk/aco-vk/internal/errtype"
	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/serve/job"
)

// laterQueue has jobs of a later version.
type laterQueue struct{ service }

func (laterQueue) Take(context.Context, string) (job.Lease, error) {
	return nil, &schema.Error{What: "job 1", Schema: 99, Reads: 2}
}

// A worker ends when a later version has begun to use its queue.
func TestQueueOfLaterVersion(t *testing.T) {
	err := Run(t.Context(), laterQueue{newService(t, 0)}, Options{Name: "w", Solver: processor(t)})
	if !errtype.Is[*schema.Error](err) {
		t.Errorf("error %v", err)
	}
}
