package merged

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/mergetest"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// mergeStages are those that make the next tour of the changes that ants hand on.
var mergeStages = stages[1:]

// Each stage of the merge does on the device what its twin does, of changes that get into each other's way.
func TestMergeStages(t *testing.T) {
	device := vktest.Open(t)
	for _, c := range []struct {
		cities, side, ants int
		anyClass           bool
		units              uint32 // of a dispatch
	}{
		{8, 4, 3, true, math.MaxUint32},
		{9, 100, 40, true, 1},
		{300, 30, 700, true, math.MaxUint32}, // more long changes than are looked at
		{1000, 1000, 300, false, 3},
		{40_000, 5000, 1, false, math.MaxUint32},
		{40_000, 5000, 1500, false, math.MaxUint32},
		{257, 1 << 24, 65_536, true, math.MaxUint32},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			random := rand.New(rand.NewPCG(6, uint64(c.cities)))
			p := newPair(t, device, mergetest.Model(random, c.cities, c.side, c.ants, 2), model.Settings{}, mergeStages...)
			for range 3 {
				for _, twin := range p.twins {
					mergetest.Hand(random, twin, c.anyClass)
				}
				p.upload(t)
				p.uploadLongOnes(t, random)
				for i, stage := range p.twins[0].Merge() {
					for _, twin := range p.twins {
						twin.Merge()[i].Run()
					}
					p.stage(t, stage.Name, c.units)
					p.compare(t, stage.Name)
				}
			}
		})
	}
}

// Whole merges of thousands of sets of changes, of many colonies at once.
func TestMerges(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(7, 7))
	for range 12 {
		m := mergetest.Model(random, 8+random.IntN(8<<random.IntN(5)), 1<<random.IntN(12), 1+random.IntN(8<<random.IntN(4)), 40)
		p := newPair(t, device, m, model.Settings{}, mergeStages...)
		for range 8 {
			for _, twin := range p.twins {
				mergetest.Hand(random, twin, true)
			}
			p.upload(t)
			p.uploadLongOnes(t, random)
			p.merge(t)
			p.compare(t, fmt.Sprintf("%d cities, %d ants", m.Cities, m.Ants))
			for _, twin := range p.twins {
				if twin.State.Stop != model.Running {
					t.Fatalf("the check stopped a colony: %+v", twin.State)
				}
			}
		}
	}
}

// Without coordinates lengths come from a matrix.
func TestCheckByMatrix(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(8, 8))
	m := mergetest.Model(random, 70, 100, 20, 2)
	in := m.Instance
	explicit := &tsp.Instance{Name: in.Name, Kind: tsp.TSP, Metric: tsp.Explicit}
	for from := range m.Cities {
		for to := range m.Cities {
			explicit.Weights = append(explicit.Weights, int32(in.Distance(from, to)))
		}
	}
	m.Instance = explicit
	p := newPair(t, device, m, model.Settings{}, mergeStages...)
	if p.run.Has("coordinates") {
		t.Fatal("an explicit instance has coordinates")
	}
	p.merge(t)
	p.compare(t, "no changes")
	if s := p.twins[0].State; s.Stop != model.Running || s.Measured != m.Length {
		t.Errorf("%+v", s)
	}
}

// A check finds a tour that is none or not of the length believed, and the best tour stays as it was.
func TestCheckFindsFaults(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(9, 9))
	faults := map[string]struct {
		do   func(*reference.Colony)
		want uint32
	}{
		"a city that there is not":  {func(c *reference.Colony) { c.Tours[0][5] = uint32(c.Model.Cities) }, 1 | model.FaultLength},
		"a city twice":              {func(c *reference.Colony) { c.Tours[0][5] = c.Tours[0][7] }, 1 | model.FaultLength},
		"a city at another's place": {func(c *reference.Colony) { c.Positions[3] = (c.Positions[3] + 1) % uint32(c.Model.Cities) }, 1},
		"another length":            {func(c *reference.Colony) { c.State.Length++ }, model.FaultLength},
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			p := newPair(t, device, mergetest.Model(random, 300, 1<<20, 4, 2), model.Settings{}, checkPasses, keepPasses, settlePasses)
			for _, twin := range p.twins {
				twin.State.Best, twin.State.Measured = math.MaxUint64, 0
				for place := range twin.Best {
					twin.Best[place] = garbage
				}
			}
			broken := p.twins[1]
			fault.do(broken)
			p.upload(t)
			p.merge(t)
			p.compare(t, name)
			if s := broken.State; s.Faults != fault.want || s.Stop != model.Faulty || broken.Best[0] != garbage {
				t.Errorf("best tour from %d on, %+v", broken.Best[0], s)
			}
			if s := p.twins[0].State; s.Stop != model.Running || s.Best != p.model.Length || p.twins[0].Best[0] == garbage {
				t.Errorf("without a fault: %+v", s)
			}
		})
	}
}

// The rules hold at the checks, on the device as in the reference, and a colony that stopped stays as it is.
func TestStopRules(t *testing.T) {
	device := vktest.Open(t)
	random := rand.New(rand.NewPCG(10, 10))
	for name, c := range map[string]struct {
		rule func(*model.Model)
		stop uint32
		at   uint32
	}{
		"target":            {func(m *model.Model) { m.Target = m.Length }, model.TargetReached, 3},
		"target not there":  {func(m *model.Model) { m.Target = 1 }, model.Running, 10},
		"large target":      {func(m *model.Model) { m.Target = 1 << 40 }, model.TargetReached, 3},
		"stall":             {func(m *model.Model) { m.Stall = 6 }, model.Stalled, 6},
		"stall not reached": {func(m *model.Model) { m.Stall = 10 }, model.Running, 10},
	} {
		t.Run(name, func(t *testing.T) {
			m := mergetest.Model(random, 20, 1000, 2, 2)
			m.Period = 3
			c.rule(m)
			p := newPair(t, device, m, model.Settings{}, mergeStages...)
			for range 10 {
				p.merge(t)
			}
			p.compare(t, name)
			if s := p.twins[0].State; s.Stop != c.stop || s.Iteration != c.at {
				t.Errorf("%+v", s)
			}
		})
	}
}
