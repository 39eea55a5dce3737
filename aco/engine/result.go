package engine

import (
	"maps"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// Result is the part of a run's result that all algorithms have.
type Result struct {
	Tour       tsp.Tour
	Length     int64 // as package verify computes it
	Iterations int
	Stop       StopReason
	// AntsSHA256 is a hash of what the ants found in all iterations: it differs if any tour of an ant
	// differs. "": the method has none, or the time decided where the ants ended, as with a target or
	// after the loss of a device.
	AntsSHA256 string
	Colonies   []ColonyResult
	Devices    []DeviceResult // in the order of the run's options
	// EarlyIterations is the number of iterations that the processor made before the devices were
	// ready.
	EarlyIterations int
	Setup           time.Duration // from Started to the first iteration
	Wall            time.Duration // from Started to the end
	// Stages is the time spent in each stage, on all devices together.
	Stages map[string]time.Duration
	// Rounds is how often each stage ran in that time. Parts of a stage count as fractions. The
	// last iteration on a device may lack the stages after its best tour.
	Rounds  map[string]float64
	Trace   []Improvement
	Resumed []int // the iterations after which the run was resumed
	// CheckpointErr is the error of writing the last checkpoint, or nil.
	CheckpointErr error
	// Failure is the error that ended the run before a rule did, or nil. Then the tour is the last
	// verified one.
	Failure error
}

// ColonyResult is the result of a colony.
type ColonyResult struct {
	// Device is the index of its device, of the first one if several share it; -1: the processor,
	// because the devices were not ready in time.
	Device        int
	BestLength    int64 // 0: another tour had ended the run before
	BestIteration int   // when it found or adopted its best tour; 0: the first tour
	Iterations    int   // completed
}

// DeviceResult is the result of a device.
type DeviceResult struct {
	Lost *Loss // nil unless it failed
	// Busy is the time in the stages, by the device's timestamps; 0 if the run was resumed
	// elsewhere.
	Busy time.Duration
	// Exchange counts its exchange with the other devices of one colony; nil if there are none.
	Exchange *DeviceExchange
}

// DeviceExchange counts what a device exchanged with others that work on the same colony.
// Iterations that were repeated because another device was wrong count twice.
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
	InSetup   bool // it failed before the first iteration, and the others took over its colonies
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

// Stages has the time spent in each stage, and how often each ran.
type Stages struct {
	Times  map[string]time.Duration
	Rounds map[string]float64
}

// Phase is what a run is doing.
type Phase string

const (
	PhaseSetup      Phase = "setup"      // before the first iteration
	PhaseCandidates Phase = "candidates" // the same: candidates and first tours are computed
	PhaseFirstTours Phase = "first tour" // the same: the candidates are known, first tours are computed
	PhasePipelines  Phase = "pipelines"  // the same: devices make their pipelines
	PhaseUpload     Phase = "uploading"  // the same: large data are copied to devices
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
	Remark    string // a message for the user; "" for most reports
}

// Result returns the result of the run. It verifies the tour once more. If the run has ended
// because no device could be opened, it returns that error.
func (r *Run[S, C]) Result() (Result, error) {
	if r.openErr != nil {
		return Result{}, r.openErr
	}
	tour := r.verified.Cities()
	length, err := verify.Tour(r.instance, tour)
	if err != nil || uint64(length) != r.verified.Length {
		return Result{}, &WrongTour{Reported: r.verified.Length, Verified: length, Err: err}
	}
	r.DropUnverified()
	if r.trace[len(r.trace)-1].Length > length {
		r.RecordImprovement(Improvement{Iteration: r.scheduled, Elapsed: r.Elapsed(), Length: length})
	}
	for _, s := range r.sites {
		switch group, ok := any(s.Colonies).(interface{ Report() }); {
		case ok:
			group.Report()
		case s.Device != noDevice:
			r.devices[s.Device].Lost, r.devices[s.Device].Busy = s.Lost, busy[S](s.Colonies)
		}
	}
	stages := r.stages()
	result := Result{
		Tour: tour, Length: length, Stop: r.stop, Devices: r.devices, EarlyIterations: r.earlyIterations,
		Setup: r.setup, Wall: r.Elapsed(), Stages: stages.Times, Rounds: stages.Rounds, Trace: r.trace,
		Resumed: r.options.Resumed, CheckpointErr: r.checkpoints.err, Failure: r.failure,
	}
	if r.failure != nil {
		result.Stop = StopFailure
	}
	return result, nil
}

// busy returns the time of all stages of colonies.
func busy[S Settings](c Colonies[S]) (sum time.Duration) {
	times, _ := c.Stages()
	for _, took := range times {
		sum += took
	}
	return sum
}

// stages returns the sums over all sites, including those before the run was resumed.
func (r *Run[S, C]) stages() Stages {
	all := Stages{map[string]time.Duration{}, map[string]float64{}}
	maps.Copy(all.Times, r.earlierStages.Times)
	maps.Copy(all.Rounds, r.earlierStages.Rounds)
	for _, s := range r.sites {
		all.add(s.Colonies.Stages())
	}
	return all
}

// sum returns the time of all stages.
func (s Stages) sum() (sum time.Duration) {
	for _, took := range s.Times {
		sum += took
	}
	return sum
}

// add adds the stages of a site.
func (s Stages) add(times map[string]time.Duration, rounds map[string]float64) {
	for stage, took := range times {
		s.Times[stage] += took
	}
	for stage, n := range rounds {
		s.Rounds[stage] += n
	}
}
