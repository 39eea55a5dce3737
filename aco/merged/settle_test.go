package merged_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// A dispatch of several rows of work-groups may have more work-groups than colonies. These settle
// no colony of the next dispatch.
func TestSettleInRows(t *testing.T) {
	device := vktest.OpenLimited(t, func(l *vk.Limits) { l.MaxWorkgroupCount[0] = 2 })
	m := mergetest.Model(rand.New(rand.NewPCG(12, 12)), 20, 1000, 2, 4)
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

// Stop rules end a colony at a check, on the device as in the reference. A stopped colony does not
// change.
func TestStopRules(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(10, 10))
	for name, c := range map[string]struct {
		rule func(*model.Model)
		stop uint32
		at   uint32
	}{
		"target":             {func(m *model.Model) { m.Target = m.StartLength }, model.TargetReached, 3},
		"target not reached": {func(m *model.Model) { m.Target = 1 }, model.Running, 10},
		"large target":       {func(m *model.Model) { m.Target = 1 << 40 }, model.TargetReached, 3},
		"stall":              {func(m *model.Model) { m.Stall = 6 }, model.Stalled, 6},
		"stall not reached":  {func(m *model.Model) { m.Stall = 10 }, model.Running, 10},
	} {
		t.Run(name, func(t *testing.T) {
			m := mergetest.Model(random, 20, 1000, 2, 2)
			m.Period = 3
			c.rule(m)
			p := open(t, device, m, model.Settings{}, mergeStages...)
			for range 10 {
				p.iterate(t)
			}
			p.compare(t, name)
			if s := p.References[0].State; s.Stop != c.stop || s.Iteration != c.at {
				t.Errorf("%+v", s)
			}
		})
	}
}
