package format

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
)

// warnings returns what looks wrong with places. The error is that the context has ended.
func (p *places) warnings(ctx context.Context, in *tsp.Instance) ([]string, error) {
	var list []string
	count, first := map[[2]float64]int{}, map[[2]float64]int{}
	same, example := 0, [2]int{}
	for city := range p.x {
		at := [2]float64{p.x[city], p.y[city]}
		if count[at]++; count[at] == 1 {
			first[at] = city
			continue
		}
		if same++; same == 1 {
			example = [2]int{first[at] + 1, city + 1}
		}
	}
	if origin := [2]float64{0, 0}; p.globe && count[origin] > 0 {
		list = append(list, fmt.Sprintf("%s at latitude 0, longitude 0: is a coordinate missing?", p.place(in, first[origin])))
	}
	if same > 0 {
		list = append(list, fmt.Sprintf("%d of %d places have the same coordinates as another one, the first of them rows %d and %d", same, len(p.x), example[0], example[1]))
	}
	zero := 0
	for _, k := range count {
		zero += k * (k - 1)
	}
	list = append(list, zeroDistances(zero, len(p.x))...)
	far, err := p.outlier(ctx, in)
	return append(list, far...), err
}

// zeroDistances returns a warning if more than 1% of all distances are 0.
func zeroDistances(zero, n int) []string {
	if share := float64(zero) / float64(n*(n-1)); share > 0.01 {
		return []string{fmt.Sprintf("%.1f%% of all distances are 0", 100*share)}
	}
	return nil
}

// missingLegs returns a warning if a matrix has no distance for some legs.
func missingLegs(none, n int) []string {
	if none == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d legs of the matrix are empty or -1: no tour uses them", none, n*(n-1))}
}

// place names a city in a message.
func (p *places) place(in *tsp.Instance, city int) string {
	if in.Names != nil && in.Names[city] != "" {
		return fmt.Sprintf("place %d (%s) is", city+1, in.Names[city])
	}
	return fmt.Sprintf("place %d is", city+1)
}

// outlier returns a warning if one place is much farther from its nearest place than any other from its own.
func (p *places) outlier(ctx context.Context, in *tsp.Instance) ([]string, error) {
	const (
		enough = 5  // places, so that others show what is usual
		far    = 20 // times
	)
	n := in.Dimension()
	if n < enough {
		return nil, nil
	}
	_, distances, err := tsp.Neighbours(ctx, in, 1)
	if err != nil {
		return nil, err
	}
	farthest, distance, second := 0, int64(-1), int64(-1)
	for city := range n {
		switch d := int64(distances[city]); {
		case d > distance:
			farthest, distance, second = city, d, distance
		case d > second:
			second = d
		}
	}
	if distance <= far*max(second, 1) {
		return nil, nil
	}
	return []string{fmt.Sprintf("%s %s from its nearest place; no other is farther than %s from its own", p.place(in, farthest), in.Unit.Format(distance), in.Unit.Format(second))}, nil
}
