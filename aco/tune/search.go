package tune

import (
	"context"
	"errors"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// ErrSlow is a meter's error for a form that is so much slower than others that it was not timed to the end.
var ErrSlow = errors.New("much slower, abandoned")

// meter is what a search measures with.
type meter interface {
	// refuses returns why a form cannot be carried out, nil when it can; it takes no time worth speaking of.
	refuses(form aco.Form) error
	// time returns the time of some stages in an iteration of a form. A form that is refused only now is a *problem.Error
	// or a *pipeline.TooLarge.
	time(ctx context.Context, form aco.Form, stages []string) (time.Duration, error)
}

// Outcome is what a search measured and chose.
type Outcome struct {
	// Form is the form that the search began with, and in its open axes what was fastest. An axis stays open in which
	// there was nothing to choose from, or which the search did not get through.
	Form     aco.Form      `json:"form"`
	Complete bool          `json:"complete"` // whether the search got through all axes
	Measured []Measurement `json:"measured"`
}

// Measurement is a candidate of an axis, with the axes before it as chosen.
type Measurement struct {
	Axis   string  `json:"axis"`
	Value  string  `json:"value"`
	MS     float64 `json:"ms,omitempty"` // device time, in an iteration, of the stages that the axis is of; 0 when there is a fault
	Fault  string  `json:"fault,omitempty"`
	Chosen bool    `json:"chosen,omitempty"`
}

// noise is the part by which measurements of one form differ from run to run (docs/performance.md). A candidate takes the place
// of one before it when it is faster by more, so that chance chooses as little as can be.
const noise = 0.03

// search goes along one axis after the other and keeps what was fastest. When the context ends, the error is the context's and
// the outcome what there is.
func search(ctx context.Context, form aco.Form, along []axis, m meter) (Outcome, error) {
	out := Outcome{Form: form}
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

// goAlong measures an axis's candidates and takes the fastest.
func (o *Outcome) goAlong(ctx context.Context, a axis, m meter) error {
	candidates := o.possible(a, m)
	if len(candidates) < 2 {
		return nil
	}
	best, at := time.Duration(0), -1
	var chosen aco.Form
	for _, form := range candidates {
		if err := ctx.Err(); err != nil {
			return err
		}
		took, err := m.time(ctx, form, a.timed)
		switch {
		case err != nil && ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrSlow) || refused(err):
			o.Measured = append(o.Measured, Measurement{Axis: a.name, Value: a.value(form), Fault: err.Error()})
			continue
		case err != nil:
			return err
		}
		if at < 0 || float64(took) < (1-noise)*float64(best) {
			best, at, chosen = took, len(o.Measured), form
		}
		o.Measured = append(o.Measured, Measurement{Axis: a.name, Value: a.value(form), MS: milliseconds(took)})
	}
	if at >= 0 {
		o.Form, o.Measured[at].Chosen = chosen, true
	}
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// possible returns the form so far with each of an axis's candidates that is not refused.
func (o *Outcome) possible(a axis, m meter) []aco.Form {
	var forms []aco.Form
	for _, candidate := range a.candidates {
		form := o.Form
		a.take(&form, candidate)
		if m.refuses(form) == nil {
			forms = append(forms, form)
		}
	}
	return forms
}

// refused says whether an error is a refusal: of parameters and forms, or of what does not fit the device.
func refused(err error) bool {
	var form *problem.Error
	var large *pipeline.TooLarge
	return errors.As(err, &form) || errors.As(err, &large)
}
