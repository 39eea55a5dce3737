package classic

import (
	"encoding/json"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/checkpoint"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Checkpoint says where a run is saved.
type Checkpoint = engine.Checkpoint

// DefaultCheckpointEvery is about what is lost of a run at the most.
const DefaultCheckpointEvery = engine.DefaultCheckpointEvery

// Revision counts the changes to the tours that the algorithms make of the same parameters: no run is gone on with by another revision.
// Whoever changes a hash in cmd/aco-vk/testdata/script/same_everywhere.txtar raises it.
const Revision = 1

// patience is what an iteration under way is left, when a clock or an interrupt has ended a run, to come to its own end, for the last
// checkpoint.
func (o Options) patience() time.Duration {
	if o.Checkpoint.File == "" {
		return 0
	}
	return DefaultCheckpointEvery
}

// kept is what a file has of a run beside words.
type kept struct {
	Parameters problem.Parameters `json:"parameters"`
	Iterations int                `json:"iterations,omitempty"` // this and the next four are rules
	TimeLimit  time.Duration      `json:"time_limit,omitempty"`
	Target     int64              `json:"target,omitempty"`
	Stall      int                `json:"stall,omitempty"`
	Idle       time.Duration      `json:"idle,omitempty"`
	Caller     json.RawMessage    `json:"caller,omitempty"`
	Resumed    []int              `json:"resumed,omitempty"` // the iterations behind which the run was gone on with
	Made       *made              `json:"made,omitempty"`    // nil: nothing
}

// made is what a run has made, beside its colonies.
type made struct {
	Until    int                      `json:"next_exchange,omitempty"` // the iteration of it; 0: there is none
	Setup    time.Duration            `json:"setup"`
	AntsBest uint64                   `json:"ants_best"`
	Trace    []Improvement            `json:"trace"`
	Found    []time.Duration          `json:"found"` // when each colony found its best tour
	Stages   map[string]time.Duration `json:"stages"`
	Rounds   map[string]float64       `json:"rounds"`
}

// keeper is what a run has for its checkpoints.
type keeper struct {
	header  checkpoint.Header // but for what changes
	kept    kept              // as well
	carried []pipeline.Buffer
	next    time.Time // when the next is due
	pausing bool      // sites come to the end of an iteration for one
	unkept  error     // why the last could not be written
	earlier made      // what was made before the run was gone on with
}

// newKeeper prepares the checkpoints of a problem that is outlined.
func newKeeper(instance *tsp.Instance, p *problem.Problem, o Options) keeper {
	k := keeper{carried: carried(p)}
	k.kept = kept{
		Parameters: p.Parameters, Iterations: o.Iterations, TimeLimit: o.TimeLimit, Target: o.Target, Stall: o.Stall, Idle: o.Idle,
		Caller: o.Checkpoint.Caller,
	}
	if from := o.Resume; from != nil {
		k.kept.Resumed = from.resumed()
		if k.kept.Caller == nil {
			k.kept.Caller = from.Caller()
		}
		if from.kept.Made != nil {
			k.earlier = *from.kept.Made
		}
	}
	if o.Checkpoint.File != "" {
		k.header = checkpoint.Header{
			Program: o.Checkpoint.Program, Algorithm: string(p.Algorithm), Revision: Revision, Seed: p.Seed,
			Instance: checkpoint.Instance{Name: instance.Name, Cities: instance.Dimension(), SHA256: instance.SHA256()},
		}
	}
	return k
}
