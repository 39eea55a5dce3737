package classic

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// TestPrefetchedParts shows which lists are prefetched.
func TestPrefetchedParts(t *testing.T) {
	for _, c := range []struct {
		cities, candidates int
		memory             model.Memory
		software           bool
		near, lists        uint32
	}{
		{783, 20, model.MemoryMatrix, false, 6362, 4698},
		{1002, 20, model.MemoryCandidates, false, 0, 6012},
		{1002, 32, model.MemoryMatrix, false, 0, 0},
		{1 << 26, 32, model.MemoryCandidates, false, 0, 0}, // 2³² words
		{100, 32, model.MemorySelective, false, 813, 0},
		{100, 20, model.MemoryMatrix, true, 0, 0},
	} {
		p := &model.Problem{Cities: c.cities, Parameters: model.Parameters{Candidates: c.candidates, Memory: c.memory}}
		limits := pipeline.Limits{Software: c.software}
		if near, lists := nearParts(p, limits), candidateParts(p, limits); near != c.near || lists != c.lists {
			t.Errorf("%+v: %d parts of near lists, %d of candidate lists", c, near, lists)
		}
	}
}
