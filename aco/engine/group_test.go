package engine

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// A group works on while it has a device. The error of the last device, and an error that is not a
// device's, are returned.
func TestGroupDropsDevices(t *testing.T) {
	members, results := []*Site[*fakeColonies]{{Device: 0}, {Device: 2}}, make([]DeviceResult, 3)
	g := NewGroup[name](members, results, time.Now(), false)
	g.Enqueue(Step[name]{Iterations: 5})
	g.Complete()

	failing := func(number int, failure error) func(*Site[*fakeColonies]) error {
		return func(s *Site[*fakeColonies]) error {
			if s.Device == number {
				return failure
			}
			return nil
		}
	}
	if lost, err := g.Each(failing(1, pipeline.ErrWrongResult)); lost || err != nil {
		t.Errorf("nothing failed: lost %v, %v", lost, err)
	}
	mistake := errors.New("a mistake")
	if _, err := g.Each(failing(2, mistake)); !errors.Is(err, mistake) || len(g.Working()) != 2 {
		t.Errorf("an error that is not a device's: %v, %d devices are left", err, len(g.Working()))
	}
	wrong := fmt.Errorf("a device: %w", pipeline.ErrWrongResult)
	if lost, err := g.Each(failing(0, wrong)); !lost || err != nil || len(g.Working()) != 1 {
		t.Errorf("one device failed: lost %v, %v, %d devices are left", lost, err, len(g.Working()))
	}
	if lost := results[0].Lost; lost == nil || lost.Iteration != 1 || !lost.Shared || results[2].Lost != nil {
		t.Errorf("results after the loss of the first device: %+v", results)
	}
	if _, err := g.Each(failing(2, wrong)); !errors.Is(err, wrong) || results[2].Lost == nil || results[2].Lost.Shared {
		t.Errorf("all devices failed: %v, %+v", err, results)
	}
}

// A group makes the iterations of the queue. It can drop iterations that it has not completed.
func TestGroupQueue(t *testing.T) {
	g := NewGroup[name]([]*Site[*fakeColonies]{{}}, make([]DeviceResult, 1), time.Now(), false)
	g.MoveTo(10)
	g.Enqueue(Step[name]{Iterations: 2, Settings: "first"})
	g.Enqueue(Step[name]{Iterations: 3, Settings: "second"})
	all := []name{"first", "first", "second"}
	for i, want := range all {
		if following, ok := g.Following(); !ok || i+1 < len(all) && following.Settings != all[i+1] {
			t.Errorf("the step after the next one has %v, want %q", following.Settings, all[min(i+1, len(all)-1)])
		}
		if step, ok := g.Next(); !ok || step.Settings != want || g.NeedsStep() || !g.Busy() {
			t.Errorf("the next step has %v, want %q", step.Settings, want)
		}
		g.Complete()
	}
	g.Truncate(14)
	if step, ok := g.Following(); ok {
		t.Errorf("a step follows the last one: %v", step)
	}
	g.Complete()
	if _, ok := g.Next(); ok || !g.NeedsStep() || g.Busy() || g.Completed() != 14 || g.Committed() != 14 {
		t.Errorf("%d iterations are complete, and another one is queued: %v", g.Completed(), ok)
	}
}
