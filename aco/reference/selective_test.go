package reference

import (
	"math"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/problem"
	"pgregory.net/rapid"
)

// A record holds the edges that were added last, with what all their updates since then made of the initial trail; the others have
// the initial one.
func TestRecordsKeepWhatWasAddedLast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const cities, at = 20, 3
		p := &problem.Problem{
			Cities: cities, Symmetric: rapid.Bool().Draw(t, "symmetric"), Trail: problem.Trail{Initial: 1000},
			Parameters: problem.Parameters{Algorithm: problem.AlgorithmACS, Memory: problem.MemorySelective},
		}
		s := selectiveMemory{p, p.NewRecords(), make([]uint32, cities)}
		type edge struct{ other, trail uint32 }
		var added []edge // to the record of one city, the oldest first
		for range rapid.IntRange(0, 60).Draw(t, "updates") {
			other := rapid.Uint32Range(4, cities-1).Draw(t, "other")
			more := rapid.Uint32Range(0, 5).Draw(t, "more")
			change := func(trail uint32) uint32 { return trail + more }
			from, to := uint32(at), other
			if p.Symmetric && rapid.Bool().Draw(t, "turned") {
				from, to = to, from
			}
			s.update(from, to, change)
			if i := slices.IndexFunc(added, func(e edge) bool { return e.other == other }); i >= 0 {
				added[i].trail += more
				continue
			}
			added = append(added, edge{other, 1000 + more})
			added = added[max(0, len(added)-problem.SelectiveTrails):]
		}
		for other := range uint32(cities) {
			want := uint32(1000)
			if i := slices.IndexFunc(added, func(e edge) bool { return e.other == other }); i >= 0 {
				want = added[i].trail
			}
			if got := s.trail(at, other); got != want {
				t.Fatalf("the trail to %d is %d, want %d of %v", other, got, want, added)
			}
			if !p.Symmetric && s.trail(other, at) != 1000 {
				t.Fatalf("the trail from %d changed with that to it", other)
			}
		}
	})
}

// An update in a matrix is that of an edge without direction, and many of them are applications of one function: a local update
// comes nearer to the initial trail by its share, rounded down, and never beyond.
func TestLocalUpdatesApproachTheInitialTrail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const rate = 0.125
		p := &problem.Problem{
			Cities: 2, Symmetric: true, Trail: problem.Trail{Initial: rapid.Uint32Range(1, 1<<20).Draw(t, "initial")},
			ACS: problem.ACSRates{Local: 1 << 29},
		}
		first := rapid.Uint32Range(p.Trail.Initial, math.MaxUint32).Draw(t, "trail")
		m := matrixMemory{p, []uint32{0, first, 0, 0}}
		excess := float64(first - p.Trail.Initial)
		for range rapid.IntRange(1, 100).Draw(t, "crossings") {
			from := rapid.Uint32Range(0, 1).Draw(t, "from")
			m.update(from, 1-from, localUpdate(p))
			excess *= 1 - rate
		}
		const rounding = 1 / rate // of a unit each time, of which a share goes at the next
		if got := float64(m.trail(1, 0) - p.Trail.Initial); got < excess-1e-3*excess-1 || got > excess+1e-3*excess+rounding {
			t.Fatalf("%v above the initial trail, want %v", got, excess)
		}
	})
}
