package parallel

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/internal/testkind"
)

// Sorted and SortedIn are stable sorts, whatever bits the keys have and however many parts they
// take.
func TestSorted(t *testing.T) {
	var memory Pairs
	random := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string]func() uint64{
		"equal":     func() uint64 { return 7 },
		"few":       func() uint64 { return random.Uint64N(5) << 60 },
		"all bits":  random.Uint64,
		"two parts": func() uint64 { return random.Uint64N(9)<<40 | random.Uint64N(9) },
		"one bucket": func() uint64 { // nearly all keys have the same highest bits
			if random.Uint64N(1000) == 0 {
				return random.Uint64()
			}
			return random.Uint64() >> 20
		},
	} {
		for _, n := range []int{0, 1, 2, 1000, 40_000, leastInBuckets + 3} {
			if n > leastInBuckets && name != "one bucket" && testkind.Racing() {
				continue // the same goroutines, and seconds for each kind of keys
			}
			p := NewPairs(n)
			order := make([]uint32, n)
			for i := range n {
				p.Keys[i], p.Values[i], order[i] = key(), uint32(i), uint32(i)
			}
			keys := slices.Clone(p.Keys)
			slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(keys[a], keys[b]) })
			again := NewPairs(0)
			again.AppendAll(p)
			sorted := p.Sorted()
			if !slices.Equal(sorted.Values, order) {
				t.Errorf("%s: %d pairs are not in the order of a stable sort", name, n)
			}
			if one := again.SortedIn(&memory); !slices.Equal(one.Keys, sorted.Keys) ||
				!slices.Equal(one.Values, order) {
				t.Errorf("%s: %d pairs sorted on one processor are not in the order of a stable sort", name, n)
			}
			for i, value := range sorted.Values {
				if sorted.Keys[i] != keys[value] {
					t.Fatalf("%s: value %d has key %d, not its own", name, value, sorted.Keys[i])
				}
			}
		}
	}
}
