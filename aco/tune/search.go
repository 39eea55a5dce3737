package tune

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// ErrSlow is the error of a configuration that was abandoned because it is much slower than
// another.
var ErrSlow = errors.New("much slower, abandoned")

// A meter measures for a search.
type meter interface {
	// check returns why a configuration cannot run, or nil. It is fast.
	check(kernel classic.KernelConfig) error
	// time returns the time of some stages in an iteration.
	time(ctx context.Context, kernel classic.KernelConfig, stages []string) (time.Duration, error)
}

// An Outcome is the result of a search.
type Outcome struct {
	// Kernel is the configuration that the search began with, with the fastest values of its unset
	// fields. A field stays unset if there was only one value to choose from, or if the search
	// ended before.
	Kernel   classic.KernelConfig `json:"form"`
	Complete bool                 `json:"complete"` // the search measured all axes
	Measured []Measurement        `json:"measured"`
}

// A Measurement is the time of one value of an axis, with the values chosen before on the other
// axes.
type Measurement struct {
	Axis   string  `json:"axis"`
	Value  string  `json:"value"`
	MS     float64 `json:"ms,omitempty"` // device time per iteration of the stages of the axis; 0 with a fault
	Fault  string  `json:"fault,omitempty"`
	Chosen bool    `json:"chosen,omitempty"`
}

const (
	// A candidate is measured again if it takes at most contender times as long as the fastest.
	contender = 2
	// noise is the relative difference between measurements of one configuration from run to run,
	// up to 1002 cities on an H200. A candidate replaces an earlier one only if it is faster by
	// more than this.
	noise = 0.03
)

// search sets the unset fields of a configuration to their fastest values, one axis after the
// other. When the context ends it returns the context's error and the outcome so far.
func search(ctx context.Context, kernel classic.KernelConfig, all []axis, m meter) (Outcome, error) {
	out := Outcome{Kernel: kernel}
	for _, a := range all {
		if !a.unset(kernel) {
			continue
		}
		if err := out.searchAxis(ctx, a, m); err != nil {
			return out, err
		}
	}
	out.Complete = true
	return out, nil
}

// candidate is a configuration with the values chosen so far and one more.
type candidate struct {
	kernel classic.KernelConfig
	took   time.Duration
	err    error // why it cannot be chosen
}

// searchAxis measures the candidates of an axis and chooses the fastest. If the context ends
// before the second measurements, the first ones decide.
func (o *Outcome) searchAxis(ctx context.Context, a axis, m meter) error {
	candidates := o.candidates(a, m)
	if len(candidates) < 2 {
		return nil
	}
	for i := range candidates {
		c := &candidates[i]
		c.took, c.err = m.time(ctx, c.kernel, a.timed)
		if endsSearch(ctx, c.err) {
			return c.err
		}
	}
	err := measureAgain(ctx, a, m, candidates)
	o.choose(a, candidates)
	return err
}

// candidates returns the candidates of an axis that can run.
func (o *Outcome) candidates(a axis, m meter) []candidate {
	var candidates []candidate
	for _, choice := range a.candidates {
		kernel := o.Kernel
		a.copy(&kernel, choice)
		if m.check(kernel) == nil {
			candidates = append(candidates, candidate{kernel: kernel})
		}
	}
	return candidates
}

// measureAgain measures again the candidates that are not much slower than the fastest. Between
// the two measurements of a candidate lie measurements of the others, so a short slow time of the
// device matters little.
func measureAgain(ctx context.Context, a axis, m meter, candidates []candidate) error {
	best := fastest(candidates, 0)
	for i := range candidates {
		c := &candidates[i]
		slow := errors.Is(c.err, ErrSlow) // perhaps only because the device was busy
		if c.err != nil && !slow || !slow && c.took > contender*candidates[best].took {
			continue
		}
		took, err := m.time(ctx, c.kernel, a.timed)
		switch {
		case endsSearch(ctx, err):
			return err
		case err == nil && slow:
			c.took, c.err = took, nil
		case err == nil:
			c.took = min(c.took, took)
		}
	}
	return nil
}

// fastest returns the index of the fastest candidate, or -1 if none was timed. A candidate must be
// faster than those before it by more than the margin.
func fastest(candidates []candidate, margin float64) int {
	best := -1
	for i, c := range candidates {
		if c.err == nil && (best < 0 || float64(c.took) < (1-margin)*float64(candidates[best].took)) {
			best = i
		}
	}
	return best
}

// choose chooses the fastest candidate, if any was timed, and records the measurements.
func (o *Outcome) choose(a axis, candidates []candidate) {
	best := fastest(candidates, noise)
	for i, c := range candidates {
		now := Measurement{Axis: a.name, Value: a.value(c.kernel), Chosen: i == best}
		if c.err != nil {
			now.Fault = c.err.Error()
		} else {
			now.MS = float64(c.took) / float64(time.Millisecond)
		}
		o.Measured = append(o.Measured, now)
	}
	if best >= 0 {
		o.Kernel = candidates[best].kernel
	}
}

// endsSearch reports whether an error ends the search: the context has ended or the device is
// lost. Any other error only excludes the candidate, such as one for lack of memory.
func endsSearch(ctx context.Context, err error) bool {
	return err != nil && (ctx.Err() != nil || pipeline.DeviceGone(err))
}
