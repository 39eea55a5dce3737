package bench

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/tsp"
)

// Lengths are of the ants' best tours, a run a seed.
type Lengths struct {
	Iterations int     `json:"iterations"`
	BySeed     []int64 `json:"by_seed"` // from seed 1 on
	Mean       float64 `json:"mean"`
	Deviation  float64 `json:"standard_deviation,omitempty"` // of a sample; 0 with one seed
	BestKnown  int64   `json:"best_known,omitempty"`
	WallS      float64 `json:"wall_s"`            // of a run, a mean, without what precedes its first iteration
	LimitS     float64 `json:"limit_s,omitempty"` // device time that a run was given; 0: a number of iterations
}

// Best returns the shortest tour of all seeds.
func (l *Lengths) Best() int64 { return slices.Min(l.BySeed) }

// ErrorPercent returns by how many percent a length exceeds the best known, false where that is not known.
func (l *Lengths) ErrorPercent(length float64) (percent float64, ok bool) {
	if l.BestKnown == 0 {
		return 0, false
	}
	return 100 * (length/float64(l.BestKnown) - 1), true
}

// points returns by how many percentage points our error exceeds a published length's, or published error; nil where that is not
// known.
func (l *Lengths) points(published float64, q Quantity) *float64 {
	if l == nil || l.BestKnown == 0 {
		return nil
	}
	if q == Length || q == BestLength {
		published, _ = l.ErrorPercent(published)
	}
	ours := l.Mean
	if q == BestLength || q == BestError {
		ours = float64(l.Best())
	}
	over, _ := l.ErrorPercent(ours)
	over -= published
	return &over
}

// lengths runs once a seed.
func (r *run) lengths(ctx context.Context, t *task) error {
	l := &Lengths{}
	var err error
	if l.Iterations, l.LimitS, err = r.iterations(ctx, t); err != nil {
		return err
	}
	o := t.options
	for seed := 1; seed <= r.Seeds; seed++ {
		o.Parameters.Seed = uint64(seed)
		result, err := r.solve(ctx, t.instance, o, l.Iterations)
		if err != nil {
			return err
		}
		t.Parameters, t.Form = result.Parameters, result.Kernel
		l.BySeed = append(l.BySeed, result.AntsBest)
		l.WallS += (result.Wall - result.Setup).Seconds() / float64(r.Seeds)
	}
	l.Mean, l.Deviation = spread(l.BySeed)
	if known, ok := tsp.BestKnown(t.Instance); ok && known <= l.Best() { // else it is another of this name
		l.BestKnown = known
	}
	t.Lengths = l
	return nil
}

// spread returns the mean of some lengths and their standard deviation as a sample's.
func spread(lengths []int64) (mean, deviation float64) {
	for _, length := range lengths {
		mean += float64(length) / float64(len(lengths))
	}
	if len(lengths) < 2 {
		return mean, 0
	}
	for _, length := range lengths {
		deviation += (float64(length) - mean) * (float64(length) - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(lengths)-1))
}

// iterations are those of a run for lengths or tours, and the time that it is given, where that is what bounds it.
func (r *run) iterations(ctx context.Context, t *task) (number int, limitS float64, err error) {
	switch {
	case r.Iterations > 0: // what the user says
		return r.Iterations, 0, nil
	case r.table.Limit != nil:
		return r.within(ctx, t)
	case t.variant.Iterations > 0:
		return t.variant.Iterations, 0, nil
	case t.variant.Tours > 0:
		p, err := problem.NewUnprepared(t.instance, t.options.Parameters)
		if err != nil {
			return 0, 0, err
		}
		return max(1, t.variant.Tours*p.Cities/p.Ants), 0, nil
	}
	return r.table.Iterations, 0, nil
}

// within returns the iterations that take as long as the table's limit, both timed here just before.
func (r *run) within(ctx context.Context, t *task) (number int, limitS float64, err error) {
	limitMS, known := r.limits[t.Instance]
	if !known {
		of, err := Variant{Preset: r.table.Limit.Preset}.options(t.Cities)
		if err != nil {
			return 0, 0, err
		}
		one, err := r.iterationMS(ctx, t.instance, of)
		if err != nil {
			return 0, 0, err
		}
		limitMS = float64(r.table.Limit.Iterations) * one
		r.limits[t.Instance] = limitMS
	}
	one, err := r.iterationMS(ctx, t.instance, t.options)
	if err != nil {
		return 0, 0, err
	}
	return int(max(1, min(math.MaxUint32, limitMS/one))), limitMS / 1000, nil
}

// leastMS is what a clock may not see.
const leastMS = float64(time.Nanosecond) / float64(time.Millisecond)

// iterationMS times an iteration.
func (r *run) iterationMS(ctx context.Context, instance *tsp.Instance, o classic.Options) (float64, error) {
	result, err := r.timed(ctx, instance, o)
	if err != nil {
		return 0, err
	}
	return max(leastMS, r.times(instance, result).IterationMS), nil
}
