package engine

import (
	"maps"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/tsp"
)

// RecordImprovement records a new best length.
func (r *Run[C]) RecordImprovement(length uint64, iteration int, elapsed time.Duration) {
	r.Length, r.FoundAt = length, iteration
	r.Trace = append(r.Trace, Improvement{Iteration: iteration, Elapsed: elapsed, Length: int64(length)})
}

// DropShorterThan removes improvements to less than a length, whose tours were lost with a device.
func (r *Run[C]) DropShorterThan(length uint64) {
	r.Trace = slices.DeleteFunc(r.Trace, func(i Improvement) bool { return uint64(i.Length) < length })
	r.Length = max(r.Length, length)
}

// Tell reports progress with a remark for the user, which may be empty.
func (r *Run[C]) Tell(remark string) { r.tell(PhaseSearch, remark) }

func (r *Run[C]) tell(phase Phase, remark string) {
	if r.watch != nil {
		r.watch(Progress{Phase: phase, Iteration: r.Completed(), Elapsed: time.Since(r.Started), Best: int64(r.Length), Remark: remark})
	}
}

// Stages returns the sums over all sites, including those before the run was resumed.
func (r *Run[C]) Stages() Stages {
	all := Stages{map[string]time.Duration{}, map[string]float64{}}
	maps.Copy(all.Times, r.EarlierStages.Times)
	maps.Copy(all.Rounds, r.EarlierStages.Rounds)
	for _, s := range r.Sites {
		took, rounds := s.Colonies.Stages()
		for stage, t := range took {
			all.Times[stage] += t
		}
		for stage, n := range rounds {
			all.Rounds[stage] += n
		}
	}
	return all
}

// Result returns the result of the run. It verifies the tour once more. verify returns the length of a tour of the caller's instance.
func (r *Run[C]) Result(verify func(tsp.Tour) (int64, error), devices []DeviceResult) (Result, error) {
	tour := r.verified.Cities()
	length, err := verify(tour)
	if err != nil || uint64(length) != r.verified.Length {
		return Result{}, &WrongTour{Reported: r.verified.Length, Verified: length, Err: err}
	}
	r.DropShorterThan(r.verified.Length)
	if r.Trace[len(r.Trace)-1].Length > length {
		r.RecordImprovement(uint64(length), r.Scheduled, time.Since(r.Started))
	}
	for _, s := range r.Sites {
		switch group, ok := any(s.Colonies).(interface{ Report() }); {
		case ok:
			group.Report()
		case s.Device != noDevice:
			devices[s.Device].Lost, devices[s.Device].Busy = s.Lost, busy(s.Colonies)
		}
	}
	stages := r.Stages()
	result := Result{
		Tour: tour, Length: length, Stop: r.Stop, Devices: devices, EarlyIterations: r.EarlyIterations, Setup: r.Setup, Wall: time.Since(r.Started),
		Stages: stages.Times, Rounds: stages.Rounds, Trace: r.Trace, Resumed: r.Resumed, CheckpointErr: r.saver.err, Failure: r.failure,
	}
	if r.failure != nil {
		result.Stop = StopFailure
	}
	return result, nil
}

// busy returns the time of all stages of colonies.
func busy(c Colonies) (sum time.Duration) {
	times, _ := c.Stages()
	for _, took := range times {
		sum += took
	}
	return sum
}

// Failure returns the error that ended the run before a rule did, or nil.
func (r *Run[C]) Failure() error { return r.failure }

// Abort ends the run with an error that is not a device's.
func (r *Run[C]) Abort(err error) { r.failure = err }
