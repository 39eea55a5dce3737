package reference

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/aco-vk/aco-vk/aco/classic/model"
)

// A record has the most recently added edges with all their updates since then. Other edges have
// the initial trail.
func TestRecordsKeepTheLatestEdges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const cities, city = 20, 3
		p := &model.Problem{
			Cities: cities, Symmetric: rapid.Bool().Draw(t, "symmetric"), Trail: model.Trail{Initial: 1000},
			Parameters: model.Parameters{Algorithm: model.AlgorithmACS, Memory: model.MemorySelective},
		}
		s := selectiveMemory{p, p.NewRecords(), make([]uint32, cities)}
		type edge struct{ other, trail uint32 }
		var added []edge // to the record of city, the oldest first
		for range rapid.IntRange(0, 60).Draw(t, "updates") {
			other := rapid.Uint32Range(4, cities-1).Draw(t, "other")
			increase := rapid.Uint32Range(0, 5).Draw(t, "increase")
			change := func(trail uint32) uint32 { return trail + increase }
			from, to := uint32(city), other
			if p.Symmetric && rapid.Bool().Draw(t, "reversed") {
				from, to = to, from
			}
			s.update(from, to, change)
			if i := slices.IndexFunc(added, func(e edge) bool { return e.other == other }); i >= 0 {
				added[i].trail += increase
				continue
			}
			added = append(added, edge{other, 1000 + increase})
			added = added[max(0, len(added)-model.SelectiveTrails):]
		}
		for other := range uint32(cities) {
			want := uint32(1000)
			if i := slices.IndexFunc(added, func(e edge) bool { return e.other == other }); i >= 0 {
				want = added[i].trail
			}
			if got := s.trail(city, other); got != want {
				t.Fatalf("the trail to %d is %d, want %d; added %v", other, got, want, added)
			}
			if !p.Symmetric && s.trail(other, city) != 1000 {
				t.Fatalf("the trail from %d changed", other)
			}
		}
	})
}

// In a matrix of a symmetric instance an edge has one trail. Each local update reduces its excess
// over the initial trail by the local rate, rounded down, and never goes below.
func TestLocalUpdatesApproachTheInitialTrail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const rate = 0.125
		p := &model.Problem{
			Cities: 2, Symmetric: true, Trail: model.Trail{Initial: rapid.Uint32Range(1, 1<<20).Draw(t, "initial")},
			ACS: model.ACSRates{Local: 1 << 29},
		}
		first := rapid.Uint32Range(p.Trail.Initial, math.MaxUint32).Draw(t, "trail")
		m := matrixMemory{p, []uint32{0, first, 0, 0}}
		excess := float64(first - p.Trail.Initial)
		for range rapid.IntRange(1, 100).Draw(t, "crossings") {
			from := rapid.Uint32Range(0, 1).Draw(t, "from")
			m.update(from, 1-from, localUpdate(p))
			excess *= 1 - rate
		}
		const rounding = 1 / rate // up to a unit in each update, which later updates reduce
		if got := float64(m.trail(1, 0) - p.Trail.Initial); got < excess-1e-3*excess-1 ||
			got > excess+1e-3*excess+rounding {
			t.Fatalf("%v above the initial trail, want %v", got, excess)
		}
	})
}
