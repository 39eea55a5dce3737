package merged_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/mergetest"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Without coordinates, the check uses a distance matrix.
func TestCheckWithMatrix(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(8, 8))
	m := mergetest.Model(random, 70, 100, 20, 2)
	m.Instance = mergetest.Matrix(m.Instance)
	p := open(t, device, m, model.Settings{}, mergeStages...)
	if p.Run.HasBuffer("coordinates") {
		t.Fatal("an explicit instance has coordinates")
	}
	p.iterate(t)
	p.compare(t, "no changes")
	if s := p.References[0].State; s.Stop != model.Running || s.Measured != m.StartLength {
		t.Errorf("%+v", s)
	}
}

// The check finds invalid tours and wrong lengths. The best tour does not change.
func TestCheckFindsFaults(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(9, 9))
	faults := map[string]struct {
		inject func(*reference.Colony)
		want   uint32
	}{
		"an invalid city":  {func(c *reference.Colony) { c.Tours[0][5] = uint32(c.Model.Cities) }, 1 | model.FaultLength},
		"a city twice":     {func(c *reference.Colony) { c.Tours[0][5] = c.Tours[0][7] }, 1 | model.FaultLength},
		"a wrong position": {func(c *reference.Colony) { c.Positions[3] = (c.Positions[3] + 1) % uint32(c.Model.Cities) }, 1},
		"a wrong length":   {func(c *reference.Colony) { c.State.Length++ }, model.FaultLength},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			p := open(t, device, mergetest.Model(random, 300, 1<<20, 4, 2), model.Settings{}, "check", "keep", "settle")
			for _, ref := range p.References {
				ref.State.Best, ref.State.Measured = math.MaxUint64, 0
				for place := range ref.Best {
					ref.Best[place] = lockstep.Garbage
				}
			}
			broken := p.References[1]
			fault.inject(broken)
			p.upload(t)
			p.iterate(t)
			p.compare(t, name)
			if s := broken.State; s.Faults != fault.want || s.Stop != model.Faulty || broken.Best[0] != lockstep.Garbage {
				t.Errorf("first city of the best tour %d, %+v", broken.Best[0], s)
			}
			if s := p.References[0].State; s.Stop != model.Running || s.Best != p.Model.StartLength || p.References[0].Best[0] == lockstep.Garbage {
				t.Errorf("without a fault: %+v", s)
			}
		})
	}
}

// A dispatch of several rows of work-groups may have more of them than colonies. Those do not settle the next colony.
func TestCheckInRows(t *testing.T) {
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

// Stop rules end a colony at a check, on the device as in the reference. A stopped colony does not change.
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
