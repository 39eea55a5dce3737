package merged

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aco-vk/aco-vk/aco/checkpoint"
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/internal/testkind"
	"github.com/aco-vk/aco-vk/shaders/glsl"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
	"github.com/aco-vk/aco-vk/vk/vktest"
)

// groupOptions returns the options of a small run with one colony, in which ants propose changes
// of all classes.
func groupOptions(iterations int) Options {
	p := parameters(1)
	p.Ants, p.Kick, p.Temperature = 60, 100, 0.6
	return Options{Parameters: p, Rules: engine.Rules{Iterations: iterations}}
}

// A tour depends on the number of ants, not on the number of devices that share them.
func TestGroupsAreTheSameEverywhere(t *testing.T) {
	devices := []*pipeline.Device{vktest.Open(t), vktest.OpenWithoutSubgroups(t), vktest.Open(t)}
	few := groupOptions(60)
	few.Parameters.Ants = 2 // fewer than devices
	stalled := groupOptions(400)
	stalled.Stall = 24
	fixed := must.Get(tsptest.Generate(t, "uniform", 300, 5).WithFixed(tsp.Edge{3, 4}, tsp.Edge{10, 250}))(t)
	type example struct {
		name     string
		instance *tsp.Instance
		options  Options
	}
	for _, c := range testkind.First(1, []example{
		{"one tour", tsptest.Generate(t, "clustered", 2000, 3), groupOptions(90)},
		{"fixed edges", fixed, groupOptions(60)},
		{"few ants", tsptest.Generate(t, "uniform", 100, 3), few},
		{"stalled", tsptest.Generate(t, "uniform", 100, 3), stalled},
	}) {
		t.Run(c.name, func(t *testing.T) {
			want := mustSolve(t, c.instance, []*pipeline.Device{nil}, c.options)
			for number := 1; number <= len(devices); number++ {
				got := mustSolve(t, c.instance, devices[:number], c.options)
				checkEqual(t, fmt.Sprintf("%d devices", number), got, want)
				if got.Stop != want.Stop || len(got.Colonies) != 1 {
					t.Errorf("%d devices: stopped by %q with %d colonies, want %q", number, got.Stop, len(got.Colonies), want.Stop)
				}
				for i, device := range got.Devices {
					if device.Lost != nil {
						t.Errorf("%d devices: device %d is lost: %v", number, i, device.Lost.Err)
					}
				}
			}
		})
	}
}

const (
	faultCities = 150
	submissions = `"submission` // matches the submissions of a run
)

// repeatCity makes tours invalid: their first two cities become equal.
func repeatCity(words []uint32) {
	for tour := range slices.Chunk(words, faultCities) {
		tour[0] = tour[1]
	}
}

// A device that fails is left out. The others have the whole tour and run its ants, so the tour of
// the run does not change, and it can still be saved and repeated.
func TestFaultsOfAGroup(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", faultCities, 3)
	type example struct {
		name   string
		device int // with the faults
		faults []vk.Fault
		lost   string // part of the device's error
	}
	wrong := pipeline.ErrWrongResult.Error()
	o := groupOptions(80)
	want := mustSolve(t, instance, []*pipeline.Device{nil}, o)
	for _, c := range testkind.First(3, []example{
		{"lost", 0, []vk.Fault{{Call: "vkQueueSubmit", Operation: submissions, After: 30, Result: vk.DeviceLost}}, "DEVICE_LOST"},
		{"hung", 1, []vk.Fault{{Call: "vkWaitForFences", Operation: submissions, After: 30, Result: vk.Timeout}}, "hangs"},
		{"wrong tours", 1, []vk.Fault{{Operation: submissions, After: 30, Buffer: "tours", Corrupt: repeatCity}}, wrong},
		{"wrong best tour", 0, []vk.Fault{{Operation: submissions, After: 30, Buffer: "best_tour", Corrupt: repeatCity}}, wrong},
		{"wrong length", 1, []vk.Fault{{Operation: submissions, After: 30, Buffer: "state readback", Corrupt: func(words []uint32) { words[glsl.MergedStateTourLength]-- }}}, wrong},
		{"wrong best length", 0, []vk.Fault{{Operation: submissions, After: 30, Buffer: "state readback", Corrupt: func(words []uint32) { words[glsl.MergedStateBest] = 1 }}}, wrong},
		{"wrong gains", 1, wrongChanges(raiseGain), wrong},
		{"refused changes", 0, []vk.Fault{{Operation: submissions, After: 30, Buffer: "state readback", Corrupt: func(words []uint32) { words[glsl.MergedStateWrongChange] = 1 }}}, "refuses"},
		{"wrong number of changes", 1, []vk.Fault{{Operation: submissions, After: 30, Buffer: "exported readback", Corrupt: func(words []uint32) { words[0]++ }}}, wrong},
		{"wrong changes", 0, wrongChanges(func(change model.Record) { change[glsl.ExchangeRecordLow]++ }), wrong},
	}) {
		t.Run(c.name, func(t *testing.T) {
			devices := []*pipeline.Device{vktest.Open(t), vktest.Open(t)}
			devices = slices.Insert(devices, c.device, vktest.Open(t, c.faults...))
			o := o
			o.MaxSubmit = engine.LongestSubmit // an iteration in each submission, also where it takes long
			o.Checkpoint = engine.Checkpoint{File: filepath.Join(t.TempDir(), "file")}
			result := mustSolve(t, instance, devices, o)
			checkEqual(t, "without the device", result, want)
			ants := uint64(0)
			for i, device := range result.Devices {
				ants += device.Exchange.Ants
				if (device.Lost != nil) != (i == c.device) || device.Lost != nil && !device.Lost.Shared {
					t.Errorf("device %d: lost %+v", i, device.Lost)
				}
			}
			if every := uint64(o.Parameters.Ants * o.Iterations); ants < every {
				t.Errorf("the changes of %d ants were merged, want %d or, with repeated iterations, more", ants, every)
			}
			if lost := result.Devices[c.device].Lost; lost != nil && (lost.InSetup || !strings.Contains(lost.Err.Error(), c.lost)) {
				t.Errorf("lost %+v, want %q", lost, c.lost)
			}
			checkEqual(t, "resumed at the end", mustResume(t, instance, o.Checkpoint.File, nil, nil), want)
		})
	}
}

// wrongChanges alters all changes of a device's ants where they are read: at the end of a submission
// as many words as the iteration before had, and the others later. So the first change is wrong,
// whatever the times: later a device that seems slow may have few ants, which make no change.
func wrongChanges(alter func(change model.Record)) []vk.Fault {
	alterAll := func(words []uint32) {
		for record := range model.Records(words) {
			alter(record)
		}
	}
	return []vk.Fault{
		{Operation: submissions, Buffer: "outgoing readback", Corrupt: alterAll},
		{Operation: submissions, Buffer: "outgoing", Corrupt: alterAll},
	}
}

func raiseGain(change model.Record) { change[glsl.ExchangeRecordGain]++ }

// In whatever part of an iteration the tours of a device become wrong, only this device is
// dropped.
func TestFaultsWithinAnIteration(t *testing.T) {
	testkind.Whole(t)
	instance := tsptest.Generate(t, "uniform", faultCities, 3)
	o := groupOptions(40)
	o.MaxSubmit = time.Nanosecond // a stage or a part of one in each submission
	step := 4
	if testing.Short() {
		step = 12
	}
	for after := 300; after < 324; after += step {
		t.Run(fmt.Sprint(after), func(t *testing.T) {
			faults := []vk.Fault{
				{Operation: submissions, After: after, Buffer: "tours", Corrupt: repeatCity},
				{Operation: submissions, After: after, Buffer: "visits", Corrupt: func(words []uint32) { copy(words, words[len(words)/2:]) }},
			}
			result := mustSolve(t, instance, []*pipeline.Device{vktest.Open(t), vktest.Open(t, faults...), vktest.Open(t)}, o)
			if result.Iterations != o.Iterations || result.Length >= result.FirstLength {
				t.Errorf("length %d after %d iterations; the first tour has %d", result.Length, result.Iterations, result.FirstLength)
			}
			for i, device := range result.Devices {
				if (device.Lost != nil) != (i == 1) {
					t.Errorf("device %d: lost %+v", i, device.Lost)
				}
			}
		})
	}
}

// If all devices of a group fail, one after the other, the run ends with the last verified tour.
func TestAllDevicesOfAGroupFail(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", faultCities, 3)
	var devices []*pipeline.Device
	for after := range 2 {
		devices = append(devices, vktest.Open(t, vk.Fault{Call: "vkQueueSubmit", Operation: submissions, After: 25 + 10*after, Result: vk.DeviceLost}))
	}
	result := must.Get(Solve(t.Context(), instance, devices, groupOptions(200), nil))(t)
	if result.Failure == nil || result.Stop != engine.StopFailure || !strings.Contains(result.Failure.Error(), "DEVICE_LOST") || result.Length > result.FirstLength {
		t.Errorf("failure %v, stopped by %q, length %d of %d", result.Failure, result.Stop, result.Length, result.FirstLength)
	}
	for i, device := range result.Devices {
		if device.Lost == nil {
			t.Errorf("device %d is not lost", i)
		}
	}
	if first, second := result.Devices[0].Lost, result.Devices[1].Lost; first != nil && second != nil && (first.Iteration >= second.Iteration || !first.Shared || second.Shared) {
		t.Errorf("lost %+v and %+v", first, second)
	}
}

// A run of a group is resumed on any number of devices, and a run of one device by a group.
func TestGroupsResume(t *testing.T) {
	testkind.Whole(t)
	instance := tsptest.Generate(t, "uniform", 300, 3)
	devices := []*pipeline.Device{vktest.Open(t), vktest.Open(t)}
	o := groupOptions(90)
	want := mustSolve(t, instance, []*pipeline.Device{nil}, o)
	for _, c := range testkind.First(2, [][2][]*pipeline.Device{ // before and after the interruption
		{devices, devices}, {{nil}, devices}, {devices, {nil}}, {devices, devices[:1]}, {devices[:1], devices},
	}) {
		file, whole := checkpointAt(t, instance, o, c[0], 40)
		checkEqual(t, "with checkpoints", whole, want)
		checkEqual(t, fmt.Sprintf("from %d to %d devices", len(c[0]), len(c[1])), mustResumeOn(t, instance, file, c[1], nil), want)
	}
}

// The checkpoint of a group has the same state and tours as the checkpoint of one device.
func TestCheckpointsOfAGroup(t *testing.T) {
	const cities = 300
	instance := tsptest.Generate(t, "uniform", cities, 3)
	o := groupOptions(50)
	var want map[string][]uint32
	for _, devices := range [][]*pipeline.Device{{nil}, {vktest.Open(t), vktest.Open(t)}} {
		o.Checkpoint.File = filepath.Join(t.TempDir(), "file")
		mustSolve(t, instance, devices, o)
		file, err := checkpoint.Open(o.Checkpoint.File)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		sections := map[string][]uint32{}
		for name, words := range map[string]uint64{
			"states": model.StateWords, "tours": cities, "best_tours": cities,
		} {
			if sections[name], err = file.Words(name, words); err != nil {
				t.Fatal(err)
			}
		}
		if want == nil {
			want = sections
		} else if diff := cmp.Diff(want, sections); diff != "" {
			t.Errorf("the checkpoint of a group differs (-want +got):\n%s", diff)
		}
	}
}

// Shares are consecutive, begin at multiples of a block, and have about the sizes of their
// weights.
func TestDivideAnts(t *testing.T) {
	for _, c := range []struct {
		ants, block uint32
		paces       []pace
		want        []share
	}{
		{100, 1, []pace{{1, 0}, {1, 0}}, []share{{0, 50}, {50, 100}}},
		{100, 8, []pace{{1, 0}, {3, 0}}, []share{{0, 80}, {80, 100}}},
		{65536, 32, []pace{{2, 9}, {1, 9}, {2, 9}}, []share{{0, 16384}, {16384, 49152}, {49152, 65536}}},
		{64, 8, []pace{{1e-9, 0}, {1, 0}, {1, 0}}, []share{{0, 48}, {48, 56}, {56, 64}}}, // a block for each
		{16, 8, []pace{{1, 0}, {1, 0}, {1, 0}}, []share{{0, 0}, {0, 8}, {8, 16}}},
		{7, 8, []pace{{5, 1}}, []share{{0, 7}}},
		{100, 1, []pace{{1, 40}, {1, 60}}, []share{{0, 60}, {60, 100}}},
		{100, 1, []pace{{1, 0}, {1, 500}}, []share{{0, 99}, {99, 100}}}, // the rest alone takes longer
	} {
		if got := divideAnts(c.ants, c.block, c.paces); !slices.Equal(got, c.want) {
			t.Errorf("%d ants in blocks of %d by %v: %v, want %v", c.ants, c.block, c.paces, got, c.want)
		}
	}
}

// A group whose host waits actively makes the same tour.
func TestActiveGroup(t *testing.T) {
	instance := tsptest.Generate(t, "uniform", 1000, 3)
	o := groupOptions(40)
	steps := mustSolve(t, instance, []*pipeline.Device{nil}, o).Schedule.Steps
	o = o.WithDefaults()
	devices := []*pipeline.Device{vktest.Open(t), vktest.Open(t)}
	var want []uint32
	for _, active := range []bool{false, true} {
		s := mustDecide(t, instance, devices, o)
		if s.active {
			t.Error("the host waits actively for devices that need its processors")
		}
		s.active = active
		opened := must.Get(engine.Open(t.Context(), s, engine.OpenOptions{Devices: devices, Started: time.Now()}))(t)
		defer opened.Close()
		g := opened.Sites[0].Colonies.(*group)
		for _, step := range steps {
			g.Enqueue(step.engine())
			for g.Busy() {
				must.Do(t, g.Wait(t.Context()))
			}
		}
		got := must.Get(g.latest())(t)
		if want == nil {
			want = got[0]
		} else if !slices.Equal(got[0], want) {
			t.Error("a group whose host waits actively has another tour")
		}
	}
}

// A device whose tour is valid, but differs from the tour of the first device, is dropped.
func TestAnotherTourInAGroup(t *testing.T) {
	o := groupOptions(1).WithDefaults()
	devices := []*pipeline.Device{vktest.Open(t), vktest.Open(t), vktest.Open(t)}
	s := mustDecide(t, tsptest.Generate(t, "uniform", 100, 3), devices, o)
	m := s.model
	opened := must.Get(engine.Open(t.Context(), s, engine.OpenOptions{Devices: devices, Started: time.Now()}))(t)
	defer opened.Close()
	results := opened.Devices
	g := opened.Sites[0].Colonies.(*group)
	tour := slices.Clone(m.StartTour)
	slices.Reverse(tour[10:40])
	length := m.LengthOf(tour)
	if err := g.Working()[1].Colonies.adopt([][]uint32{tour}, []model.State{{Length: length, Best: length, Measured: length}}); err != nil {
		t.Fatal(err)
	}
	must.Do(t, g.compare())
	if lost := results[1].Lost; lost == nil || !errors.Is(lost.Err, errDisagree) || results[0].Lost != nil || results[2].Lost != nil {
		t.Errorf("results %+v", results)
	}
	if got, err := g.latest(); err != nil || !slices.Equal(got[0], m.StartTour) {
		t.Errorf("the group has another tour, %v", err)
	}
}
