package recombine

import (
	"math/rand/v2"
	"testing"
)

// All open cities together are searched once for a tour and a number of states. A skipped search
// would find nothing.
func TestAllOpenCitiesAreSearchedOnce(t *testing.T) {
	const n = 12
	once := level{cities: n, states: 5}
	skipped := 0
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		weights := make([]int64, n*n)
		for i := range weights {
			weights[i] = random.Int64N(1000)
		}
		distance := func(a, b uint32) int64 { return weights[int(min(a, b))*n+int(max(a, b))] }
		m := newMerger(distance, reversedTours(random, n, 3))
		for before := 0; m.open > 0; {
			m.windows.start()
			if count := m.windows.choose(m.workers, n, 1, 0); count != 1 || m.windows.counts[0] < m.open {
				break // the open cities are not connected
			}
			cities := m.windows.appendCities(nil, 0)
			gain, solved, _ := m.round(t.Context(), 1, once)
			if solved != (before == 0) {
				t.Fatalf("seed %d: solved is %t after %d rounds without a gain", seed, solved, before)
			}
			if gain > 0 {
				continue
			}
			if x := new(worker).find(m, cities, once.states); x.gain != 0 {
				t.Fatalf("seed %d: a gain of %d is left", seed, x.gain)
			}
			if before++; before == 2 {
				skipped++
				m.windows.start()
				more := level{cities: n, states: once.states + 1}
				if _, solved, _ := m.round(t.Context(), m.windows.choose(m.workers, n, 1, 0), more); !solved {
					t.Fatalf("seed %d: not solved with another number of states", seed)
				}
				break
			}
		}
	}
	if skipped == 0 {
		t.Error("no search was skipped")
	}
}
