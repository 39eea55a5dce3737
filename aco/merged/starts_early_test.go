package merged

import (
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// Only a run of a device with a time limit and few cities starts on the processor.
func TestStartsEarly(t *testing.T) {
	device, limit := []*pipeline.Device{{}}, Options{}
	limit.TimeLimit = time.Second
	counted := limit
	counted.Iterations = 1
	for _, c := range []struct {
		name    string
		cities  int
		devices []*pipeline.Device
		options Options
		want    bool
	}{
		{"few cities", maxEarlyCities, device, limit, true},
		{"more cities", maxEarlyCities + 1, device, limit, false},
		{"the processor alone", 100, []*pipeline.Device{nil}, limit, false},
		{"no time limit", 100, device, Options{}, false},
		{"iterations", 100, device, counted, false},
	} {
		if got := startsEarly(&model.Model{Cities: c.cities}, c.devices, c.options); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
