package main

import (
	"encoding/json"
	"io"
	"testing"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

func BenchmarkReport(b *testing.B) {
	const n = 1_000_000
	instance, err := tsp.Generate("uniform", n, n)
	if err != nil {
		b.Fatal(err)
	}
	tour := make(tsp.Tour, n)
	for i := range tour {
		tour[i] = int32(n - 1 - i)
	}
	result := &aco.Result{Tour: tour, Length: 1}
	b.ReportAllocs()
	for b.Loop() {
		r, err := newReport(instance, deviceSet{{}}, result)
		if err != nil {
			b.Fatal(err)
		}
		if err := json.NewEncoder(io.Discard).Encode(r); err != nil {
			b.Fatal(err)
		}
	}
}
