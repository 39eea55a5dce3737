package merged_test

import (
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A merge accepts as many compatible long changes as it considers, the last of them too.
func TestMostLongChanges(t *testing.T) {
	device := vktest.Open(t)
	m := mergetest.Model(rand.New(rand.NewPCG(9, 9)), 1300, 1000, model.MaxLongChanges+40, 1)
	p := open(t, device, m, model.Settings{}, mergeStages...)
	ref := p.References[0]
	mergetest.SubmitNestedChanges(ref)
	p.upload(t)
	p.uploadLongChanges(t, rand.New(rand.NewPCG(9, 10)))
	p.iterate(t)
	p.compare(t, "after the merge")
	if ref.State.LongAccepted != model.MaxLongChanges {
		t.Errorf("%d long changes were accepted", ref.State.LongAccepted)
	}
}
