package merged

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// windowParameters returns the parameters of a small run with windows.
func windowParameters(windows int) model.Parameters {
	p := parameters(windows)
	p.Windows = windows
	return p
}

// Exchanges move the borders of windows.
func TestBordersMove(t *testing.T) {
	m, err := model.New(t.Context(), tsptest.Generate(t, "uniform", 600, 3), windowParameters(3))
	if err != nil {
		t.Fatal(err)
	}
	borders := map[uint32]bool{} // first cities of the first window, whose paths keep them
	r, _ := runOneSite(t, Options{Parameters: m.Parameters, Rules: engine.Rules{Iterations: 400}}, m, m.Instance, func(s *faultyColonies) error {
		borders[s.references[0].Best[0]] = true
		return nil
	})
	exchanges := 0
	for _, step := range r.Steps() {
		if step.Exchange {
			exchanges++
		}
	}
	if exchanges < 8 || len(borders) < 8 {
		t.Errorf("%d borders after %d exchanges", len(borders), exchanges)
	}
}

// A run with windows gives the same tour on all devices.
func TestWindowsAreTheSameEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs on devices, each of which compiles the ant's pipeline")
	}
	instance := tsptest.Generate(t, "uniform", 600, 3)
	o := Options{Parameters: windowParameters(3), Rules: engine.Rules{Iterations: 1000}, Options: engine.Options{MaxSubmit: 5 * time.Millisecond}}
	want := checkEverywhere(t, instance, o)
	if want.Stop != engine.StopIterations || want.Length >= want.FirstLength {
		t.Errorf("stopped by %q, length %d of %d", want.Stop, want.Length, want.FirstLength)
	}
	device := vktest.Open(t)
	for name, devices := range map[string][]*pipeline.Device{
		"two devices": {device, vktest.Open(t)}, "a device and a processor": {device, nil}, "three processors": {nil, nil, nil},
	} {
		checkEqual(t, name, mustSolve(t, instance, devices, o), want)
	}
}

// Runs with windows that ended by a time limit, a target or a stall can be replayed from their schedules.
func TestReplayOfWindows(t *testing.T) {
	if testing.Short() {
		t.Skip("many runs on devices, each of which compiles the ant's pipeline")
	}
	device := vktest.Open(t)
	instance := tsptest.Generate(t, "clustered", 300, 3)
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
			checkEqual(t, "replayed", again, want)
		})
	}
}

// A path that is not a rearrangement of its window or has another length drops the device. A valid path is used.
func TestAssembleVerifiesPaths(t *testing.T) {
	m, err := model.New(t.Context(), tsptest.Generate(t, "uniform", 100, 3), windowParameters(4))
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
		valid  bool
	}{
		"two cities swapped":       {swapped, m.LengthOf(swapped), true},
		"a wrong length":           {swapped, m.LengthOf(swapped) - 1, false},
		"a city twice":             {tour(func(path []uint32) { path[3] = path[4] }), 0, false},
		"a city of another window": {tour(func(path []uint32) { path[3] = m.StartTour[0] }), 0, false},
		"an invalid city":          {tour(func(path []uint32) { path[3] = math.MaxUint32 }), 0, false},
		"reversed ends":            {tour(slices.Reverse), m.LengthOf(m.Window(m.StartTour, 1)), false},
	} {
		t.Run(name, func(t *testing.T) {
			if c.length == 0 {
				c.length = lengthOfValidCities(m, c.path)
			}
			own := &fixedColonies{paths: [][]uint32{m.Window(m.StartTour, 0), c.path}, states: firstStates(m)[:2]}
			own.states[1].Length = c.length
			lost := &site{Colonies: &fixedColonies{}, Device: 1, Lost: &engine.Loss{}, ColonyRange: engine.ColonyRange{First: 2, Count: 2}}
			r, err := newRun(Options{}, m, m.Instance, engine.Opened[colonies]{
				Sites: []*site{{Colonies: own, ColonyRange: engine.ColonyRange{Count: 2}}, lost},
			})
			if err != nil {
				t.Fatal(err)
			}
			if r.assemble(); (r.Failure() == nil) != c.valid {
				t.Errorf("the run failed with %v", r.Failure())
			}
			if used := !slices.Equal(r.current.tour, m.StartTour); used != c.valid || !m.IsTour(r.current.tour) || m.LengthOf(r.current.tour) != r.current.length {
				t.Errorf("path used: %t, length %d, want %d", used, r.current.length, m.LengthOf(r.current.tour))
			}
		})
	}
}

// If a device does not have the best path that it reports, the shortest tour does not change.
func TestAssembleKeepsTheShortest(t *testing.T) {
	m, err := model.New(t.Context(), tsptest.Generate(t, "uniform", 100, 3), windowParameters(2))
	if err != nil {
		t.Fatal(err)
	}
	longer := slices.Clone(m.Window(m.StartTour, 0))
	for i := 2; m.LengthOf(longer) <= m.LengthOf(m.Window(m.StartTour, 0)); i++ {
		longer[i], longer[i+1] = longer[i+1], longer[i]
	}
	own := &fixedColonies{paths: [][]uint32{longer, m.Window(m.StartTour, 1)}, states: firstStates(m)[:2]}
	own.states[0].Length, own.states[0].Best = m.LengthOf(longer), 1
	r := mustRun(t, Options{}, m, m.Instance, own)
	if r.assemble(); r.current.length <= m.StartLength || r.shortest.length != m.StartLength || !slices.Equal(r.shortest.tour, m.StartTour) {
		t.Errorf("length %d, shortest %d, want %d for the shortest", r.current.length, r.shortest.length, m.StartLength)
	}
}

// firstStates returns the states of colonies that start from their windows of the start tour.
func firstStates(m *model.Model) []model.State {
	_, states := split(firstTours(m))
	return states
}

// lengthOfValidCities returns the length of a path without its invalid cities.
func lengthOfValidCities(m *model.Model, path []uint32) (length uint64) {
	return m.LengthOf(slices.DeleteFunc(slices.Clone(path), func(city uint32) bool { return int(city) >= m.Cities }))
}

// fixedColonies return paths and states that a test sets.
type fixedColonies struct {
	colonies
	paths  [][]uint32
	states []model.State
}

func (f *fixedColonies) reported() []model.State { return f.states }

func (f *fixedColonies) Completed() int { return 0 }

func (f *fixedColonies) latest() ([][]uint32, error) { return f.paths, nil }

func (f *fixedColonies) best() ([][]uint32, error) { return f.paths, nil }
