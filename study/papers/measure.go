package papers

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
)

// maxVerifiedCities is the largest number of cities of rows that are compared with the reference.
// For more, the reference takes more than a minute for one iteration of some selections.
const maxVerifiedCities = 2500

// solve runs a number of iterations on devices. If ctx ends first, it returns the error of ctx.
func (r *run) solve(
	ctx context.Context, instance *tsp.Instance, devices []*vk.Device, o classic.Options, iterations int,
) (*classic.Result, error) {
	o.Iterations = iterations
	result, err := classic.Solve(ctx, instance, devices, o, nil)
	switch {
	case err == nil && ctx.Err() != nil:
		err = ctx.Err()
	case err == nil:
		err = result.Failure
	}
	return result, err
}

// verify compares the first iterations with the reference.
func (r *run) verify(ctx context.Context, t *task) error {
	switch {
	case r.Device == nil || r.table.Quantity == Trials:
		t.Verified = IsReference
		return nil
	case r.Verify == 0:
		return nil
	case r.verifiedElsewhere(t):
		t.Verified = Equal
		return nil
	case t.options.Parameters.Racy():
		t.Verified = Racy
		return nil
	case t.Cities > maxVerifiedCities:
		t.Remark = fmt.Sprintf("not compared: the reference takes too long for more than %d cities", maxVerifiedCities)
		return nil
	}
	o := t.options
	o.Iterations = r.Verify
	verdict, err := r.verifier.Solve(ctx, t.instance, r.Device, o)
	if err != nil {
		return err
	}
	t.Verified = Equal
	if !verdict.Same {
		t.Verified, r.differs = Differs, true
		t.Remark = fmt.Sprintf(
			"best ant's length after %d iterations: %d on the device, %d in the reference", r.Verify,
			verdict.Device.AntsBest, verdict.Reference.AntsBest,
		)
	}
	return nil
}

// clockRise is how long a GPU works before its clock is taken to have risen. After .15 s on an H200
// short iterations still took more than twice their time.
const clockRise = time.Second

// warmUp times the first row that the device supports again and again and drops the results, so that
// a GPU that waited for the reference raises its clock.
func (r *run) warmUp(ctx context.Context, tasks []task) error {
	if r.Device == nil || !r.table.MeasuresTimes() {
		return nil
	}
	for i := range tasks {
		t := &tasks[i]
		if _, ok := r.timedElsewhere(t); ok || t.refused || t.Verified == Differs {
			continue
		}
		for started := time.Now(); !t.refused; {
			err := t.attempt(ctx, r.measureTimes)
			if err != nil || !t.refused && (r.Device.Info().IsSoftware() || time.Since(started) >= clockRise) {
				return err
			}
		}
	}
	return nil
}

// measureTimes measures the times of a row, or takes them over from another table.
func (r *run) measureTimes(ctx context.Context, t *task) error {
	if r.takeTimes(t) {
		return nil
	}
	result, err := r.solveTimed(ctx, t.instance, t.devices, t.options)
	if err == nil {
		t.Parameters, t.Kernel, t.Times = result.Parameters, result.Kernel, r.meanTimes(t.instance, len(t.devices), result)
	}
	return err
}

// minTimed is the smallest number of iterations that are timed, because a device may skip the
// stages after the best tour in the last one.
const minTimed = 2

// solveTimed returns the result of as many iterations as fit into the timing duration. It first
// runs minTimed iterations and then, as a warm-up, as many as fit into a quarter of the duration.
// If one of these runs takes the whole duration, it returns its result.
func (r *run) solveTimed(
	ctx context.Context, instance *tsp.Instance, devices []*vk.Device, o classic.Options,
) (*classic.Result, error) {
	iterations := minTimed
	for _, span := range []time.Duration{r.Timing / 4, r.Timing} {
		result, err := r.solve(ctx, instance, devices, o, iterations)
		if err != nil || total(result.Stages) >= r.Timing {
			return result, err
		}
		iteration := float64(max(1, total(result.Stages))) / float64(iterations)
		iterations = int(max(minTimed, min(math.MaxUint32, float64(span)/iteration)))
	}
	return r.solve(ctx, instance, devices, o, iterations)
}

// total returns the sum of the stages' times.
func total(stages map[string]time.Duration) time.Duration {
	var sum time.Duration
	for _, took := range stages {
		sum += took
	}
	return sum
}

// wallStage stands for all stages of an iteration on several devices, whose own times overlap.
const wallStage = "wall clock"

// meanTimes returns the mean times of an iteration.
func (r *run) meanTimes(instance *tsp.Instance, devices int, result *classic.Result) *Times {
	const ms = float64(time.Millisecond)
	t := &Times{
		Iterations: result.Iterations, StagesMS: map[string]float64{},
		WallMS: float64(result.Wall-result.Setup) / ms / float64(result.Iterations),
	}
	for stage, took := range result.Stages {
		t.StagesMS[stage] = float64(took) / ms / result.Rounds[stage]
	}
	if devices > 1 {
		t.StagesMS, t.HostClock = map[string]float64{wallStage: t.WallMS}, true
	}
	r.addUp(t, instance, result.Parameters, result.Kernel)
	return t
}

// addUp sets what follows from the times of the stages.
func (r *run) addUp(t *Times, instance *tsp.Instance, p model.Parameters, kernel classic.KernelConfig) {
	var measured []string
	t.IterationMS, t.MeasuredMS, t.GBPerS, t.CopyShare = 0, 0, 0, 0
	for _, stage := range slices.Sorted(maps.Keys(t.StagesMS)) { // sums depend on the order
		ms := t.StagesMS[stage]
		t.IterationMS += ms
		if r.table.Stages == nil || slices.Contains(r.table.Stages, stage) {
			measured = append(measured, stage)
			t.MeasuredMS += ms
		}
	}
	t.ToursMS = t.MeasuredMS * float64(instance.Dimension()) / float64(p.Ants*p.Colonies)
	bytes, ok := bytesOf(measured, instance.Dimension(), instance.Symmetric(), p, kernel)
	if ok && t.MeasuredMS > 0 && r.Device != nil {
		t.GBPerS = bytes / t.MeasuredMS / 1e6
		if r.report.CopyGBPerS > 0 {
			t.CopyShare = t.GBPerS / r.report.CopyGBPerS
		}
	}
}

// measureHash runs one seed and stores the hash of its tour.
func (r *run) measureHash(ctx context.Context, t *task) error {
	o := t.options
	if r.table.Seed > 0 {
		o.Parameters.Seed = r.table.Seed
	}
	iterations, _, err := r.iterations(ctx, t)
	if err != nil {
		return err
	}
	result, err := r.solve(ctx, t.instance, t.devices, o, iterations)
	if err != nil {
		return err
	}
	t.Parameters, t.Kernel = result.Parameters, result.Kernel
	t.Tour = &Tour{iterations, o.Parameters.Seed, result.AntsBest, result.Tour.SHA256(t.instance.Symmetric())}
	return nil
}
