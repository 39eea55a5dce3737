package merged

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// Ants in windows equal the reference, and keep the cities at the ends of a window in place.
func TestWindowIterations(t *testing.T) { vktest.WithAndWithoutSubgroups(t, testWindowIterations) }

func testWindowIterations(t *testing.T, device *vk.Device) {
	type example struct {
		cities, windows, ants int
		kick                  uint32
		metric                tsp.Metric
		pheromone             model.Pheromone
	}
	for _, c := range firstInShort(2, []example{
		{17, 2, 20, 10, tsp.EUC2D, model.PheromoneStrong}, {100, 3, 30, 0, tsp.MAN2D, model.PheromoneOff},
		{1001, 4, 100, 50, tsp.CEIL2D, model.PheromoneWeak}, {500, 2, 100, 30, tsp.GEO, model.PheromoneStrong},
	}) {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			instance := uniform(t, c.cities)
			if instance.Metric = c.metric; c.metric == tsp.GEO {
				for city := range instance.X {
					instance.X[city], instance.Y[city] = instance.X[city]/20_000, instance.Y[city]/10_000
				}
			}
			m := randomModel(t, instance, 8, 5, c.windows, c.ants)
			m.Windows, m.Parameters.Pheromone = c.windows, c.pheromone
			p := newPairFor(t, device, m, model.Settings{Kick: c.kick, Scales: 3, Temperature: 1 << 20}, allStages...)
			for i := range 12 {
				p.iterate(t)
				p.compare(t, fmt.Sprintf("iteration %d", i+1))
			}
			for number, ref := range p.references {
				tour, window := ref.Tours[ref.State.Iteration&1], m.Window(m.StartTour, number)
				if ref.State.Stop != model.Running || ref.State.Counts.Accepted == 0 || slices.Equal(tour, window) {
					t.Errorf("window %d: %+v", number, ref.State)
				}
				if !m.IsRearrangement(tour, window) {
					t.Errorf("window %d: cities %v have become %v", number, window, tour)
				}
			}
		})
	}
}

// windowed are the parameters of a small run with windows.
func windowParameters(windows int) model.Parameters {
	p := parameters(windows)
	p.Windows = windows
	return p
}

// A run makes the same tour wherever its windows are, a better one than if borders stayed where they are, and counts what it reports.
func TestWindowsAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs on devices, each of which makes the ant's pipeline")
	}
	instance := generated(t, "uniform", 600)
	o := Options{Parameters: windowParameters(3), Rules: engine.Rules{Iterations: 1000}, Options: engine.Options{MaxSubmit: 5 * time.Millisecond}}
	want := checkEverywhere(t, instance, o)
	if want.Stop != engine.StopIterations || want.Length > want.FirstLength*94/100 {
		t.Errorf("stopped by %q, length %d of %d", want.Stop, want.Length, want.FirstLength)
	}
	device := vktest.Open(t)
	for what, devices := range map[string][]*pipeline.Device{
		"two devices": {device, vktest.Open(t)}, "a device and a processor": {device, nil}, "three processors": {nil, nil, nil},
	} {
		requireEqual(t, what, mustSolve(t, instance, devices, o), want)
	}
}

// Runs with windows that a clock, a target, a stall ended are done again from their schedules.
func TestReplayOfWindows(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs on devices, each of which makes the ant's pipeline")
	}
	device := vktest.Open(t)
	instance := generated(t, "clustered", 300)
	short := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: windowParameters(2), Rules: engine.Rules{Iterations: 200}})
	for name, o := range map[string]Options{
		"clock":  {Parameters: windowParameters(2), Rules: engine.Rules{TimeLimit: 2 * time.Second}},
		"target": {Parameters: windowParameters(2), Rules: engine.Rules{Target: short.Length + 1}},
		"stall":  {Parameters: windowParameters(2), Rules: engine.Rules{Stall: 100}},
	} {
		t.Run(name, func(t *testing.T) {
			want := mustSolve(t, instance, []*pipeline.Device{device, vktest.Open(t)}, o)
			if name == "target" && (want.Stop != engine.StopTarget || want.Length > o.Target) {
				t.Errorf("stopped by %q with length %d", want.Stop, want.Length)
			}
			again := mustSolve(t, instance, []*pipeline.Device{nil}, Options{Parameters: o.Parameters, Schedule: &want.Schedule})
			requireEqual(t, "repeated", again, want)
		})
	}
}

// What a device returns that is no rearrangement of a window, or not of its length, drops the device; what holds is taken.
func TestAssembleDoubtsDevices(t *testing.T) {
	m, err := model.New(t.Context(), generated(t, "uniform", 100), windowParameters(4))
	if err != nil {
		t.Fatal(err)
	}
	tour := func(change func(path []uint32)) []uint32 {
		path := slices.Clone(m.Window(m.StartTour, 1))
		change(path)
		return path
	}
	swapped := tour(func(path []uint32) { path[3], path[4] = path[4], path[3] })
	for name, c := range map[string]struct {
		path   []uint32
		length uint64
		taken  bool
	}{
		"two cities swapped": {swapped, m.LengthOf(swapped), true},
		"another length":     {swapped, m.LengthOf(swapped) - 1, false},
		"a city twice":       {tour(func(path []uint32) { path[3] = path[4] }), 0, false},
		"a city of another":  {tour(func(path []uint32) { path[3] = m.StartTour[0] }), 0, false},
		"no city":            {tour(func(path []uint32) { path[3] = math.MaxUint32 }), 0, false},
		"ends turned":        {tour(slices.Reverse), m.LengthOf(m.Window(m.StartTour, 1)), false},
	} {
		t.Run(name, func(t *testing.T) {
			if c.length == 0 {
				c.length = lengthOfValidCities(m, c.path)
			}
			own := &fixedColonies{paths: [][]uint32{m.Window(m.StartTour, 0), c.path}, states: statesFor(m, 0, 2, m.StartTour, m.StartLength)}
			own.states[1].Length = c.length
			lost := &site{Colonies: &fixedColonies{}, Device: 1, Lost: &engine.Loss{}, Part: engine.Part{First: 2, Count: 2}}
			r := newRun(Options{}, m, []*site{{Colonies: own, Part: engine.Part{Count: 2}}, lost})
			if r.assemble(); (r.Failure() == nil) != c.taken {
				t.Errorf("the run failed with %v", r.Failure())
			}
			if taken := !slices.Equal(r.current.tour, m.StartTour); taken != c.taken || !m.IsTour(r.current.tour) || m.LengthOf(r.current.tour) != r.current.length {
				t.Errorf("taken %t, length %d of %d", taken, r.current.length, m.LengthOf(r.current.tour))
			}
		})
	}
}

// A best path that a device does not have leaves the shortest tour as it is.
func TestAssembleKeepsTheShortest(t *testing.T) {
	m, err := model.New(t.Context(), generated(t, "uniform", 100), windowParameters(2))
	if err != nil {
		t.Fatal(err)
	}
	longer := slices.Clone(m.Window(m.StartTour, 0))
	for i := 2; m.LengthOf(longer) <= m.LengthOf(m.Window(m.StartTour, 0)); i++ {
		longer[i], longer[i+1] = longer[i+1], longer[i]
	}
	own := &fixedColonies{paths: [][]uint32{longer, m.Window(m.StartTour, 1)}, states: statesFor(m, 0, 2, m.StartTour, m.StartLength)}
	own.states[0].Length, own.states[0].Best = m.LengthOf(longer), 1
	r := newRun(Options{}, m, []*site{{Colonies: own, Part: engine.Part{Count: 2}}})
	if r.assemble(); r.current.length <= m.StartLength || r.shortest.length != m.StartLength || !slices.Equal(r.shortest.tour, m.StartTour) {
		t.Errorf("lengths %d and, the shortest, %d of %d", r.current.length, r.shortest.length, m.StartLength)
	}
}

// lengthOfKnown adds up the edges of a path between cities that there are.
func lengthOfValidCities(m *model.Model, path []uint32) (length uint64) {
	return m.LengthOf(slices.DeleteFunc(slices.Clone(path), func(city uint32) bool { return int(city) >= m.Cities }))
}

// fixed are colonies whose tours are what a test says.
type fixedColonies struct {
	colonies
	paths  [][]uint32
	states []model.State
}

func (f *fixedColonies) reported() []model.State { return f.states }

func (f *fixedColonies) Completed() int { return 0 }

func (f *fixedColonies) latest() ([][]uint32, error) { return f.paths, nil }

func (f *fixedColonies) best() ([][]uint32, error) { return f.paths, nil }
