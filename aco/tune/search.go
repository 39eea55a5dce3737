package tune

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/pipeline"
)

// ErrSlow is a meter's error for a form that is so much slower than others that it was not timed to the end.
var ErrSlow = errors.New("much slower, abandoned")

// meter is what a search measures with.
type meter interface {
	// refuses returns why a form cannot be carried out, nil when it can; it takes no time worth speaking of.
	refuses(form classic.KernelConfig) error
	// time returns the time of some stages in an iteration of a form.
	time(ctx context.Context, form classic.KernelConfig, stages []string) (time.Duration, error)
}

// Outcome is what a search measured and chose.
type Outcome struct {
	// Kernel is the form that the search began with, and in its open axes what was fastest. An axis stays open in which
	// there was nothing to choose from, or which the search did not get through.
	Kernel   classic.KernelConfig `json:"form"`
	Complete bool                 `json:"complete"` // whether the search got through all axes
	Measured []Measurement        `json:"measured"`
}

// Measurement is a candidate of an axis, with the axes before it as chosen.
type Measurement struct {
	Axis   string  `json:"axis"`
	Value  string  `json:"value"`
	MS     float64 `json:"ms,omitempty"` // device time, in an iteration, of the stages that the axis is of; 0 when there is a fault
	Fault  string  `json:"fault,omitempty"`
	Chosen bool    `json:"chosen,omitempty"`
}

const (
	// contender times the fastest is the slowest that is measured a second time.
	contender = 2
	// noise is the part by which measurements of one form differ from run to run (docs/performance.md). A candidate takes the
	// place of one before it only when it is faster by more, so that chance chooses as little as can be.
	noise = 0.03
)

// search goes along one axis after the other and keeps what was fastest. When the context ends, the error is the context's and
// the outcome what there is.
func search(ctx context.Context, form classic.KernelConfig, along []axis, m meter) (Outcome, error) {
	out := Outcome{Kernel: form}
	for _, a := range along {
		if !a.open(form) {
			continue
		}
		if err := out.goAlong(ctx, a, m); err != nil {
			return out, err
		}
	}
	out.Complete = true
	return out, nil
}

// candidate is a form with the search's choices so far and one more.
type candidate struct {
	form  classic.KernelConfig
	took  time.Duration
	fault error // why it is out of the question
}

// goAlong measures an axis's candidates and takes the fastest. Where the context leaves no time to measure them again, what was
// measured once decides.
func (o *Outcome) goAlong(ctx context.Context, a axis, m meter) error {
	candidates := o.possible(a, m)
	if len(candidates) < 2 {
		return nil
	}
	for i := range candidates {
		c := &candidates[i]
		c.took, c.fault = m.time(ctx, c.form, a.timed)
		if endsSearch(ctx, c.fault) {
			return c.fault
		}
	}
	err := again(ctx, a, m, candidates)
	o.choose(a, candidates)
	return err
}

// possible returns an axis's candidates that are not refused.
func (o *Outcome) possible(a axis, m meter) []candidate {
	var candidates []candidate
	for _, choice := range a.candidates {
		form := o.Kernel
		a.take(&form, choice)
		if m.refuses(form) == nil {
			candidates = append(candidates, candidate{form: form})
		}
	}
	return candidates
}

// again measures the candidates a second time that are not far behind. Between a candidate's two measurements the others have
// theirs, so that a while in which the device is slow decides little.
func again(ctx context.Context, a axis, m meter, candidates []candidate) error {
	best := fastest(candidates, 0)
	for i := range candidates {
		c := &candidates[i]
		slow := errors.Is(c.fault, ErrSlow) // or something else kept the device busy
		if c.fault != nil && !slow || !slow && c.took > contender*candidates[best].took {
			continue
		}
		took, err := m.time(ctx, c.form, a.timed)
		switch {
		case endsSearch(ctx, err):
			return err
		case err == nil && slow:
			c.took, c.fault = took, nil
		case err == nil:
			c.took = min(c.took, took)
		}
	}
	return nil
}

// fastest returns the index of the fastest candidate, where each has to be faster than those before it by more than a margin; -1
// when none could be timed.
func fastest(candidates []candidate, margin float64) int {
	best := -1
	for i, c := range candidates {
		if c.fault == nil && (best < 0 || float64(c.took) < (1-margin)*float64(candidates[best].took)) {
			best = i
		}
	}
	return best
}

// choose takes the fastest candidate, if any could be timed, and writes down what was measured.
func (o *Outcome) choose(a axis, candidates []candidate) {
	best := fastest(candidates, noise)
	for i, c := range candidates {
		now := Measurement{Axis: a.name, Value: a.value(c.form), Chosen: i == best}
		if c.fault != nil {
			now.Fault = c.fault.Error()
		} else {
			now.MS = float64(c.took) / float64(time.Millisecond)
		}
		o.Measured = append(o.Measured, now)
	}
	if best >= 0 {
		o.Kernel = candidates[best].form
	}
}

// endsSearch says whether an error is the context's or the device's end. Any other is the candidate's own: that it is refused, or
// slow, or that its memory or its pipelines cannot be had, which the form that runs without a search may not need.
func endsSearch(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || pipeline.DeviceGone(err))
}
