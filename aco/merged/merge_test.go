package merged_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// mergeStages are the stages that compute the next tour from the changes of the ants.
var mergeStages = merged.Stages[1:]

// Whole merges of many colonies at once equal the reference, for thousands of sets of changes that
// conflict as no ants' changes do, early and late in a run. Conform compares every stage with the
// changes of ants.
func TestMerges(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(7, 7))
	merges := []*model.Model{
		randomModel(random, 300, 30, 700, 2), // more long changes than the stage considers
		randomModel(random, 40_000, 5000, 1500, 2),
	}
	for range 12 {
		merges = append(merges, randomModel(random, 8+random.IntN(8<<random.IntN(5)), 1<<random.IntN(12), 1+random.IntN(8<<random.IntN(4)), 40))
	}
	for _, m := range merges {
		p := open(t, device, m, model.Settings{}, mergeStages...)
		must.Do(t, p.Start(random.Uint32()>>random.IntN(32), false))
		for range 8 {
			for _, ref := range p.References {
				submitRandomChanges(random, ref, true)
			}
			p.upload(t)
			p.uploadLongChanges(t, random)
			p.iterate(t)
			p.compare(t, fmt.Sprintf("%d cities, %d ants", m.Cities, m.Ants))
			for _, ref := range p.References {
				if ref.State.Stop != model.Running {
					t.Fatalf("the check stopped a colony: %+v", ref.State)
				}
			}
		}
	}
}

// For any submitted changes, the next tour visits every city once and is shorter by the gains of
// the accepted changes.
func TestMerge(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	var accepted [model.ClassLong + 1]int
	for sets := 30_000; sets > 0; {
		cities := 8 + random.IntN(8<<random.IntN(6))
		m := randomModel(random, cities, 1<<random.IntN(12), 1+random.IntN(4<<random.IntN(5)), 1)
		c := reference.NewColony(m, 0)
		for range min(sets, 20) {
			submitRandomChanges(random, c, random.IntN(4) > 0)
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
	if measured := c.Model.LengthOf(tour); measured != length || c.State.Length != length {
		t.Fatalf("length %d, by the gains %d, in the state %d:\n%+v\n%+v", measured, length, c.State.Length, c.Headers, c.Pieces)
	}
	if c.State.Stop != model.Running || c.State.Measured != length {
		t.Fatalf("the check stopped the colony: %+v", c.State)
	}
	if submitted && count == 0 {
		t.Fatalf("no change was accepted:\n%+v\n%+v", c.Headers, c.Pieces)
	}
}
