package worker

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
	"github.com/aco-vk/aco-vk/tsp"
)

// storedReplay is an object that repeats a run.
type storedReplay struct {
	Seed       uint64               `json:"seed"`
	Parameters aco.MergedParameters `json:"parameters"`
	Schedule   aco.Schedule         `json:"schedule"`
}

// encodeReplay returns the object that repeats a run, nil if there is none.
func encodeReplay(result *aco.Result) ([]byte, error) {
	replay := result.Replay()
	if replay == nil || replay.Chained != nil { // which only the processor repeats
		return nil, nil
	}
	return json.Marshal(storedReplay{replay.Parameters.Seed, replay.Parameters, replay.Schedule})
}

// loadReplay returns the run that a job repeats.
func (r *run) loadReplay(ctx context.Context, digest job.Digest) (replay aco.Replay, err error) {
	data, err := r.queue.Object(ctx, digest)
	if err != nil {
		return replay, fmt.Errorf("the job to repeat: %w", err)
	}
	var stored storedReplay
	if err := json.Unmarshal(data, &stored); err != nil {
		return replay, &aco.OptionError{Option: "replay",
			Reason: fmt.Sprintf("object %s does not repeat a job: %v", digest, err)}
	}
	stored.Parameters.Seed = stored.Seed
	return aco.Replay{Parameters: stored.Parameters, Schedule: stored.Schedule, Peers: storedPeers{r}}, nil
}

// storedPeers has the tours of peers that took part in the run that is repeated.
type storedPeers struct{ *run }

func (storedPeers) Count() int              { return 0 }
func (storedPeers) Offer(tsp.Tour, int64)   {}
func (storedPeers) Arrived() []aco.PeerTour { return nil }
