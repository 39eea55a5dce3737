package papers

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/internal/statistics"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/bestknown"
	"github.com/aco-vk/aco-vk/vk"
)

// Lengths has the lengths of the best ants' tours of several runs, one per seed.
type Lengths struct {
	Iterations int     `json:"iterations"`
	BySeed     []int64 `json:"by_seed"` // for seeds 1, 2, ...
	Mean       float64 `json:"mean"`
	Deviation  float64 `json:"standard_deviation,omitempty"` // sample standard deviation; 0 for one seed
	BestKnown  int64   `json:"best_known,omitempty"`
	WallS      float64 `json:"wall_s"`            // mean wall-clock time of a run, without setup; 0: other kernels ran
	LimitS     float64 `json:"limit_s,omitempty"` // device time given to each run; 0: the iterations were given
	From       string  `json:"from,omitempty"`    // table and row that measured them, or defaultKernels; "": this row
}

// Best returns the shortest length of all seeds.
func (l *Lengths) Best() int64 { return slices.Min(l.BySeed) }

// of returns the length that a quantity is about: the mean, the shortest or the longest one.
func (l *Lengths) of(q Quantity) float64 {
	switch q {
	case BestLength, BestError:
		return float64(l.Best())
	case MostLength:
		return float64(slices.Max(l.BySeed))
	}
	return l.Mean
}

// ErrorPercent returns by how many percent a length exceeds the best known one, false if that is
// unknown.
func (l *Lengths) ErrorPercent(length float64) (percent float64, ok bool) {
	if l.BestKnown == 0 {
		return 0, false
	}
	return 100 * (length/float64(l.BestKnown) - 1), true
}

// points returns by how many percentage points our error exceeds the published one, nil if the
// best known length is unknown. published is a length or an error, as q says.
func (l *Lengths) points(published float64, q Quantity) *float64 {
	if l == nil || l.BestKnown == 0 {
		return nil
	}
	if q == Length || q == BestLength || q == MostLength {
		published, _ = l.ErrorPercent(published)
	}
	difference, _ := l.ErrorPercent(l.of(q))
	difference -= published
	return &difference
}

// defaultKernels is the origin of lengths that were run with the default kernel configuration.
const defaultKernels = "the default kernels"

// measureLengths runs a row once per seed, or takes its lengths over from another table.
func (r *run) measureLengths(ctx context.Context, t *task) error {
	l := &Lengths{}
	var err error
	if l.Iterations, l.LimitS, err = r.iterations(ctx, t); err != nil {
		return err
	}
	if r.takeLengths(t, l.Iterations, l.LimitS) {
		return nil
	}
	o := t.options
	others := r.DefaultKernels && r.Device != nil && o.Kernel != (classic.KernelConfig{}) && !o.Parameters.Racy()
	if others {
		o.Kernel, l.From = classic.KernelConfig{}, defaultKernels
	}
	for seed := 1; seed <= r.Seeds; seed++ {
		o.Parameters.Seed = uint64(seed)
		result, err := r.solve(ctx, t.instance, t.devices, o, l.Iterations)
		if err != nil {
			return err
		}
		l.BySeed = append(l.BySeed, result.AntsBest)
		t.Parameters = result.Parameters
		if !others {
			t.Kernel = result.Kernel
			l.WallS += (result.Wall - result.Setup).Seconds() / float64(r.Seeds)
		}
	}
	l.Mean, l.Deviation = statistics.MeanDeviation(l.BySeed)
	// otherwise it is another instance with this name
	if known, ok := bestknown.Length(t.instance); ok && known <= l.Best() {
		l.BestKnown = known
	}
	t.Lengths = l
	return nil
}

// iterations returns the number of iterations of a run, and the time limit if that determines it.
func (r *run) iterations(ctx context.Context, t *task) (number int, limitS float64, err error) {
	switch {
	case r.Iterations > 0: // given by the user
		return r.Iterations, 0, nil
	case r.table.Limit != nil:
		return r.iterationsInLimit(ctx, t)
	case t.variant.Iterations > 0:
		return t.variant.Iterations, 0, nil
	case t.variant.Tours > 0:
		p, err := model.NewUnprepared(t.instance, t.options.Parameters)
		if err != nil {
			return 0, 0, err
		}
		return max(1, t.variant.Tours*p.Cities/p.Ants), 0, nil
	}
	return r.table.Iterations, 0, nil
}

// iterationsInLimit returns the number of iterations that fit into the table's time limit. It
// first measures the time of an iteration.
func (r *run) iterationsInLimit(ctx context.Context, t *task) (number int, limitS float64, err error) {
	limitMS, known := r.limits[t.Instance]
	if !known {
		o, err := Variant{Preset: r.table.Limit.Preset}.options(t.Cities)
		if err != nil {
			return 0, 0, err
		}
		ms, err := r.iterationMS(ctx, t.instance, o)
		if err != nil {
			return 0, 0, err
		}
		limitMS = float64(r.table.Limit.Iterations) * ms
		r.limits[t.Instance] = limitMS
	}
	ms, err := r.iterationMS(ctx, t.instance, t.options)
	if err != nil {
		return 0, 0, err
	}
	return int(max(1, min(math.MaxUint32, limitMS/ms))), limitMS / 1000, nil
}

// minMS is the resolution of the clock.
const minMS = float64(time.Nanosecond) / float64(time.Millisecond)

// iterationMS measures the time of an iteration.
func (r *run) iterationMS(ctx context.Context, instance *tsp.Instance, o classic.Options) (float64, error) {
	result, err := r.solveTimed(ctx, instance, []*vk.Device{r.Device}, o)
	if err != nil {
		return 0, err
	}
	return max(minMS, r.meanTimes(instance, 1, result).IterationMS), nil
}
