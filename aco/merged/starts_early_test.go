package merged

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/tsp/tsptest"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Only a run of a device with a time limit starts on the processor, if there is memory for it.
func TestStartsEarly(t *testing.T) {
	m, err := model.NewUnprepared(tsptest.Generate(t, "uniform", 100, 1), parameters(1))
	if err != nil {
		t.Fatal(err)
	}
	device, limit := []*pipeline.Device{{}}, Options{}
	limit.TimeLimit, limit.HostMemory = time.Second, 1<<30
	counted, tight := limit, limit
	counted.Iterations, tight.HostMemory = 1, programBytes
	for _, c := range []struct {
		name    string
		devices []*pipeline.Device
		options Options
		want    bool
	}{
		{"time limit", device, limit, true},
		{"the processor alone", []*pipeline.Device{nil}, limit, false},
		{"no time limit", device, Options{}, false},
		{"iterations", device, counted, false},
		{"no memory for its colonies", device, tight, false},
	} {
		if got := startsEarly(m, c.devices, c.options); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A new run ends before its first iteration if the initial tour is short enough. A resumed one has
// iterations.
func TestStartReachesTarget(t *testing.T) {
	const length = 100
	for _, c := range []struct {
		name      string
		target    int64
		scheduled int
		steps     *Schedule
		want      bool
	}{
		{"reached", length, 0, nil, true},
		{"not reached", length - 1, 0, nil, false},
		{"no target", 0, 0, nil, false},
		{"resumed after an iteration", length, 1, nil, false},
		{"repeated", length, 0, &Schedule{}, true},
	} {
		state := &engine.State[model.Settings]{Iterations: c.scheduled}
		r := &run{model: &model.Model{StartLength: length}, options: Options{Schedule: c.steps}}
		r.Run = engine.New(engine.Config[model.Settings, colonies]{Algorithm: r, State: state})
		r.schedule.Target = c.target
		if got := r.startReachesTarget(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
