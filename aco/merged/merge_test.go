package merged_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
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
		mergetest.Model(random, 300, 30, 700, 2), // more long changes than the stage considers
		mergetest.Model(random, 40_000, 5000, 1500, 2),
	}
	for range 12 {
		merges = append(merges, mergetest.Model(random, 8+random.IntN(8<<random.IntN(5)), 1<<random.IntN(12), 1+random.IntN(8<<random.IntN(4)), 40))
	}
	for _, m := range merges {
		p := open(t, device, m, model.Settings{}, mergeStages...)
		if err := p.Start(random.Uint32()>>random.IntN(32), false); err != nil {
			t.Fatal(err)
		}
		for range 8 {
			for _, ref := range p.References {
				mergetest.SubmitRandomChanges(random, ref, true)
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
