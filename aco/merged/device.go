package merged

import (
	"context"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/pipeline"
)

// deviceColonies run a recording on a device.
type deviceColonies struct {
	engine.Device[model.Settings]
	model  *model.Model
	passes []pipeline.Pass
	states []model.State
}

func newDeviceColonies(run *pipeline.Run, recording pipeline.Recording, m *model.Model, maxSubmit time.Duration) *deviceColonies {
	device := engine.NewDevice[model.Settings](run, recording.Passes, maxSubmit, antStage)
	return &deviceColonies{Device: device, model: m, passes: recording.Passes}
}

// Submit implements engine.Colonies. It ignores the deadline: iterations are short, and a part of one has no result.
func (d *deviceColonies) Submit(time.Time) error { return d.Device.Submit(time.Time{}) }

// Wait implements engine.Colonies.
func (d *deviceColonies) Wait(context.Context) error {
	done, err := d.Next()
	if err != nil {
		return err
	}
	words := done.Readback["state"]
	d.states = d.states[:0]
	for c := range d.model.Colonies {
		d.states = append(d.states, model.StateOf(words[c*model.StateWords:(c+1)*model.StateWords]))
	}
	return nil
}

func (d *deviceColonies) reported() []model.State { return d.states }

func (d *deviceColonies) best() ([][]uint32, error) {
	words, err := d.Run.Download("best_tour")
	if err != nil {
		return nil, err
	}
	n, tours := d.model.Cities, make([][]uint32, d.model.Colonies)
	for c := range tours {
		tours[c] = words[c*n : (c+1)*n]
	}
	return tours, nil
}

func (d *deviceColonies) latest() ([][]uint32, error) {
	words, err := d.Run.Download("tours")
	if err != nil {
		return nil, err
	}
	n, tours := d.model.Cities, make([][]uint32, d.model.Colonies)
	for c := range tours {
		half := 2*c + int(d.states[c].Iteration&1)
		tours[c] = words[half*n : (half+1)*n]
	}
	return tours, nil
}

func (d *deviceColonies) adopt(tours [][]uint32, states []model.State) error {
	d.states = append(d.states[:0], states...)
	d.Restart()
	return d.uploadTours(tours, states)
}
