package engine

import (
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// Result is the part of a run's result that all algorithms have.
type Result struct {
	Tour       tsp.Tour
	Length     int64 // as package verify computes it
	Iterations int
	Stop       StopReason
	Colonies   []ColonyResult
	Devices    []DeviceResult // in the order in which they were given to the run
	// EarlyIterations is the number of iterations that the processor made before the devices were ready.
	EarlyIterations int
	Setup           time.Duration // from Started to the first iteration
	Wall            time.Duration // from Started to the end
	// Stages is the time spent in each stage, on all devices together.
	Stages map[string]time.Duration
	// Rounds is how often each stage ran in that time. Parts of a stage count as fractions. The last iteration on a device may lack the
	// stages after its best tour.
	Rounds  map[string]float64
	Trace   []Improvement
	Resumed []int // the iterations after which the run was resumed
	// CheckpointErr is the error of writing the last checkpoint, or nil.
	CheckpointErr error
	// Failure is the error that ended the run before a rule did, or nil. Then the tour is the last verified one.
	Failure error
}

// ColonyResult is the result of a colony.
type ColonyResult struct {
	Device        int   // index of its device, of the first one if several share it; -1: the processor, because the devices were not ready in time
	BestLength    int64 // 0 if its best tour may have a forbidden edge
	BestIteration int   // iteration at which it found or adopted its best tour; 0: the first tour
	Iterations    int   // completed
}

// DeviceResult is the result of a device.
type DeviceResult struct {
	Lost *Loss         // nil unless it failed
	Busy time.Duration // time in the stages, by the device's timestamps; 0 if the run was resumed elsewhere
	// Exchange is what it had to do with the other devices of one colony; nil if it had none.
	Exchange *DeviceExchange
}

// DeviceExchange is what a device exchanged with others that work on the same colony. Iterations that were repeated because another device was wrong
// count twice.
type DeviceExchange struct {
	Iterations     int
	Ants           uint64 // that ran on the device, in all iterations
	Sent, Received uint64 // bytes of changes, in all iterations
}

// Loss is the failure of a device during a run.
type Loss struct {
	Iteration int           // the last that its colonies are known to have completed
	Elapsed   time.Duration // from Started
	Err       error
	InSetup   bool // the device failed before the first iteration, and the others took over its colonies
	Shared    bool // the other devices work on the same colony: the run loses nothing
}

// Improvement is a new best tour. Iteration 0 is the first tour.
type Improvement struct {
	Iteration int           `json:"iteration"`
	Elapsed   time.Duration `json:"elapsed"`
	Length    int64         `json:"length"`
	// Recombined: the tour was not found by ants, but made from several tours.
	Recombined bool `json:"recombined,omitempty"`
}

// Phase is what a run is doing.
type Phase string

const (
	PhaseSetup      Phase = "setup"      // before the first iteration
	PhaseCandidates Phase = "candidates" // still before: candidates and first tours are computed
	PhaseFirstTours Phase = "first tour" // still before: the algorithm tells apart that it has the candidates and computes first tours
	PhasePipelines  Phase = "pipelines"  // still before: devices make their pipelines
	PhaseUpload     Phase = "uploading"  // still before: large data are copied to devices
	PhaseSearch     Phase = "search"     // iterations
	PhaseExchange   Phase = "exchange"   // colonies exchange or recombine tours
	PhaseFinish     Phase = "finish"     // after the last iteration
)

// Progress is the progress of a run.
type Progress struct {
	Phase     Phase
	Iteration int // the fewest that any site has completed
	Elapsed   time.Duration
	Best      int64  // as reported by the devices; verified at intervals and at the end
	Remark    string // a message for the user; mostly empty
}

// Best holds the best verified tour during a run. The zero value is empty. It is safe for concurrent use.
type Best struct {
	lock   sync.Mutex
	tour   func() tsp.Tour
	length int64
}

// Tour returns the tour and its length, nil and 0 if there is none yet.
func (b *Best) Tour() (tsp.Tour, int64) {
	b.lock.Lock()
	tour, length := b.tour, b.length
	b.lock.Unlock()
	if tour == nil {
		return nil, 0
	}
	return tour(), length
}

func (b *Best) put(tour func() tsp.Tour, length int64) {
	b.lock.Lock()
	b.tour, b.length = tour, length
	b.lock.Unlock()
}
