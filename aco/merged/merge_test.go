package merged_test

import (
	"fmt"
	"math"
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

// compareMergeStage compares one stage of the merge, for changes that conflict. The stages before
// it run in the reference.
func compareMergeStage(t *testing.T, name string) {
	t.Helper()
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	for _, c := range []struct {
		cities, side, ants int
		anyClass           bool
		units              uint32 // of a dispatch
	}{
		{8, 4, 3, true, math.MaxUint32},
		{9, 100, 40, true, 1},
		{300, 30, 700, true, math.MaxUint32}, // more long changes than the stage considers
		{1000, 1000, 300, false, 3},
		{40_000, 5000, 1, false, math.MaxUint32},
		{40_000, 5000, 1500, false, math.MaxUint32},
		{257, 1 << 24, 70_000, true, math.MaxUint32}, // more than 16 bits for an ant
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			random := rand.New(rand.NewPCG(6, uint64(c.cities)))
			m := mergetest.Model(random, c.cities, c.side, c.ants, 2)
			p := open(t, device, m, model.Settings{}, name)
			for range testkind.Fewer(1, 3) {
				for _, ref := range p.References {
					mergetest.SubmitRandomChanges(random, ref, c.anyClass)
				}
				p.compareMergeStage(t, random, name, c.units)
			}
		})
	}
}

// compareMergeStage runs a merge in the reference, and one of its stages on the device.
func (p both) compareMergeStage(t *testing.T, random *rand.Rand, name string, units uint32) {
	t.Helper()
	for i, stage := range p.References[0].Merge() {
		if stage.Name == name {
			p.upload(t)
			p.uploadLongChanges(t, random)
			p.stage(t, name, units)
		}
		for _, ref := range p.References {
			ref.Merge()[i].Run()
		}
		if stage.Name == name {
			p.compare(t, name)
		}
	}
}

// Whole merges of many colonies at once equal the reference, for thousands of sets of changes,
// early and late in a run.
func TestMerges(t *testing.T) {
	testkind.ComparesStage(t)
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(7, 7))
	for range 12 {
		m := mergetest.Model(random, 8+random.IntN(8<<random.IntN(5)), 1<<random.IntN(12), 1+random.IntN(8<<random.IntN(4)), 40)
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
