package recombine

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Pruning keeps the cheapest states and the state of the present tour, and does not change them.
func TestPruneKeepsTheCheapestAndThePresentState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		costs := rapid.SliceOfN(rapid.Int64Range(0, 9), 1, 40).Draw(t, "costs")
		present := rapid.IntRange(0, len(costs)-1).Draw(t, "present")
		maxStates := rapid.IntRange(1, 40).Draw(t, "maxStates")

		want := make([]uint32, len(costs)) // states in order of cost
		for state := range want {
			want[state] = uint32(state)
		}
		slices.SortStableFunc(want, func(a, b uint32) int { return int(costs[a] - costs[b]) })
		want = want[:min(maxStates, len(want))]
		if !slices.Contains(want, uint32(present)) {
			want = append(want, uint32(present))
		}
		slices.Sort(want)

		s := &solver{first: []int{2}, trace: []uint32{7, 7}}
		s.next.reset(1)
		for state, cost := range costs {
			s.next.rows, s.next.hash, s.next.cost = append(s.next.rows, uint8(state)), append(s.next.hash, uint64(state)), append(s.next.cost, cost)
			s.trace = append(s.trace, uint32(state))
		}
		index := s.prune(maxStates, present)
		if got := s.trace[2:]; !slices.Equal(got, want) || got[index] != uint32(present) {
			t.Fatalf("kept states %v of costs %v, the present one at %d; want %v with the present one %d", got, costs, index, want, present)
		}
		for i, state := range want {
			if s.next.row(i)[0] != uint8(state) || s.next.hash[i] != uint64(state) || s.next.cost[i] != costs[state] {
				t.Fatalf("state %d changed", state)
			}
		}
		if s.next.count() != len(want) {
			t.Fatalf("%d states, want %d", s.next.count(), len(want))
		}
	})
}
