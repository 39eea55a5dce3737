package bound

import (
	"context"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/reduce"
)

// simplify returns an instance whose tours stand for those of another one, or for its open paths if ends are given, and the length of a tour or path
// minus that of the tour that stands for it. Each city has at most one fixed edge, unless there is only one tour.
func simplify(ctx context.Context, in *tsp.Instance, ends *tsp.Ends) (reduced *tsp.Instance, offset int64, err error) {
	if in.Metric != tsp.Explicit && !in.Symmetric() { // distances of coordinates are symmetric
		symmetric := *in
		symmetric.Kind, in = tsp.TSP, &symmetric
	}
	if ends != nil {
		path, err := reduce.ClosePath(ctx, in, *ends)
		if err != nil {
			return nil, 0, err
		}
		in, offset = path.Instance, path.Offset
	}
	if c := reduce.Contract(in); c != nil {
		return c.Instance, offset + c.Offset, nil
	}
	return in, offset, nil
}

// onlyTour returns the tour of an instance whose fixed edges leave only one, otherwise nil: they are one path, or two paths in an asymmetric instance.
func onlyTour(in *tsp.Instance) tsp.Tour {
	paths := 1
	if !in.Symmetric() {
		paths = 2
	}
	if len(in.Fixed) < in.Dimension()-paths {
		return nil
	}
	return slices.Concat(reduce.FixedPaths(in)...)
}
