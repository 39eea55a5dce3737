package reference_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/internal/mergetest"
)

// mergeCount returns the number of sets of changes to merge: ACO_VK_MERGES, or a number that takes
// a few seconds.
func mergeCount(t *testing.T) int {
	text := os.Getenv("ACO_VK_MERGES")
	if text == "" {
		return 30_000
	}
	sets, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("ACO_VK_MERGES: %v", err)
	}
	return sets
}

// For any submitted changes, the next tour visits every city once and is shorter by the gains of
// the accepted changes.
func TestMerge(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	var accepted [model.ClassLong + 1]int
	for sets := mergeCount(t); sets > 0; {
		cities := 8 + random.IntN(8<<random.IntN(6))
		m := mergetest.Model(random, cities, 1<<random.IntN(12), 1+random.IntN(4<<random.IntN(5)), 1)
		c := reference.NewColony(m, 0)
		for range min(sets, 20) {
			mergetest.SubmitRandomChanges(random, c, random.IntN(4) > 0)
			checkMerge(t, c, &accepted)
			sets--
		}
	}
	t.Logf("accepted by class: %v", accepted)
	if slices.Min(accepted[:]) == 0 {
		t.Errorf("accepted by class: %v", accepted)
	}
}

// checkMerge runs the stages of a merge, checks the next tour and counts the accepted changes by
// class.
func checkMerge(t *testing.T, c *reference.Colony, accepted *[model.ClassLong + 1]int) {
	t.Helper()
	length, submitted, count := c.State.Length, false, 0
	for _, stage := range c.Merge() {
		stage.Run()
	}
	for _, header := range c.Headers {
		submitted = submitted || header.Class != model.ClassNone
		if header.Accepted == 1 {
			length -= uint64(int64(header.Gain))
			accepted[header.Class]++
			count++
		}
	}
	tour := c.Tours[c.State.Iteration&1]
	sorted := slices.Sorted(slices.Values(tour))
	for city := range sorted {
		if sorted[city] != uint32(city) || tour[c.Positions[city]] != uint32(city) {
			t.Fatalf("not a tour: %v after %d changes:\n%+v\n%+v", tour, count, c.Headers, c.Pieces)
		}
	}
	if measured := mergetest.Length(c.Model, tour); measured != length || c.State.Length != length {
		t.Fatalf("length %d, by the gains %d, in the state %d:\n%+v\n%+v", measured, length, c.State.Length, c.Headers, c.Pieces)
	}
	if c.State.Stop != model.Running || c.State.Measured != length {
		t.Fatalf("the check stopped the colony: %+v", c.State)
	}
	if submitted && count == 0 {
		t.Fatalf("no change was accepted:\n%+v\n%+v", c.Headers, c.Pieces)
	}
}
