package merged_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/internal/must"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// both has colonies on a device and in the reference. A difference or an error ends the test.
type both struct{ *lockstep.Merged }

// open opens colonies with some of the stages.
func open(t *testing.T, device *vk.Device, m *model.Model, settings model.Settings, stages ...string) both {
	t.Helper()
	c := must.Get(lockstep.NewMerged(t.Context(), device, pipeline.LimitsOf(device.Info()), m, settings, stages...))(t)
	t.Cleanup(c.Close)
	return both{c}
}

// stage runs one stage on the device, in dispatches of at most this many units.
func (p both) stage(t *testing.T, name string, units uint32) {
	t.Helper()
	must.Do(t, p.Submit(p.Cut(name, units)...))
}

// iterate runs all stages of the recording, on the device in one submission, and in the reference.
func (p both) iterate(t *testing.T) {
	t.Helper()
	var submission []pipeline.Slice
	for i, pass := range p.Passes() {
		submission = append(submission, pipeline.Slice{Pass: i, Count: pass.Units})
	}
	must.Do(t, p.Run.Submit(submission))
	if _, err := p.Run.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, ref := range p.References {
		for _, stage := range p.Stages() {
			must.Do(t, lockstep.RunReference(ref, stage))
		}
	}
}

// compare fails if the device's buffers differ from the reference.
func (p both) compare(t *testing.T, when string) {
	t.Helper()
	if difference, err := p.Compare(); err != nil || difference != nil {
		t.Fatalf("%s: %v, %v", when, difference, err)
	}
}

func (p both) download(t *testing.T, name string) []uint32 {
	t.Helper()
	return must.Get(p.Run.Download(name))(t)
}

// upload uploads the data of the reference.
func (p both) upload(t *testing.T) {
	t.Helper()
	must.Do(t, p.Upload())
}

// uploadLongChanges uploads the lists of long changes in random order.
func (p both) uploadLongChanges(t *testing.T, random *rand.Rand) {
	t.Helper()
	if !p.Run.HasBuffer("long_changes") {
		return
	}
	var lists []uint32
	for _, ref := range p.References {
		list := make([]uint32, p.Model.Ants)
		for to, from := range random.Perm(len(ref.LongChanges)) {
			list[to] = ref.LongChanges[from]
		}
		lists = slices.Concat(lists, list)
	}
	must.Do(t, p.Run.Upload("long_changes", 0, lists))
}
