package construct

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/internal/cityset"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// TestImproveEnds shows that the path has the given ends and the fixed edges and is not longer. If it
// looked at all cities, no step and no other opening makes it shorter.
func TestImproveEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 60).Draw(t, "cities")
		in := must.Get(generate.Instance("uniform", n, rapid.Int64Range(1, 1000).Draw(t, "seed")))(t)
		path := tsp.Tour(cityset.All[int32](n))
		if rapid.Bool().Draw(t, "curve") {
			path = must.Get(SpaceFilling(context.Background(), in))(t)
		}
		for i := range path[1:] {
			if rapid.IntRange(0, 5).Draw(t, "fix") == 0 {
				in.Fixed = append(in.Fixed, tsp.Edge{path[i+1], path[i]})
			}
		}
		ends := tsp.Ends{path[0], path[n-1]}
		for i := range ends {
			if rapid.IntRange(0, 2).Draw(t, "free") > 0 {
				ends[i] = tsp.FreeEnd
			}
		}
		before := must.Get(verify.Path(in, path, ends[0], ends[1]))(t)
		region := rapid.IntRange(2, 60).Draw(t, "region")
		found := improveEnds(in, path, ends, region, n*n)
		after, err := verify.Path(in, found, ends[0], ends[1])
		if err != nil || after > before {
			t.Fatalf("from %d to %d: %v", before, after, err)
		}
		if region < n-1 {
			return
		}
		if ends[1] == tsp.FreeEnd {
			checkEnd(t, in, found, after)
		}
		if slices.Reverse(found); ends[0] == tsp.FreeEnd {
			checkEnd(t, in, found, after)
		}
		for at := 1; ends[0] == ends[1] && at < n; at++ {
			checkNotShorter(t, in, slices.Concat(found[at:], found[:at]), after)
		}
	})
}

// checkEnd fails if a path becomes shorter where its last city gets another place.
func checkEnd(t *rapid.T, in *tsp.Instance, path tsp.Tour, length int64) {
	for at := 1; at < len(path); at++ {
		other := slices.Clone(path)
		slices.Reverse(other[at:])
		checkNotShorter(t, in, other, length)
	}
}

// checkNotShorter fails if a path has the fixed edges and is shorter.
func checkNotShorter(t *rapid.T, in *tsp.Instance, path tsp.Tour, length int64) {
	if other, err := verify.Path(in, path, tsp.FreeEnd, tsp.FreeEnd); err == nil && other < length {
		t.Fatalf("%v has length %d, less than %d", path, other, length)
	}
}
