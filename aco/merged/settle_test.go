package merged_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A dispatch of several rows of work-groups may have more work-groups than colonies. These settle
// no colony of the next dispatch.
func TestSettleInRows(t *testing.T) {
	device := vktest.OpenLimited(t, func(l *vk.Limits) { l.MaxWorkgroupCount[0] = 2 })
	m := randomModel(rand.New(rand.NewPCG(12, 12)), 20, 1000, 2, 4)
	p := open(t, device, m, model.Settings{}, "settle")
	for _, ref := range p.References {
		ref.State.Best = math.MaxUint64
	}
	p.upload(t)
	const settled = 3
	if err := p.Run.Submit([]pipeline.Slice{{Count: settled}}); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, ref := range p.References[:settled] {
		ref.Settle()
	}
	p.compare(t, "settled three of four colonies")
	if best := p.References[settled-1].State.Best; best != m.StartLength {
		t.Errorf("a settled colony has the best length %d, want %d", best, m.StartLength)
	}
}
