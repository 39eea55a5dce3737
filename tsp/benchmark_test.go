package tsp_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/tsp"
)

// benchmarkCities is the number of cities in benchmarks, large enough that a reader has blocks for all cores.
const benchmarkCities = 1_000_000

func BenchmarkRead(b *testing.B) {
	in, err := tsp.Generate("uniform", benchmarkCities, benchmarkCities)
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
		if err := in.Write(&file); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := tsp.Read(bytes.NewReader(file.Bytes()), "f.tsp"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// randomTour is the worst case for caches: consecutive cities are far apart in memory.
func randomTour(n int) tsp.Tour {
	tour := make(tsp.Tour, n)
	for i, city := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		tour[i] = int32(city)
	}
	return tour
}

func BenchmarkReadTour(b *testing.B) {
	var file bytes.Buffer
	if err := randomTour(benchmarkCities).Write(&file, "tour", ""); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tsp.ReadTour(bytes.NewReader(file.Bytes()), "f.tour"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteTour(b *testing.B) {
	tour := randomTour(benchmarkCities)
	b.ReportAllocs()
	for b.Loop() {
		if err := tour.Write(io.Discard, "tour", ""); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTourSHA256(b *testing.B) {
	tour := randomTour(benchmarkCities)
	for b.Loop() {
		tour.SHA256(true)
	}
}

func BenchmarkTourValidate(b *testing.B) {
	tour := randomTour(benchmarkCities)
	for b.Loop() {
		if err := tour.Validate(len(tour)); err != nil {
			b.Fatal(err)
		}
	}
}
