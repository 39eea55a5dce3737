package instancecache

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
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

// A copy that a released version has written is the instance of the file, or is not used because
// its mark is another one. A new field of tsp.Instance, for example, needs a new mark: earlier
// copies lack it.
func TestReleasedCopies(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/releases/*/instance.copy")
	if err != nil || len(paths) == 0 {
		t.Fatalf("copies %v, error %v", paths, err)
	}
	for _, path := range paths {
		data, ours := bytes.CutPrefix(must(os.ReadFile(path)), []byte(mark))
		if !ours {
			if _, err := read(t.Context(), path, key{}); !errors.Is(err, errNotThis) {
				t.Errorf("%s: error %v", path, err)
			}
			continue
		}
		var h header
		if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&h); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		got, err := read(t.Context(), path, h.Of)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		want, err := tsplib.ReadFile(filepath.Join(filepath.Dir(path), "instance.tsp"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// Whatever a copy has in it: an instance that is valid, or an error. Each input is also tried with
// a sum that is right, so that what is behind the check is reached.
func FuzzRead(f *testing.F) {
	of := key{Path: "of", Size: 1, Modified: 1}
	path := filepath.Join(f.TempDir(), "copy")
	for _, in := range []*tsp.Instance{
		{Name: "plane", Kind: tsp.TSP, Metric: tsp.EUC2D, X: []float64{0, 1, 2}, Y: []float64{-1, 1e-9, 3}},
		{Name: "matrix", Kind: tsp.ATSP, Metric: tsp.Explicit, Weights: []int32{0, 1, 2, 3, 0, 1 << 30, 5, 6, 0}},
	} {
		if err := write(f.Context(), path, of, in); err != nil {
			f.Fatal(err)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
		f.Add(content[:len(content)/2])
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		check := func(content []byte) {
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if in, err := read(t.Context(), path, of); err == nil && in.Validate() != nil {
				t.Fatal(in.Validate())
			}
		}
		check(content)
		if at := len(content) - crc32.Size; at >= 0 {
			check(binary.LittleEndian.AppendUint32(slices.Clone(content[:at]), crc32.Checksum(content[:at],
				castagnoli)))
		}
	})
}
