package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// tables has what ants of all colonies read and no stage changes.
type tables struct {
	distance   func(a, b uint32) int64
	near       []int32 // distance of each candidate
	thresholds []uint32
}

func newTables(m *model.Model) *tables {
	t := &tables{m.Instance.DistanceFunc(), make([]int32, len(m.Candidates)), model.Thresholds()}
	for i, candidate := range m.Candidates {
		t.near[i] = int32(t.distance(uint32(i/m.Width), candidate))
	}
	return t
}
