package merged

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/conform/lockstep"
	"github.com/aco-vk/aco-vk/pipeline"
	"github.com/aco-vk/aco-vk/vk"
)

// firstInShort returns all cases or, in short tests, the first few. Some drivers take seconds to compile the ant's pipeline.
func firstInShort[T any](few int, cases []T) []T {
	if testing.Short() {
		return cases[:few]
	}
	return cases
}

// fewerInShort returns the number of repetitions, or a smaller one in short tests.
func fewerInShort(few, all int) int {
	if testing.Short() {
		return few
	}
	return all
}

// pair is a Pair whose differences and errors end a test.
type pair struct{ *Pair }

// newPairFor returns a pair with some of the stages.
func newPairFor(t *testing.T, device *vk.Device, m *model.Model, settings model.Settings, stages ...stagePasses) pair {
	t.Helper()
	p, err := newPair(t.Context(), device, m, settings, stages...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return pair{p}
}

// stage runs one stage on the device, in dispatches of at most this many units.
func (p pair) stage(t *testing.T, name string, units uint32) {
	t.Helper()
	if err := p.Pair.stage(name, units); err != nil {
		t.Fatal(err)
	}
}

// iterate runs all stages of the recording, on the device in one submission, and in the reference.
func (p pair) iterate(t *testing.T) {
	t.Helper()
	var submission []pipeline.Slice
	for i, pass := range p.recording.Passes {
		submission = append(submission, pipeline.Slice{Pass: i, Count: pass.Units})
	}
	if err := p.run.Submit(submission); err != nil {
		t.Fatal(err)
	}
	if _, err := p.run.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, ref := range p.references {
		for _, stage := range p.Stages() {
			if err := runReference(ref, stage); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// compare fails if the device's buffers differ from the reference.
func (p pair) compare(t *testing.T, when string) {
	t.Helper()
	difference, err := p.Compare()
	p.check(t, when, difference, err)
}

func (p pair) check(t *testing.T, when string, difference *lockstep.Difference, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if difference != nil {
		t.Fatalf("%s: %s", when, difference)
	}
}

func (p pair) download(t *testing.T, name string) []uint32 {
	t.Helper()
	words, err := p.run.Download(name)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// upload uploads the data of the reference.
func (p pair) upload(t *testing.T) {
	t.Helper()
	if err := p.Pair.upload(); err != nil {
		t.Fatal(err)
	}
}

// uploadLongChanges uploads the lists of long changes in random order.
func (p pair) uploadLongChanges(t *testing.T, random *rand.Rand) {
	t.Helper()
	var lists []uint32
	for _, ref := range p.references {
		list := make([]uint32, p.model.Ants)
		for to, from := range random.Perm(len(ref.LongChanges)) {
			list[to] = ref.LongChanges[from]
		}
		lists = slices.Concat(lists, list)
	}
	if err := p.run.Upload("long_changes", 0, lists); err != nil {
		t.Fatal(err)
	}
}

// compareHeated compares 24 iterations on both sides, the first four without kicks.
func (p pair) compareHeated(t *testing.T, temperature uint32) {
	t.Helper()
	for i := range 24 {
		if i == 4 {
			if err := p.Set(model.Settings{Kick: 10, Scales: 3, Temperature: temperature}); err != nil {
				t.Fatal(err)
			}
		}
		p.iterate(t)
		p.compare(t, fmt.Sprint("iteration ", i))
	}
}
