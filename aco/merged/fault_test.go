package merged

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/classic"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// spoilt is the reference, with something done to it once so many iterations are made.
type spoilt struct {
	*cpuColonies
	spoil func(*spoilt) error
}

func (s *spoilt) wait() (batch, error) {
	if err := s.spoil(s); err != nil {
		return batch{}, err
	}
	return s.cpuColonies.wait()
}

// spoiltRun makes a run of two sites of two colonies each, the first of which are spoilt.
func spoiltRun(t *testing.T, o Options, spoils ...func(*spoilt) error) (result *Result, remarks int) {
	t.Helper()
	instance := generated(t, "uniform", 150)
	if o.Parameters.Colonies == 0 {
		o.Parameters = parameters(4)
	}
	o = o.WithDefaults()
	m, err := outline(instance, make([]*pipeline.Device, 2), o)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Prepare(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	own, err := spread(m, 2)
	if err != nil {
		t.Fatal(err)
	}
	sites := []*site{{colonies: newCPUColonies(own[0]), count: 2}, {colonies: newCPUColonies(own[1]), place: 1, first: 2, count: 2}}
	for i, spoil := range spoils {
		sites[i].colonies = &spoilt{sites[i].colonies.(*cpuColonies), spoil}
	}
	r := newRun(o, m, sites, func(p classic.Progress) {
		if p.Remark != "" {
			remarks++
		}
	})
	r.keeper = newKeeper(instance, m, o)
	r.loop(t.Context())
	r.waitKept()
	if result, err = r.result(instance, make([]classic.DeviceResult, 2)); err != nil {
		t.Fatal(err)
	}
	return result, remarks
}

// A device that computed wrongly once costs what was found since the best tour that was checked.
func TestFaultIsRecovered(t *testing.T) {
	for name, p := range map[string]model.Parameters{"colonies": parameters(4), "windows": windowed(4)} {
		t.Run(name, func(t *testing.T) { recovers(t, Options{Iterations: 300, Parameters: p}) })
	}
}

func recovers(t *testing.T, o Options) {
	want, _ := spoiltRun(t, o, func(*spoilt) error { return nil })
	for name, spoil := range map[string]func(*reference.Colony){
		"tour":   func(c *reference.Colony) { c.State.Faults++ },
		"length": func(c *reference.Colony) { c.State.Length-- },
	} {
		result, remarks := spoiltRun(t, o, func(s *spoilt) error {
			if s.made == 100 {
				spoil(s.twins[1])
			}
			return nil
		})
		if result.Failure != nil || result.Schedule.Faults != 1 || remarks != 1 || result.Iterations != 300 {
			t.Errorf("%s: %v, %d faults, %d remarks, %d iterations", name, result.Failure, result.Schedule.Faults, remarks, result.Iterations)
		}
		if result.Length > want.Length*102/100 {
			t.Errorf("%s: length %d, without the fault %d", name, result.Length, want.Length)
		}
		if result.Schedule.validate() == nil {
			t.Errorf("%s: what came behind a fault was accepted for a repetition", name)
		}
	}
}

// Twice in a row is once too often: the run goes on without the device, or ends with what it had.
func TestFaultsEndARun(t *testing.T) {
	for name, p := range map[string]model.Parameters{"colonies": parameters(4), "windows": windowed(4)} {
		t.Run(name, func(t *testing.T) { givesUp(t, Options{Iterations: 300, Parameters: p}) })
	}
}

func givesUp(t *testing.T, o Options) {
	spoil := func(s *spoilt) error {
		if s.made >= 100 {
			s.twins[0].State.Length++
		}
		return nil
	}
	result, _ := spoiltRun(t, o, spoil)
	if lost := result.Devices[0].Lost; result.Failure != nil || lost == nil || !errors.Is(lost.Err, pipeline.ErrWrongResult) || result.Devices[1].Lost != nil ||
		result.Iterations != 300 || result.Schedule.Faults != 2 {
		t.Errorf("one of two: %v, %+v, %d iterations, %d faults", result.Failure, result.Devices, result.Iterations, result.Schedule.Faults)
	}
	result, remarks := spoiltRun(t, o, spoil, spoil)
	if result.Failure == nil || remarks != 1 || result.Length >= result.FirstLength || result.Iterations >= 150 {
		t.Errorf("%v, %d remarks, length %d of %d after %d iterations", result.Failure, remarks, result.Length, result.FirstLength, result.Iterations)
	}
}

// A wrong tour at the end of a run is not believed, whatever its state says.
func TestWrongTourAtTheEnd(t *testing.T) {
	result, remarks := spoiltRun(t, Options{Iterations: 103}, func(s *spoilt) error {
		if s.made == 102 {
			s.twins[0].Best[3], s.twins[0].State.Best = s.twins[0].Best[5], 1
		}
		return nil
	})
	if result.Failure != nil || remarks != 1 || result.Length >= result.FirstLength || result.Trace[len(result.Trace)-1].Length != result.Length {
		t.Errorf("%v, length %d of %d, trace %v", result.Failure, result.Length, result.FirstLength, result.Trace)
	}
}

// A device that is gone costs what its colonies found since tours were joined. Without another one the run ends, with that tour.
func TestLostDevice(t *testing.T) {
	gone := func(s *spoilt) error {
		if s.made >= 200 {
			return fmt.Errorf("submit: %w", vk.ErrHung)
		}
		return nil
	}
	o := Options{Iterations: 300, Checkpoint: classic.Checkpoint{File: filepath.Join(t.TempDir(), "file"), Every: time.Nanosecond}}
	want, _ := spoiltRun(t, Options{Iterations: 300}, func(*spoilt) error { return nil })
	result, _ := spoiltRun(t, o, gone)
	if result.Failure != nil || result.Devices[0].Lost == nil || result.Devices[1].Lost != nil || result.Iterations != 300 {
		t.Errorf("%v, %+v, %d iterations", result.Failure, result.Devices, result.Iterations)
	}
	if result.Schedule.validate() == nil {
		t.Error("what came behind a loss was accepted for a repetition")
	}
	equal(t, "gone on with from before the loss", resumed(t, generated(t, "uniform", 150), o.Checkpoint.File, nil, nil), want)
	instance := generated(t, "uniform", 150)
	o = Options{Iterations: 300, Parameters: parameters(2)}
	m, err := model.New(context.Background(), instance, o.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(o.WithDefaults(), m, []*site{{colonies: &spoilt{newCPUColonies(m), gone}, count: 2}}, nil)
	r.loop(t.Context())
	result, err = r.result(instance, make([]classic.DeviceResult, 1))
	if err != nil || !errors.Is(result.Failure, vk.ErrHung) || result.Length >= result.FirstLength {
		t.Errorf("%v, %v, length %d of %d", err, result.Failure, result.Length, result.FirstLength)
	}
}

// A single colony joins nothing before its run ends. What its device is lost with is what it found since the best tour was copied.
func TestLostDeviceOfOneColony(t *testing.T) {
	instance := generated(t, "uniform", 150)
	o := Options{Iterations: 300, Parameters: parameters(1)}
	m, err := model.New(t.Context(), instance, o.Parameters)
	if err != nil {
		t.Fatal(err)
	}
	var r *run
	lost := &spoilt{newCPUColonies(m), func(s *spoilt) error {
		r.saved.at = time.Time{} // long ago
		if s.made == 200 {
			return fmt.Errorf("submit: %w", vk.ErrHung)
		}
		return nil
	}}
	r = newRun(o.WithDefaults(), m, []*site{{colonies: lost, count: 1}}, nil)
	r.loop(t.Context())
	result, err := r.result(instance, make([]classic.DeviceResult, 1))
	if err != nil || !errors.Is(result.Failure, vk.ErrHung) || uint64(result.Length) > lost.twins[0].State.Best*101/100 {
		t.Errorf("%v, %v, length %d of %d; %d was found", err, result.Failure, result.Length, result.FirstLength, lost.twins[0].State.Best)
	}
	whole := solved(t, instance, []*pipeline.Device{nil}, o)
	r = newRun(o.WithDefaults(), m, []*site{{colonies: &spoilt{newCPUColonies(m), func(*spoilt) error {
		r.saved.at = time.Time{}
		return nil
	}}, count: 1}}, nil)
	r.loop(t.Context())
	if result, err = r.result(instance, make([]classic.DeviceResult, 1)); err != nil || r.saved.tour == nil {
		t.Fatalf("%v, copied %v", err, r.saved)
	}
	equal(t, "with copies", result, whole)
}
