package format

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// readTSPLIB reads a file of TSPLIB.
func readTSPLIB(ctx context.Context, r io.Reader, name string, limits Limits) (*Input, error) {
	f, err := tsplib.ReadContext(ctx, r, name, tsplib.Limits{Cities: limits.Places, Cells: limits.Distances})
	if err != nil {
		return nil, err
	}
	return FromTSPLIB(ctx, f)
}

// FromTSPLIB returns the input that a file of TSPLIB is, with warnings. The error is the
// context's.
func FromTSPLIB(ctx context.Context, f *tsplib.File) (*Input, error) {
	rounded, minutes, err := warningsOfMetric(ctx, f.Instance)
	if err != nil {
		return nil, err
	}
	return &Input{Instance: f.Instance, Format: TSPLIB, Warnings: slices.Concat(f.Unused, rounded, minutes), ownLengths: rounded}, nil
}

// warningsOfMetric returns what looks wrong with coordinates of TSPLIB: how its metric rounds them, and
// minutes that are none.
func warningsOfMetric(ctx context.Context, in *tsp.Instance) (rounded, minutes []string, err error) {
	share, err := mergedPlaces(ctx, in)
	const fewMerged = 0.05 // at a mean distance of about 1.6 to the nearest city, if cities are spread evenly
	if share > fewMerged {
		rounded = []string{fmt.Sprintf(
			"metric %s rounds distances to whole numbers: %.0f%% of the cities are as near to another one as a distance of 1; "+
				"multiply the coordinates, or give places as x and y in CSV, which have decimals",
			in.Metric, 100*share)}
	}
	if count := impossibleMinutes(in); count > 0 {
		minutes = []string{fmt.Sprintf(
			"%s of metric GEO %s 60 minutes or more: GEO takes 12.30 as 12 degrees and 30 minutes; "+
				"give decimal degrees as lat and lon in CSV", counted(count, "coordinate"), verb(count, "has", "have"))}
	}
	return rounded, minutes, err
}

// mergedPlaces returns the share of the cities at different places that fall into the same cell as
// another one, if a cell has the size of a step of distance. With many cities it counts in a
// sample of the cells.
func mergedPlaces(ctx context.Context, in *tsp.Instance) (float64, error) {
	size := in.Metric.Resolution()
	if size == 0 {
		return 0, nil
	}
	const sample = 50_000 // cities
	type point [3]float64
	places, cells := map[point]struct{}{}, map[point]struct{}{}
	every := uint64(len(in.X)/sample + 1)
	for city := range in.X {
		if err := ended(ctx, city); err != nil {
			return 0, err
		}
		place := point{in.X[city], in.Y[city], 0}
		if in.Z != nil {
			place[2] = in.Z[city]
		}
		var cell point
		hash := uint64(0)
		for axis, v := range place {
			cell[axis] = math.Floor(v / size)
			hash = (hash + uint64(int64(cell[axis]))) * 0x9e3779b97f4a7c15
			hash ^= hash >> 32
		}
		if hash%every == 0 {
			places[place], cells[cell] = struct{}{}, struct{}{}
		}
	}
	if len(places) == 0 {
		return 0, nil
	}
	return 1 - float64(len(cells))/float64(len(places)), nil
}

// impossibleMinutes returns how many coordinates of metric GEO have 60 minutes or more.
func impossibleMinutes(in *tsp.Instance) (count int) {
	if in.Metric != tsp.GEO {
		return 0
	}
	for _, values := range [][]float64{in.X, in.Y} {
		for _, v := range values {
			if _, minutes := math.Modf(v); math.Abs(minutes) > 0.6-1e-9 {
				count++
			}
		}
	}
	return count
}
