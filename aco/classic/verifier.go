package classic

import (
	"cmp"
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
)

// Verifier makes whole runs on a device and in the reference. It keeps the reference's results by the instance's name and the
// parameters: forms share them, for they change no result. The zero value has none yet.
type Verifier struct{ known map[string]*Result }

// Verdict is what became of the same run on a device and in the reference.
type Verdict struct {
	Device, Reference *Result
	Same              bool
}

// Solve makes the options' iterations on both. When ctx ends first, the error is the context's. It refuses what Solve refuses, and ants
// that race.
func (v *Verifier) Solve(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, o Options) (Verdict, error) {
	p, err := problem.NewUnprepared(instance, o.Parameters)
	if err == nil {
		err = rejectRacy(p)
	}
	if err != nil {
		return Verdict{}, err
	}
	got, err := solveWhole(ctx, instance, device, o)
	if err != nil {
		return Verdict{}, err
	}
	key := fmt.Sprintf("%s %d %+v", instance.Name, o.Iterations, o.Parameters)
	want := v.known[key]
	if want == nil {
		if want, err = solveWhole(ctx, instance, nil, o); err != nil {
			return Verdict{}, err
		}
		if v.known == nil {
			v.known = map[string]*Result{}
		}
		v.known[key] = want
	}
	return Verdict{got, want, got.SameAs(want, instance)}, nil
}

// solveWhole is Solve with the error of what cut the run short: the context's, or the device's.
func solveWhole(ctx context.Context, instance *tsp.Instance, device *pipeline.Device, o Options) (*Result, error) {
	result, err := Solve(ctx, instance, device, o, nil)
	if err == nil {
		err = cmp.Or(ctx.Err(), result.Failure)
	}
	return result, err
}

// SameAs says whether two runs found the same tour, and ants of both the same best one.
func (r *Result) SameAs(other *Result, instance *tsp.Instance) bool {
	symmetric := instance.Symmetric()
	return r.Tour.SHA256(symmetric) == other.Tour.SHA256(symmetric) && r.AntsBest == other.AntsBest
}
