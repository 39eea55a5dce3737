package merged

import (
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/merged/reference"
	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// garbage is what a device's memory may hold before anything is written there.
const garbage = 0xA5A5A5A5

// some returns all cases or, in short tests, the first few: drivers there are that take seconds for each pipeline of the ant.
func some[T any](few int, cases []T) []T {
	if testing.Short() {
		return cases[:few]
	}
	return cases
}

// pair is the colonies of a model on a device and their twins in the reference.
type pair struct {
	model     *model.Model
	run       *pipeline.Run
	recording pipeline.Recording
	twins     []*reference.Colony
}

// newPair starts a recording of some of the stages.
func newPair(t *testing.T, device *vk.Device, m *model.Model, settings model.Settings, stages ...stagePasses) pair {
	t.Helper()
	recording, err := recipeOf(m, pipeline.LimitsOf(device.Info()), stages...)
	if err != nil {
		t.Fatal(err)
	}
	recording.Values["kick"], recording.Values["scales"] = settings.Kick, settings.Scales
	recording.Values["temperature"] = settings.Temperature
	run, err := pipeline.Start(device, recording)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	plane := problem.NewPlane(m.Instance)
	p := pair{model: m, run: run, recording: recording}
	for _, buffer := range recording.Buffers {
		if err := run.Fill(buffer.Name, garbage); err != nil {
			t.Fatal(err)
		}
	}
	for name, upload := range map[string]func() error{
		"candidates":  func() error { return uploadCandidates(t.Context(), run, m) },
		"thresholds":  func() error { return run.Upload("thresholds", 0, model.Thresholds()) },
		"coordinates": func() error { return run.Upload("coordinates", 0, plane.Coordinates()) },
		"distances":   func() error { return uploadMatrix(t.Context(), run, m) },
	} {
		if !run.Has(name) {
			continue
		}
		if err := upload(); err != nil {
			t.Fatal(err)
		}
	}
	for number := range uint32(m.Colonies) {
		twin := reference.NewColony(m, number)
		twin.Settings = settings
		for place := range twin.Tours[1] {
			twin.Tours[1][place] = garbage
		}
		p.twins = append(p.twins, twin)
	}
	p.upload(t)
	return p
}

// stage runs one stage on the device, cut into dispatches of so many units.
func (p pair) stage(t *testing.T, name string, units uint32) {
	t.Helper()
	for i, pass := range p.recording.Passes {
		if pass.Stage != name {
			continue
		}
		for first := uint32(0); first < pass.Units; first += units {
			slice := pipeline.Slice{Pass: i, First: first, Count: min(units, pass.Units-first)}
			if err := p.run.Submit([]pipeline.Slice{slice}); err != nil {
				t.Fatal(err)
			}
			if _, err := p.run.Wait(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// iterate runs all stages of the recording: on the device in one submission.
func (p pair) iterate(t *testing.T) {
	t.Helper()
	var submission []pipeline.Slice
	had := map[string]bool{}
	for i, pass := range p.recording.Passes {
		submission = append(submission, pipeline.Slice{Pass: i, Count: pass.Units})
		had[pass.Stage] = true
	}
	if err := p.run.Submit(submission); err != nil {
		t.Fatal(err)
	}
	if _, err := p.run.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, twin := range p.twins {
		if had["ant"] {
			twin.Ants()
		}
		for _, stage := range twin.Merge() {
			if had[stage.Name] {
				stage.Run()
			}
		}
	}
}
