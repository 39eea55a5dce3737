package instancecache

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// Whatever a copy has in it: an instance that is valid, or an error. Each input is also tried with a sum that is right, so that what is
// behind the check is reached.
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
			check(binary.LittleEndian.AppendUint32(slices.Clone(content[:at]), crc32.Checksum(content[:at], castagnoli)))
		}
	})
}
