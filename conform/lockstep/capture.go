package lockstep

import (
	"maps"
	"slices"

	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// Capture is what the device was given for a stage, and what it made of it.
type Capture struct {
	Before, After map[string][]uint32      // by buffer; After is nil of a device that is only described
	Expected      map[string][]Expectation // by buffer, in the order of their words
	Dispatches    []pipeline.Dispatch
	Pipelines     map[int]vk.PipelineSpec // by pass
	Difference    *Difference             // nil if all data are equal
}

// Expectation says that consecutive words follow from the reference.
type Expectation struct {
	First int // index of the first word
	Words []uint32
}

// StartCapture captures what the device is given from now on. Until StopCapture no comparison
// returns a difference.
func (d *Device) StartCapture() {
	d.capture = &Capture{
		Before: map[string][]uint32{}, Expected: map[string][]Expectation{}, Pipelines: map[int]vk.PipelineSpec{},
	}
}

// StopCapture returns what was captured since StartCapture.
func (d *Device) StopCapture() (*Capture, error) {
	c := d.capture
	d.capture = nil
	if d.Run.Described() {
		return c, nil
	}
	var err error
	c.After, err = d.downloadAll()
	return c, err
}

// captureSubmission captures slices before they are submitted.
func (d *Device) captureSubmission(all []pipeline.Slice) (err error) {
	c := d.capture
	if len(c.Dispatches) == 0 {
		if c.Before, err = d.downloadAll(); err != nil {
			return err
		}
	}
	for _, dispatch := range d.Run.Dispatches(all) {
		c.Dispatches = append(c.Dispatches, dispatch)
		c.Pipelines[dispatch.Pass] = d.Run.PipelineSpec(dispatch.Pass)
	}
	return nil
}

func (d *Device) downloadAll() (map[string][]uint32, error) {
	all := map[string][]uint32{}
	for _, b := range d.Recording.Buffers {
		words, err := d.Run.Download(b.Name)
		if err != nil {
			return nil, err
		}
		all[b.Name] = words
	}
	return all, nil
}

// compare compares a buffer with the words that follow from the reference. The function copies
// undefined words from the device's, and does nothing else with these. Rows are pitch words apart
// on the device and contiguous in the reference. A device that is only described takes the words.
func (d *Device) compare(
	buffer string, columns, pitch int, reference func(device []uint32) []uint32,
) (*Difference, error) {
	got, err := d.Run.Download(buffer)
	if err != nil {
		return nil, err
	}
	want := reference(got)
	if d.capture != nil {
		other := make([]uint32, len(got)) // tells defined words from copies
		for i, word := range got {
			other[i] = ^word
		}
		d.capture.expect(buffer, want, reference(other), columns, pitch)
	}
	return d.found(buffer, got, want, columns, pitch)
}

// compareUnordered is compare for a buffer whose words have no defined order. A capture expects
// none of them.
func (d *Device) compareUnordered(
	buffer string, columns, pitch int, reference func(device []uint32) []uint32,
) (*Difference, error) {
	got, err := d.Run.Download(buffer)
	if err != nil {
		return nil, err
	}
	return d.found(buffer, got, reference(got), columns, pitch)
}

// expect adds the words that are equal in both slices: these do not depend on the device.
func (c *Capture) expect(buffer string, want, other []uint32, columns, pitch int) {
	var all []Expectation
	for i, word := range want {
		if other[i] != word {
			continue
		}
		at := i/columns*pitch + i%columns
		if last := len(all) - 1; last >= 0 && all[last].First+len(all[last].Words) == at {
			all[last].Words = append(all[last].Words, word)
			continue
		}
		all = append(all, Expectation{First: at, Words: []uint32{word}})
	}
	c.Expected[buffer] = all
}

// found returns the difference, or captures it and returns nil.
func (d *Device) found(buffer string, got, want []uint32, columns, pitch int) (*Difference, error) {
	if d.Run.Described() {
		at := 0
		for row := range slices.Chunk(want, columns) {
			copy(got[at:], row)
			at += pitch
		}
		return nil, d.Run.Upload(buffer, 0, got)
	}
	difference := Differences(buffer, got, want, columns, pitch)
	if d.capture == nil {
		return difference, nil
	}
	d.capture.Difference = d.capture.Difference.join(difference)
	return nil, nil
}

// Buffers returns the names of the buffers that the captured pipelines bind, given the passes of
// the recording.
func (c *Capture) Buffers(passes []pipeline.Pass) []string {
	used := map[string]bool{}
	for pass := range c.Pipelines {
		for _, b := range passes[pass].Shader.Bindings {
			used[b.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}
