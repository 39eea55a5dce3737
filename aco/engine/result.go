package engine

import (
	"sync"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// Result is what a run found and why it ended, for every algorithm.
type Result struct {
	Tour       tsp.Tour
	Length     int64 // as package verify computes it
	Iterations int
	Stop       StopReason
	Colonies   []ColonyResult
	Devices    []DeviceResult // in the order in which they were given to the run
	Setup      time.Duration  // from Started to the first iteration
	Wall       time.Duration  // from Started to the end
	// Stages is the time spent in each stage, on all devices together.
	Stages map[string]time.Duration
	// Rounds is how often each stage was made in that time, parts of it included. The last iteration on a device may lack the stages
	// after its best tour.
	Rounds  map[string]float64
	Trace   []Improvement
	Resumed []int // the iterations after which the run was resumed
	// CheckpointErr is why the last checkpoint could not be written; nil where it was, or where none was asked for.
	CheckpointErr error
	// Failure is what ended the run before a rule did; the tour is then the last that was verified. nil: nothing.
	Failure error
}

// ColonyResult is what a colony found.
type ColonyResult struct {
	Device        int // that it ran on, among those of the run
	BestLength    int64
	BestIteration int // at which it found or adopted its best tour; 0 is the first tour
	Iterations    int // it made
}

// DeviceResult is what became of a device.
type DeviceResult struct {
	Lost *Loss // nil while it works
}

// Loss is the end of a device before that of the run.
type Loss struct {
	Iteration int           // the last that its colonies are known to have made
	Elapsed   time.Duration // from Started
	Err       error
	Start     bool // it was never ready for its first iteration; the others took its colonies over
}

// Improvement is a new best tour. Iteration 0 is the first tour.
type Improvement struct {
	Iteration int           `json:"iteration"`
	Elapsed   time.Duration `json:"elapsed"`
	Length    int64         `json:"length"`
}

// Phase is what a run is doing.
type Phase string

const (
	PhaseSetup    Phase = "setup"    // before the first iteration
	PhaseSearch   Phase = "search"   // iterations
	PhaseExchange Phase = "exchange" // colonies exchange or recombine tours
	PhaseFinish   Phase = "finish"   // after the last iteration
)

// Progress is where a run stands.
type Progress struct {
	Phase     Phase
	Iteration int // the most that any colony has made
	Elapsed   time.Duration
	Best      int64  // as the devices report it; it is verified at intervals and at the end
	Remark    string // what the user should know, once; mostly empty
}

// Best is the best verified tour of a run, while the run goes on. Its zero value has none yet. Any goroutine may use it.
type Best struct {
	lock   sync.Mutex
	tour   func() tsp.Tour
	length int64
}

// Tour returns the tour and its length; nil where there is none yet.
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
