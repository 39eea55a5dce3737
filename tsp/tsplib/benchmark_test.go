package tsplib_test

import (
	"bytes"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/generate"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
)

func BenchmarkRead(b *testing.B) {
	in, err := generate.Instance("uniform", tsptest.Million, tsptest.Million)
	if err != nil {
		b.Fatal(err)
	}
	decimals := *in
	decimals.X, decimals.Y = make([]float64, len(in.X)), make([]float64, len(in.Y))
	for i := range in.X {
		decimals.X[i], decimals.Y[i] = in.X[i]/128, in.Y[i]/128
	}
	for name, in := range map[string]*tsp.Instance{"whole": in, "decimals": &decimals} {
		var file bytes.Buffer
		if err := tsplib.Write(&file, in); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tsplib.Read(bytes.NewReader(file.Bytes()), "f.tsp"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
