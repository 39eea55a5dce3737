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
		r, err := newReport(instance, deviceSet{{}}, result, 0)
		if err != nil {
			b.Fatal(err)
		}
		if err := json.NewEncoder(io.Discard).Encode(r); err != nil {
			b.Fatal(err)
		}
	}
}

// If recombination made the tour shorter than those of all colonies, the summary says that their lengths are older.
func TestColonyLengths(t *testing.T) {
	colonies := []aco.ColonyResult{{BestLength: 12}, {BestLength: 11}, {BestLength: 14}}
	for _, c := range []struct {
		result aco.Result
		want   string
	}{
		{aco.Result{Algorithm: aco.Merged, Length: 10}, "3, best lengths 11 to 14 before the last recombination"},
		{aco.Result{Algorithm: aco.Merged, Length: 11}, "3, best lengths 11 to 14"},
		{aco.Result{Algorithm: aco.MMAS, Length: 11}, "3, best lengths 11 to 14"},
	} {
		c.result.Colonies = colonies
		if got := colonyLengths(tsp.Unit{}, &c.result); got != c.want {
			t.Errorf("%s, length %d: %q, want %q", c.result.Algorithm, c.result.Length, got, c.want)
		}
	}
}
