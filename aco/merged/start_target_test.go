package merged

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

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
