package aco

import (
	"context"
	"math"

	"github.com/aco-vk/aco-vk/tsp"
)

// rescaled returns the instance with steps for the fixed edges and the path of a run, and the options in
// these steps; see [tsp.Instance.Rescaled].
func rescaled(ctx context.Context, in *tsp.Instance, o Options) (*tsp.Instance, Options, error) {
	if in == nil || in.Given == nil || in.Given.TooLong == 0 || in.Validate() != nil {
		return in, o, nil // a run refuses an instance that is not valid
	}
	scaled, err := in.Rescaled(ctx, o.Path)
	if err != nil || scaled.Unit == in.Unit {
		return scaled, o, err
	}
	factor := scaled.Unit.Scale() / in.Unit.Scale()
	for _, length := range []*int64{&o.Target, &o.Reference, &o.StayClose.Price} {
		*length = int64(math.Round(float64(*length) * factor))
	}
	return scaled, o, nil
}
