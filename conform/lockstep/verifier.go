package lockstep

import (
	"cmp"
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Verifier compares whole runs of the classical algorithms on a device and in the reference. It
// caches the results of the reference by instance name and parameters, because kernel
// configurations change no result. The zero value is ready to use.
type Verifier struct{ known map[string]*classic.Result }

// Verdict has the results of the same run on a device and in the reference.
type Verdict struct {
	Device, Reference *classic.Result
	Same              bool
}

// Solve makes the same run on the device and in the reference. If ctx ends first, it returns the
// context's error. It returns the errors of [classic.Solve], and one for racing ants.
func (v *Verifier) Solve(
	ctx context.Context, instance *tsp.Instance, device *pipeline.Device, o classic.Options,
) (Verdict, error) {
	p, err := model.NewUnprepared(instance, o.Parameters)
	if err == nil {
		err = rejectRacing(p, o.Kernel)
	}
	if err != nil {
		return Verdict{}, err
	}
	got, err := solveWhole(ctx, instance, device, o)
	if err != nil {
		return Verdict{}, err
	}
	key := fmt.Sprintf("%s %d %+v", instance.Name, o.Iterations, o.Parameters)
	if p.Racy() { // one ant at once, in whole tours or step by step
		key += string(o.Kernel.Dispatch)
	}
	want := v.known[key]
	if want == nil {
		if want, err = solveWhole(ctx, instance, nil, o); err != nil {
			return Verdict{}, err
		}
		if v.known == nil {
			v.known = map[string]*classic.Result{}
		}
		v.known[key] = want
	}
	return Verdict{got, want, got.SameAs(want, instance)}, nil
}

// solveWhole calls [classic.Solve]. It returns an error if the run was interrupted or its device
// failed.
func solveWhole(
	ctx context.Context, instance *tsp.Instance, device *pipeline.Device, o classic.Options,
) (*classic.Result, error) {
	result, err := classic.Solve(ctx, instance, []*pipeline.Device{device}, o, nil)
	if err == nil {
		err = cmp.Or(ctx.Err(), result.Failure)
	}
	return result, err
}
