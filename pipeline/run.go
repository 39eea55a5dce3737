package pipeline

import (
	"fmt"
	"maps"
	"slices"

	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	// inFlight submissions are on the device or wait for it: one runs while the host reads the one before.
	inFlight = 2
	// stagingBytes is what vk keeps on the host for transfers.
	stagingBytes = 16 << 20
)

// Device is an open device of package vk, by the name under which packages above know it.
type Device = vk.Device

// Run is a recording on a device. One goroutine uses it at a time.
type Run struct {
	device    *vk.Device
	recording Recording
	buffers   map[string]*vk.Buffer
	pipelines []*vk.Pipeline
	bindings  []*vk.BindingSet // by pass; passes that differ in neither shader nor constants share one
	slots     [inFlight]slot
	values    uint64 // how often a value has changed
	submitted uint64
	waited    uint64
}

// Start plans the memory of a recording, allocates it and makes the pipelines. What does not fit is refused with a
// *TooLargeError before anything is allocated.
func Start(device *vk.Device, recording Recording) (run *Run, err error) {
	if err := recording.Validate(); err != nil {
		return nil, err
	}
	if err := recording.Check(LimitsOf(device.Info())); err != nil {
		return nil, err
	}
	recording.Values = maps.Clone(recording.Values)
	r := &Run{device: device, recording: recording, buffers: map[string]*vk.Buffer{}}
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	for _, b := range recording.Buffers {
		if r.buffers[b.Name], err = device.NewBuffer(b.Name, b.Bytes(), vk.DeviceLocal); err != nil {
			return nil, err
		}
	}
	for i := range recording.Passes {
		if err = r.addPass(&recording.Passes[i]); err != nil {
			return nil, err
		}
	}
	for i := range r.slots {
		if err = r.slots[i].open(r, i); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// LimitsOf reads the limits of a plan from a device. The largest device-local heap counts, by what the driver says is left of it.
func LimitsOf(info *vk.Info) Limits {
	l := Limits{
		StorageRange: info.StorageRangeBytes, MaxAllocation: info.MaxAllocationBytes,
		GroupSize:   min(info.MaxWorkgroupInvocations, info.MaxWorkgroupSize[0]),
		SharedBytes: info.SharedMemoryBytes,
		Bindings:    info.StorageBuffers, PushBytes: info.PushConstantBytes, GroupCount: [2]uint32(info.MaxWorkgroupCount[:2]),
		SubgroupSize: RequiredSubgroupSize(info), MinSubgroupSize: RequiredSubgroupSize(info), Software: info.IsSoftware(),
		LoopTurns: loopTurns(info),
	}
	switch {
	case !info.HasSubgroups():
		l = l.WithoutSubgroups()
	case !info.SubgroupSizeControl:
		l.SubgroupSize, l.MinSubgroupSize = info.SubgroupSizeMax, info.SubgroupSizeMin
	case info.MaxWorkgroupSubgroups > 0: // with a required size, only so many subgroups make a work-group
		l.GroupSize = uint32(min(uint64(l.GroupSize), uint64(l.SubgroupSize)*uint64(info.MaxWorkgroupSubgroups)))
	}
	for _, heap := range info.Heaps {
		if heap.DeviceLocal {
			size := heap.Bytes
			if heap.BudgetBytes > 0 {
				size = min(size, heap.BudgetBytes)
			}
			l.DeviceMemory = max(l.DeviceMemory, size)
		}
	}
	return l
}

// addPass makes the pipeline of a pass, unless an earlier one has it.
func (r *Run) addPass(p *Pass) error {
	for i, binding := range r.bindings {
		if earlier := &r.recording.Passes[i]; earlier.Shader == p.Shader && maps.Equal(earlier.Constants, p.Constants) {
			r.bindings = append(r.bindings, binding)
			return nil
		}
	}
	spec, err := p.Spec(r.device.Info())
	if err != nil {
		return err
	}
	pipeline, err := r.device.NewPipeline(spec)
	if err != nil {
		return fmt.Errorf("stage %s: %w", p.Stage, err)
	}
	r.pipelines = append(r.pipelines, pipeline)
	var buffers []*vk.Buffer
	for _, b := range p.Shader.Bindings {
		buffers = append(buffers, r.buffers[b.Name])
	}
	binding, err := pipeline.Bind(buffers)
	if err != nil {
		return fmt.Errorf("stage %s: %w", p.Stage, err)
	}
	r.bindings = append(r.bindings, binding)
	return nil
}

// HasBuffer reports whether the recording has a buffer of a name.
func (r *Run) HasBuffer(name string) bool { return r.buffers[name] != nil }

// Set gives a value, a push constant by name, to the submissions that come from now on. An error names a value that the recording
// does not have.
func (r *Run) Set(name string, value uint32) error {
	old, ok := r.recording.Values[name]
	if !ok {
		return fmt.Errorf("recording: there is no value %q to set", name)
	}
	if old != value {
		r.recording.Values[name] = value
		r.values++
	}
	return nil
}

// Upload writes words into a buffer, from word offset on.
func (r *Run) Upload(name string, offset uint64, words []uint32) error {
	return r.device.Upload(r.buffers[name], 4*offset, view.Bytes(words))
}

// Fill writes one word everywhere in a buffer.
func (r *Run) Fill(name string, word uint32) error { return r.device.Fill(r.buffers[name], word) }

// Download reads a whole buffer.
func (r *Run) Download(name string) ([]uint32, error) {
	words := make([]uint32, r.buffers[name].Bytes()/4)
	return words, r.device.Download(r.buffers[name], 0, view.Bytes(words))
}

// Read fills words with those of a buffer from an offset on.
func (r *Run) Read(name string, offset uint64, words []uint32) error {
	return r.device.Download(r.buffers[name], 4*offset, view.Bytes(words))
}

// Close waits for what is outstanding and frees everything, in reverse order.
func (r *Run) Close() {
	for r.InFlight() > 0 {
		if _, err := r.Wait(); err != nil {
			break // the device is gone
		}
	}
	for i := range r.slots {
		for _, name := range r.recording.Readback {
			r.slots[i].report[name].Close()
		}
		if r.slots[i].commands != nil {
			r.slots[i].commands.Close()
		}
	}
	for _, p := range slices.Backward(r.pipelines) {
		p.Close()
	}
	for _, b := range r.buffers {
		b.Close()
	}
}
