package format

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// roundedDistances returns warnings if distances of a matrix are rounded, or share one weight. leg
// names a distance.
func roundedDistances(ctx context.Context, in *tsp.Instance, leg legText) (warnings []string, err error) {
	given := in.Given
	if given == nil {
		return nil, nil
	}
	n := in.Dimension()
	count, first, longest := 0, [2]int{}, [2]int{}
	rounded := false
	for i, row := range given.Distances {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for j, d := range row {
			weight := in.Weights[i*n+j]
			switch {
			case i == j || math.IsInf(d, 1):
			case given.TooLong > 0 && weight == given.TooLong:
				if count++; count == 1 {
					first = [2]int{i, j}
				}
			default:
				if longest == [2]int{} || d > given.Distances[longest[0]][longest[1]] {
					longest = [2]int{i, j}
				}
				rounded = rounded || math.Abs(in.Unit.Value(int64(weight))-d) > 1e-12*d
			}
		}
	}
	if count > 0 {
		warnings = append(warnings, fmt.Sprintf(
			"%d of %d distances %s far above the others, the first %s (%s): tours avoid %[6]s, and "+
				"are not told apart by %[6]s", count, n*(n-1), verb(count, "is", "are"), leg(first[0], first[1]),
			plain(given.Distances[first[0]][first[1]]), verb(count, "it", "them")))
	}
	if rounded {
		warnings = append(warnings, fmt.Sprintf(
			"distances are compared in steps of %s, because the longest is %s (%s): tours whose lengths "+
				"differ by less than a few steps are not told apart", stepText(in.Unit),
			plain(given.Distances[longest[0]][longest[1]]), strings.TrimPrefix(leg(longest[0], longest[1]), "in ")))
	}
	return warnings, nil
}

// Rescale gives the instance steps for its fixed edges and, unless ends is nil, for open paths with
// these ends, with the warnings about these steps; see [tsp.Instance.Rescaled].
func (i *Input) Rescale(ctx context.Context, ends *tsp.Ends) error {
	in, err := i.Instance.Rescaled(ctx, ends)
	if err != nil || in == i.Instance {
		return err
	}
	old, err := roundedDistances(ctx, i.Instance, i.leg)
	if err != nil {
		return err
	}
	now, err := roundedDistances(ctx, in, i.leg)
	i.Instance = in
	i.Warnings = append(slices.DeleteFunc(slices.Clone(i.Warnings),
		func(text string) bool { return slices.Contains(old, text) }), now...)
	return err
}

// plain writes a number without an exponent, unless it is very large.
func plain(v float64) string {
	if math.Abs(v) < 1e16 {
		return decimal(v)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// stepText writes the length of a step in units.
func stepText(u tsp.Unit) string { return strconv.FormatFloat(u.Value(1), 'g', 15, 64) }

// coarse returns a warning if places become equal because others are far away, or because
// coordinates have more digits than steps.
func (p *places) coarse(ctx context.Context, in *tsp.Instance) ([]string, error) {
	seen := make(map[[2]float64][2]float64, len(p.x))
	lost, example := 0, 0
	for city := range p.x {
		if err := ended(ctx, city); err != nil {
			return nil, err
		}
		at, given := [2]float64{in.X[city], in.Y[city]}, [2]float64{p.x[city], p.y[city]}
		other, found := seen[at]
		if found && other != given {
			if lost++; lost == 1 {
				example = city
			}
		}
		seen[at] = given
	}
	if lost == 0 || in.Given == nil {
		return nil, nil
	}
	extent := max(slices.Max(p.x)-slices.Min(p.x), slices.Max(p.y)-slices.Min(p.y))
	return []string{fmt.Sprintf(
		"%s, the first of them %s, %s closer to another one than the step of %s by which coordinates are compared, because "+
			"the places extend over %.6g: tours do not tell them apart", counted(lost, "place"), p.text(example),
		verb(lost, "is", "are"), stepText(in.Unit), extent)}, nil
}
