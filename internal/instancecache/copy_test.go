package instancecache

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
)

func TestCopyHasEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "copy")
	for _, in := range []*tsp.Instance{
		{Name: "plane \xff", Comment: "two\nlines", Kind: tsp.TSP, Metric: tsp.EUC2D,
			X: []float64{0, 1, 2}, Y: []float64{-1, 1e-9, 3}},
		{Name: "space", Kind: tsp.TSP, Metric: tsp.EUC3D,
			X: []float64{0, 1, 2}, Y: []float64{0, 1, 3}, Z: []float64{4, 5, 6}},
		{Name: "matrix", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 2, 3, 0, 1 << 30, 5, 6, 0}},
	} {
		of := key{Path: in.Name, Size: 1, Modified: -1}
		if err := write(t.Context(), path, of, in); err != nil {
			t.Fatal(err)
		}
		got, err := read(t.Context(), path, of)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(in, got); diff != "" {
			t.Error(diff)
		}
	}
	// A copy that is whole and has no instance.
	beyond := &tsp.Instance{Kind: tsp.TSP, Metric: tsp.GEO, X: []float64{0, 1, 91}, Y: []float64{0, 1, 2}}
	if err := write(t.Context(), path, key{}, beyond); err != nil {
		t.Fatal(err)
	}
	if _, err := read(t.Context(), path, key{}); err == nil || !strings.Contains(err.Error(), "latitude 91") {
		t.Errorf("error %v", err)
	}
}

func BenchmarkReadCopy(b *testing.B) {
	const n = 1_000_000
	in, err := generate.Instance("uniform", n, n)
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "copy")
	if err := write(b.Context(), path, key{}, in); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read(b.Context(), path, key{}); err != nil {
			b.Fatal(err)
		}
	}
}
