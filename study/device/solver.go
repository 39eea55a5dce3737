package device

import (
	"fmt"
	"time"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/tsp"
)

// verifiedIterations are compared with the processor. The second shows the effect of the first.
const verifiedIterations = 2

// runs are the runs of the solver that are measured. Software devices make only the runs of 1000
// cities.
var runs = []struct {
	what     string
	instance string
	method   aco.Method
	software bool
}{
	{"merged ants, uniform, 1000 cities", "E1k.0", aco.Merged{}, true},
	{"merged ants, uniform, 10,000 cities", "E10k.0", aco.Merged{}, false},
	{"merged ants, clustered, 10,000 cities", "C10k.0", aco.Merged{}, false},
	{"Ant System, uniform, 1000 cities", "E1k.0", aco.AntSystem{}, true},
	{"MAX-MIN Ant System, uniform, 1000 cities", "E1k.0", aco.MMAS{}, true},
	{"Ant Colony System, uniform, 1000 cities", "E1k.0", aco.ACS{}, true},
}

// solver measures the iterations of runs on generated instances.
func (m *meter) solver() error {
	for _, r := range runs {
		if m.limits.Software && !r.software {
			continue
		}
		instance, err := generated(r.instance)
		if err != nil {
			return err
		}
		figure := Figure{Subject: Solver, What: r.what, Unit: Milliseconds, Over: "iteration, time on the device"}
		if _, ok := r.method.(aco.Merged); ok {
			figure.Unit = MillionAntsPerSecond
		}
		if err := m.iterations(figure, instance, r.method); err != nil {
			return err
		}
	}
	return nil
}

// iterations compares the first iterations of a run with the processor, and measures as many as
// fit into the time of a figure.
func (m *meter) iterations(figure Figure, instance *tsp.Instance, method aco.Method) error {
	first, err := m.solveOnDevice(instance, method, verifiedIterations)
	if err != nil {
		return err
	}
	if first.Racy {
		figure.Remark = "not compared: ants read what others write meanwhile"
	} else {
		if reason, err := m.wrongTour(instance, method, first); err != nil || reason != "" {
			if err == nil {
				err = m.wrong(figure, reason)
			}
			return err
		}
	}
	result := first
	for deviceTime(result) < m.Timing {
		each := max(deviceTime(result), time.Microsecond) / time.Duration(result.Iterations)
		iterations := max(int(m.Timing/max(each, 1))+1, 2*result.Iterations)
		if result, err = m.solveOnDevice(instance, method, iterations); err != nil {
			return err
		}
	}
	seconds := deviceTime(result).Seconds()
	switch own := result.Method.(type) {
	case *aco.MergedResult:
		p := own.Parameters
		figure.Over = fmt.Sprintf("%d iterations of %d colonies of %d ants", result.Iterations, p.Colonies, p.Ants)
		figure.Value = float64(result.Iterations) * float64(p.Ants*p.Colonies) / seconds / 1e6
	case *aco.ClassicResult:
		figure.Over = fmt.Sprintf("%d iterations of %d ants", result.Iterations, own.Parameters.Ants)
		figure.Value = 1e3 * seconds / float64(result.Iterations)
	}
	m.add(figure)
	return nil
}

// solveOnDevice makes a run on a device that is opened for it.
func (m *meter) solveOnDevice(instance *tsp.Instance, method aco.Method, iterations int) (result *aco.Result,
	err error) {
	err = m.with("", func(device *aco.Device) error {
		result, err = solve(m.ctx, instance, aco.Options{Method: method, Devices: []*aco.Device{device},
			Iterations: iterations})
		return err
	})
	return result, err
}

// wrongTour says how a run differs from the same run on the processor; "": not at all.
func (m *meter) wrongTour(instance *tsp.Instance, method aco.Method, got *aco.Result) (string, error) {
	processor, err := aco.OpenDevice(aco.DeviceCPU, aco.DeviceOptions{})
	if err != nil {
		return "", err
	}
	want, err := solve(m.ctx, instance, aco.Options{Method: method, Devices: []*aco.Device{processor},
		Iterations: got.Iterations})
	if err != nil {
		return "", err
	}
	symmetric := instance.Symmetric()
	if a, b := got.Tour.SHA256(symmetric), want.Tour.SHA256(symmetric); a != b || antsBest(got) != antsBest(want) {
		return fmt.Sprintf("after %d iterations the tour has length %d and hash %.8s, on the processor %d and %.8s",
			got.Iterations, got.Length, a, want.Length, b), nil
	}
	return "", nil
}

// antsBest returns the length of the shortest tour of an ant, 0 with the default solver.
func antsBest(r *aco.Result) int64 {
	if own, ok := r.Method.(*aco.ClassicResult); ok {
		return own.AntsBest
	}
	return 0
}

// deviceTime returns the sum of the stages' times.
func deviceTime(r *aco.Result) (sum time.Duration) {
	for _, took := range r.Stages {
		sum += took
	}
	return sum
}
