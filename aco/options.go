package aco

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
)

// Options say what a run does and when it stops, whatever its method. The zero value lets the
// program choose everything. A field that is zero, nil or "" is not set. Where zero is a value,
// the field is a pointer; new(0.5) makes one.
//
// Solve refuses a combination that makes no sense with an *OptionError.
type Options struct {
	// Method is how the run searches, with the options that not all methods have. Nil is
	// [Automatic].
	Method Method
	Seed   *uint64 // of the random numbers; nil: 1. Not with Replay and Resume.

	// The run stops as soon as one of these rules holds; 0: no such rule. If none is set, it stops
	// after 60 s, or with StopIdle once no shorter tour is to be expected. Merged expects none at the
	// end of an annealing round after as many iterations without improvement as it took to find the
	// best tour, and 50 sweeps over all cities, or if many of its colonies have found it. Chained
	// expects none after three searches from new tours, and as many as it took; the other methods,
	// after 10 s. On up to 300 cities a run without Iterations and Stall, and with a TimeLimit of 1 s
	// or more, also stops when [bound.Prove] proves its tour. Before StopIdle, if Idle is 0, it waits for
	// the proof, at most as long as it has lasted.
	Iterations int           // of each colony
	TimeLimit  time.Duration // since Started; the sooner deadline of the context takes its place
	// DeviceTime is the time of all stages together, on all devices, by their timestamps; on the
	// processor by its clock. The run stops after the iterations in flight, which take up to MaxSubmit.
	DeviceTime time.Duration
	Target     int64         // length of a tour that is short enough, in steps
	Stall      int           // iterations of every colony without improvement
	Idle       time.Duration // without improvement; Merged stops at the end of a round of annealing

	Started time.Time     // when the clock started; zero: at the call, or when Devices are free
	Reserve time.Duration // part of TimeLimit that the caller needs for the result; Merged stops earlier by it

	// Devices run the colonies, spread evenly. Vulkan devices share the ants of a single colony
	// of Merged. Nil is a free device of the Solver; the function Solve opens the best GPU for this
	// run, else it is on the processor. An empty list that is not nil, and a Vulkan device twice, are errors.
	Devices []*Device
	// HostMemory is the memory of the host that the run may take, in bytes, with the instance. A
	// run of Merged that takes more is refused. 0: what is available, where the system tells it.
	HostMemory uint64
	MaxSubmit  time.Duration // device time that a submission aims at, up to 10 s; 0: 100 ms

	// Path has the first and the last city of an open path; tsp.FreeEnd stands for any city. The
	// tour is then in the order of the path, and all lengths are without an edge between its ends.
	// With coordinates, more than 1500 cities and no InitialTour, the run chooses the free ends, and
	// improves the path at its ends when the search has ended. Nil: a closed tour. A resumed or repeated run must be given the same path.
	Path *tsp.Ends
	// InitialTour is the first tour, unless the run's own first tour is shorter: a greedy tour
	// with Merged, else the nearest-neighbour tour from the first city. Nil: the run's own. With
	// MMAS, ACS and Ant System the initial pheromone and its limits follow from its length, and
	// MMAS and ACS reinforce it until an ant finds a shorter one. A longer one is the first tour of
	// one colony of Merged or Chained, unless their own first tours are all shorter; then Chained
	// takes over edges of it. It is closed also with Path. If the path has two given ends, they are
	// adjacent in it; with a free end, the path is the tour without its longest removable edge. Not
	// with Preset and Resume.
	InitialTour tsp.Tour
	// StayClose is a price for each leg that an earlier tour does not have.
	StayClose StayClose

	// Checkpoint is the file that holds the state of the run. It is written before the first
	// iteration, every CheckpointEvery, and at the end, and replaced atomically. An existing file
	// is refused, unless the method resumes it. A run that compares all tours of few cities writes none.
	Checkpoint      string
	CheckpointEvery time.Duration // 0: 10 s
	Program         string        // name and version of the caller, for the checkpoint; "": aco-vk

	// Progress, if not nil, is called for every event of the run, by one goroutine at a time. The
	// run waits for it to return. After the setup the last event is repeated at least every .1 s.
	Progress func(Progress)
	// Record, if not nil, is called for every iteration, in order, by one goroutine at a time. The run
	// waits for it to return. MMAS, ACS and Ant System then take no more time. Merged makes each
	// iteration a submission of its own, which takes longer on a device. Tours do not depend on it.
	Record func(Iteration)
	// Statistics, if not nil, receives every StatisticsEvery-th iteration, in order and then by colony,
	// by one goroutine at a time. The run waits for it to return. Devices collect the statistics of
	// MMAS, ACS and Ant System, and report several iterations at once. With Merged and Chained it
	// receives what Record does. Tours do not depend on it.
	Statistics      func(IterationStatistics)
	StatisticsEvery int // 0: each iteration
	// Trails, if not nil, receives the pheromone of each colony after the iterations of TrailsAt; nil:
	// after the last one. The run waits for it to return. Only MMAS, ACS and Ant System have pheromone.
	// Tours do not depend on it.
	Trails   func(Trails)
	TrailsAt []int
	// Reference is the length that gaps are relative to, in steps. 0: the best known length, if
	// the instance is a published one.
	Reference int64
}

// withStart returns the options with the clock started.
func (o Options) withStart() Options {
	if o.Started.IsZero() {
		o.Started = time.Now()
	}
	return o
}

// seed returns the seed of the random numbers.
func (o *Options) seed() uint64 {
	if o.Seed == nil {
		return 1
	}
	return *o.Seed
}

// rules returns the stop rules for the packages below.
func (o *Options) rules() engine.Rules {
	return engine.Rules{Iterations: o.Iterations, TimeLimit: o.TimeLimit, DeviceTime: o.DeviceTime, Target: o.Target,
		Stall: o.Stall, Idle: o.Idle}
}

// MayEndSooner reports whether a stop rule other than TimeLimit is set.
func (o *Options) MayEndSooner() bool { return o.rules().MayEndSooner() }

// firstRule returns the name of a stop rule that is set, "" if there is none.
func (o *Options) firstRule() string {
	for rule, value := range reflect.ValueOf(o.rules()).Fields() {
		if !value.IsZero() {
			return rule.Name
		}
	}
	return ""
}

// checkpoint returns the checkpoint for the packages below.
func (o *Options) checkpoint() engine.Checkpoint {
	return engine.Checkpoint{File: o.Checkpoint, Every: o.CheckpointEvery, Program: cmp.Or(o.Program, "aco-vk")}
}

// validate checks what does not depend on the instance, and makes the method a value.
func (o *Options) validate(instance *tsp.Instance) (err error) {
	if err := instance.Validate(); err != nil {
		return err
	}
	if o.Devices != nil && len(o.Devices) == 0 {
		return refuse("Devices", "the list is empty; nil chooses a device")
	}
	if slices.Contains(o.Devices, nil) {
		return refuse("Devices", "a device is nil; OpenDevice returns devices")
	}
	if o.Method, err = methodOf(o.Method); err != nil {
		return err
	}
	if err := o.validateNumbers(); err != nil {
		return err
	}
	if err := o.Method.check(o); err != nil {
		return err
	}
	if err := o.StayClose.check(o); err != nil {
		return err
	}
	return o.validateCheckpoint()
}

// validateNumbers refuses numbers out of range.
func (o *Options) validateNumbers() error {
	if o.Reference < 0 {
		return refuse("Reference", "%d is negative", o.Reference)
	}
	if o.StatisticsEvery < 0 || o.StatisticsEvery > engine.MaxIterations {
		return refuse("StatisticsEvery", "%d: use 1 to %d iterations", o.StatisticsEvery, engine.MaxIterations)
	}
	for _, at := range o.TrailsAt {
		if at < 1 || at > engine.MaxIterations {
			return refuse("TrailsAt", "%d: use 1 to %d", at, engine.MaxIterations)
		}
	}
	if len(o.TrailsAt) > 0 && o.Trails == nil {
		return refuse("TrailsAt", "Trails is not set, which receives the pheromone")
	}
	if o.StatisticsEvery > 0 && o.Statistics == nil {
		return refuse("StatisticsEvery", "Statistics is not set, which receives the rows")
	}
	if ahead := time.Until(o.Started); ahead > 0 {
		return refuse("Started", "the clock starts %v in the future; give the time of an earlier start, or none", ahead)
	}
	times := engine.Options{MaxSubmit: o.MaxSubmit, AfterRun: o.Reserve, Checkpoint: o.checkpoint()}
	err := cmp.Or(o.rules().Validate(engine.MaxIterations), times.Validate())
	if refused := (*option.Error)(nil); errors.As(err, &refused) {
		return refuse(refused.Option, "%s", refused.Reason)
	}
	return err
}

// validateCheckpoint refuses to overwrite the state of another run.
func (o *Options) validateCheckpoint() error {
	if o.Checkpoint == "" {
		if o.CheckpointEvery != 0 {
			return refuse("CheckpointEvery", "no checkpoint file is set")
		}
		return nil
	}
	info, err := os.Stat(o.Checkpoint)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() == 0) {
		return nil
	}
	if err != nil {
		return err
	}
	if resume, ok := o.Method.(Resume); ok {
		if resumed, err := os.Stat(resume.File); err == nil && os.SameFile(info, resumed) {
			return nil
		}
	}
	return refuse("Checkpoint", "%s exists and would be overwritten; resume its run, choose another file, or remove it",
		o.Checkpoint)
}
