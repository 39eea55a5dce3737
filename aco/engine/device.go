package engine

import (
	"time"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Device makes the iterations of a recording on a device, in short submissions. Two submissions
// are in flight. It implements [Colonies] except for Wait.
type Device[S Settings] struct {
	queue[S]  // before counts the iterations whose last stage is submitted
	Run       *pipeline.Run
	passes    []pipeline.Pass
	scheduler *pipeline.Scheduler
	// readOnlyStage is the first stage of an iteration if it changes no data that the next
	// iteration reads, else "". An iteration that has started no other stage can be dropped.
	readOnlyStage string
	pending       []submission
	committed     bool // the next iteration must be completed
	completed     int
	outOfTime     bool
	single        bool // as Single
	times         map[string]time.Duration
	units         map[string]float64 // of each stage so far
}

// submission is a submission in flight.
type submission struct {
	iterations int           // number of iterations that it completes
	estimate   time.Duration // expected device time
}

// NewDevice returns a device before its first iteration.
func NewDevice[S Settings](
	run *pipeline.Run, passes []pipeline.Pass, maxSubmit time.Duration, readOnlyStage string,
) Device[S] {
	return Device[S]{
		Run: run, passes: passes, scheduler: pipeline.NewScheduler(passes, maxSubmit), readOnlyStage: readOnlyStage,
		times: map[string]time.Duration{}, units: map[string]float64{},
	}
}

// Single lets a submission complete one iteration at most, so that the host sees each of them.
func (d *Device[S]) Single() { d.single = true }

// Apply sets the push constants of a step's settings.
func (d *Device[S]) Apply(step Step[S]) error {
	for name, value := range step.Settings.PushConstants() {
		if err := d.Run.Set(name, value); err != nil {
			return err
		}
	}
	return nil
}

// Submit implements [Colonies].
func (d *Device[S]) Submit(deadline time.Time) error {
	d.outOfTime = false
	for !d.Run.Full() && len(d.steps) > 0 {
		step := d.steps[0]
		iterations := step.Iterations
		if d.single {
			iterations = 1
		}
		if !d.scheduler.MidIteration() {
			d.scheduler.SetCompleted(d.before)
		}
		slices, completed := d.scheduler.Next(iterations, d.timeUntil(deadline))
		if len(slices) == 0 {
			d.outOfTime = len(d.pending) == 0 // else the submissions in flight are measured first
			return nil
		}
		if err := d.Apply(step); err != nil {
			return err
		}
		if err := d.Run.Submit(slices); err != nil {
			return err
		}
		d.pending = append(d.pending, submission{completed, d.scheduler.Estimate(slices)})
		d.committed = d.scheduler.MidIteration() && d.passes[slices[len(slices)-1].Pass].Stage != d.readOnlyStage
		if completed > 0 {
			d.complete(completed)
		}
	}
	return nil
}

// timeUntil returns the device time that is left for a submission before a deadline. Without a
// deadline it is the budget.
func (d *Device[S]) timeUntil(deadline time.Time) time.Duration {
	if deadline.IsZero() {
		return d.scheduler.Budget()
	}
	left := time.Until(deadline)
	for _, s := range d.pending {
		left -= s.estimate
	}
	return left
}

// NeedsStep implements [Colonies].
func (d *Device[S]) NeedsStep() bool { return len(d.steps) == 0 && !d.Run.Full() }

// Busy implements [Colonies].
func (d *Device[S]) Busy() bool { return len(d.pending) > 0 || len(d.steps) > 0 && !d.outOfTime }

// OutOfTime implements [Colonies].
func (d *Device[S]) OutOfTime() bool { return d.outOfTime }

// Next waits for the oldest submission and returns its results.
func (d *Device[S]) Next() (pipeline.Completed, error) {
	done, err := d.Run.Wait()
	if err != nil {
		return done, err
	}
	d.completed += d.pending[0].iterations
	d.pending = d.pending[1:]
	d.scheduler.Observe(done.Slices, done.Durations)
	for i, s := range done.Slices {
		stage := d.passes[s.Pass].Stage
		d.times[stage] += done.Durations[i]
		d.units[stage] += float64(s.Count)
	}
	return done, nil
}

// Completed implements [Colonies].
func (d *Device[S]) Completed() int { return d.completed }

// Committed implements [Colonies].
func (d *Device[S]) Committed() int {
	if d.committed {
		return d.before + 1
	}
	return d.before
}

// Restart drops the current iteration. Nothing may be in flight.
func (d *Device[S]) Restart() {
	d.scheduler.StartIteration()
	d.committed = false
}

// MoveTo sets the number of completed iterations. Nothing may be in flight.
func (d *Device[S]) MoveTo(iterations int) {
	d.Restart()
	d.before, d.completed = iterations, iterations
}

// FinishAfter runs the stages after a given one, to the end of an iteration that is not counted,
// and returns their results. Nothing may be in flight.
func (d *Device[S]) FinishAfter(stage string) (done pipeline.Completed, err error) {
	if d.scheduler.StartAfter(stage); !d.scheduler.MidIteration() {
		return done, nil
	}
	return d.FinishIteration()
}

// FinishIteration runs the rest of the current iteration, or all of the next one. The iteration is
// not counted. It returns the results. Nothing may be in flight.
func (d *Device[S]) FinishIteration() (done pipeline.Completed, err error) {
	for ended := 0; ended == 0 || d.Run.InFlight() > 0; {
		if ended == 0 {
			var slices []pipeline.Slice
			if slices, ended = d.scheduler.Next(1, d.scheduler.Budget()); len(slices) > 0 {
				if err = d.Run.Submit(slices); err != nil {
					return done, err
				}
				d.pending = append(d.pending, submission{})
			}
		}
		if done, err = d.Next(); err != nil {
			return done, err
		}
	}
	return done, nil
}

// SetUnits limits a stage to a range of its units, which may be empty, as
// [pipeline.Scheduler.SetUnits] does.
func (d *Device[S]) SetUnits(stage string, first, count uint32) {
	for i, pass := range d.passes {
		if pass.Stage == stage {
			d.scheduler.SetUnits(i, first, count)
		}
	}
}

// Stages implements [Colonies].
func (d *Device[S]) Stages() (times map[string]time.Duration, rounds map[string]float64) {
	units := map[string]float64{} // of each stage in an iteration
	for i := 0; i < len(d.passes); i = pipeline.LoopEnd(d.passes, i) {
		units[d.passes[i].Stage] += float64(d.passes[i].Units)
	}
	rounds = map[string]float64{}
	for stage, made := range d.units {
		rounds[stage] = made / units[stage]
	}
	return d.times, rounds
}

// Close implements [Colonies].
func (d *Device[S]) Close() { d.Run.Close() }
