package reference

import (
	"sync/atomic"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp"
)

// tables has what ants of all colonies read and no stage changes.
type tables struct {
	distance   func(a, b uint32) int64
	near       []int32 // distance of each candidate
	thresholds []uint32
}

func newTables(m *model.Model) *tables {
	t := &tables{m.Instance.DistanceFunc(), make([]int32, len(m.Candidates)), model.Thresholds()}
	if m.Instance.Metric.Geometry() == tsp.Globe && m.Cities <= maxStoredCities {
		t.distance = stored(t.distance, m.Cities)
	}
	for i, candidate := range m.Candidates {
		t.near[i] = int32(t.distance(uint32(i/m.Width), candidate))
	}
	return t
}

// maxStoredCities bounds the memory of stored distances to 64 MiB.
const maxStoredCities = 4096

// stored returns a function that computes each distance once. On the globe this takes four cosines, much longer than to read it. Several
// goroutines can use the function.
func stored(distance func(a, b uint32) int64, cities int) func(a, b uint32) int64 {
	known := make([]atomic.Int32, cities*cities) // plus one; 0: not computed yet
	return func(a, b uint32) int64 {
		at := &known[int(a)*cities+int(b)]
		if d := at.Load(); d > 0 {
			return int64(d) - 1
		}
		d := distance(a, b)
		at.Store(int32(d) + 1)
		return d
	}
}
