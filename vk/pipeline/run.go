package pipeline

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/internal/timeline"
	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
)

const (
	// maxInFlight is the most submissions in flight: the device runs one while the host reads the
	// previous one.
	maxInFlight = 2
	// stagingBytes is the host memory that vk allocates for transfers.
	stagingBytes = 16 << 20
)

// Device is vk.Device. Packages that only pass devices on need not import vk.
type Device = vk.Device

// Run is a recording on a device, with its buffers and pipelines. One goroutine at a time uses it.
type Run struct {
	device     *vk.Device
	maxGroupsX uint32 // most work-groups of a dispatch along x
	recording  Recording
	buffers    map[string]*vk.Buffer
	pipelines  []*vk.Pipeline
	bindings   []*vk.BindingSet // by pass; passes with the same shader and constants share one
	slots      [maxInFlight]slot
	inputs     map[string]uint64 // words that the next submission copies from the host
	readback   map[string]uint64 // words that each submission copies to the host
	version    uint64            // counts the changes of values and readback
	polls      bool              // see Poll
	submitted  uint64
	waited     uint64
	described  *described // instead of buffers, pipelines and bindings on a device; nil if there is one
}

// described is a run on a device that is only described (vk.Describe). It cannot be submitted.
type described struct {
	buffers map[string][]uint32
	specs   []vk.PipelineSpec // by pass
}

// part returns as many words of a buffer as those given, from an offset on.
func (d *described) part(buffer string, offset uint64, words []uint32) ([]uint32, error) {
	all := d.buffers[buffer]
	if n := uint64(len(all)); n == 0 || offset > n || uint64(len(words)) > n-offset {
		return nil, &RecordingError{Op: "access buffer", Reason: fmt.Sprintf("buffer %q has %d words, not %d from %d on", buffer, n, len(words), offset)}
	}
	return all[offset:][:len(words)], nil
}

// Start allocates the buffers of a recording on a device and compiles its pipelines. For a device
// that is only described, the buffers are zeros in the memory of the host. It returns the errors of
// [Recording.Pipelines] before anything is allocated. If the context ends, no further pipeline is
// compiled, and the error is ctx.Err().
func Start(ctx context.Context, device *vk.Device, recording Recording) (run *Run, err error) {
	info := device.Info()
	specs, err := recording.Pipelines(info)
	if err != nil {
		return nil, err
	}
	recording.Values = maps.Clone(recording.Values)
	r := &Run{
		device: device, maxGroupsX: info.MaxWorkgroupCount[0], recording: recording, buffers: map[string]*vk.Buffer{},
		inputs: map[string]uint64{}, readback: map[string]uint64{},
	}
	if device.Described() {
		r.described = &described{map[string][]uint32{}, specs}
		for _, b := range recording.Buffers {
			r.described.buffers[b.Name] = make([]uint32, b.Words)
		}
		return r, nil
	}
	if err := device.CheckPipelines(ctx, specs); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			r.Close()
		}
	}()
	began := time.Now()
	for _, b := range recording.Buffers {
		if r.buffers[b.Name], err = device.NewBuffer(b.Name, b.Bytes(), vk.DeviceLocal); err != nil {
			return nil, err
		}
	}
	timeline.From(ctx).Add(timeline.Memory, began)
	if err = r.makePipelines(ctx, specs); err != nil {
		return nil, err
	}
	for _, name := range recording.Readback {
		r.readback[name] = r.buffers[name].Bytes() / 4
	}
	for i := range r.slots {
		if err = r.slots[i].open(r, i); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// LimitsOf returns the limits of a device. DeviceMemory is the size of the largest device-local
// heap, or its budget if the driver reports one.
func LimitsOf(info *vk.Info) Limits {
	l := Limits{
		StorageRange: info.StorageRangeBytes, MaxAllocation: info.MaxAllocationBytes,
		GroupSize:   min(info.MaxWorkgroupInvocations, info.MaxWorkgroupSize[0]),
		SharedBytes: info.SharedMemoryBytes,
		Bindings:    info.StorageBuffers, PushBytes: info.PushConstantBytes,
		GroupCount:   [2]uint32(info.MaxWorkgroupCount[:2]),
		SubgroupSize: RequiredSubgroupSize(info), MinSubgroupSize: RequiredSubgroupSize(info),
		Software:       info.IsSoftware(),
		Driver:         info.DriverName,
		LoopIterations: loopIterations(info),
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

// SharesHostMemory reports whether a device uses the memory of the host. The host can map the
// memory of some discrete devices, too.
func SharesHostMemory(info *vk.Info) bool { return info.UnifiedMemory && info.Type != "discrete" }

// makePipelines compiles the pipelines of all passes and binds their buffers. Passes with the same
// shader and constants share a pipeline.
func (r *Run) makePipelines(ctx context.Context, specs []vk.PipelineSpec) error {
	passes := r.recording.Passes
	var different []vk.PipelineSpec
	first := make([]int, len(passes)) // by pass: the first one with the same pipeline
	for i := range passes {
		first[i] = slices.IndexFunc(passes, func(p Pass) bool { return p.Shader == passes[i].Shader && maps.Equal(p.Constants, passes[i].Constants) })
		if first[i] == i {
			different = append(different, specs[i])
		}
	}
	made, errs := r.device.NewPipelines(ctx, different)
	r.pipelines = made
	if err := ctx.Err(); err != nil {
		return err
	}
	next := 0
	for i := range passes {
		if first[i] < i {
			r.bindings = append(r.bindings, r.bindings[first[i]])
			continue
		}
		if errs[next] != nil {
			return fmt.Errorf("stage %s: %w", passes[i].Stage, errs[next])
		}
		var buffers []*vk.Buffer
		for _, b := range passes[i].Shader.Bindings {
			buffers = append(buffers, r.buffers[b.Name])
		}
		binding, err := r.pipelines[next].Bind(buffers)
		if err != nil {
			return fmt.Errorf("stage %s: %w", passes[i].Stage, err)
		}
		r.bindings = append(r.bindings, binding)
		next++
	}
	return nil
}

// Described reports whether the device is only described.
func (r *Run) Described() bool { return r.described != nil }

// HasBuffer reports whether the recording has a buffer with this name.
func (r *Run) HasBuffer(name string) bool { return r.Words(name) > 0 }

// Words returns the number of words of a buffer, 0 if the recording has none with this name.
func (r *Run) Words(name string) uint64 {
	if r.described != nil {
		return uint64(len(r.described.buffers[name]))
	}
	if b := r.buffers[name]; b != nil {
		return b.Bytes() / 4
	}
	return 0
}

// Set changes a value, a push constant by name, for later submissions. A name that the recording
// does not have is a *RecordingError.
func (r *Run) Set(name string, value uint32) error {
	old, ok := r.recording.Values[name]
	if !ok {
		return &RecordingError{Op: "set", Reason: fmt.Sprintf("there is no value %q", name)}
	}
	if old != value {
		r.recording.Values[name] = value
		r.version++
	}
	return nil
}

// Upload writes words into a buffer, beginning at an offset in words. A buffer in parts is written
// as if it were one.
func (r *Run) Upload(name string, offset uint64, words []uint32) error {
	for part, current := 1, name; ; part++ {
		next := partName(name, part)
		if !r.HasBuffer(next) {
			return r.write(current, offset, words)
		}
		size := r.Words(current)
		if offset < size {
			own := min(uint64(len(words)), size-offset)
			if err := r.write(current, offset, words[:own]); err != nil {
				return err
			}
			if words, offset = words[own:], size; len(words) == 0 {
				return nil
			}
		}
		current, offset = next, offset-size
	}
}

func (r *Run) write(buffer string, offset uint64, words []uint32) error {
	if r.described != nil {
		part, err := r.described.part(buffer, offset, words)
		copy(part, words)
		return err
	}
	return r.device.Upload(r.buffers[buffer], 4*offset, view.Bytes(words))
}

// Fill sets every word of a buffer.
func (r *Run) Fill(name string, word uint32) error {
	if r.described != nil {
		return r.write(name, 0, slices.Repeat([]uint32{word}, int(r.Words(name))))
	}
	return r.device.Fill(r.buffers[name], word)
}

// Download returns the contents of a buffer.
func (r *Run) Download(name string) ([]uint32, error) {
	words := make([]uint32, r.Words(name))
	return words, r.Read(name, 0, words)
}

// Read reads len(words) words of a buffer, beginning at an offset in words.
func (r *Run) Read(name string, offset uint64, words []uint32) error {
	if r.described != nil {
		part, err := r.described.part(name, offset, words)
		copy(words, part)
		return err
	}
	return r.device.Download(r.buffers[name], 4*offset, view.Bytes(words))
}

// Close waits for the submissions in flight and frees everything, in reverse order.
func (r *Run) Close() {
	for r.InFlight() > 0 {
		if _, err := r.Wait(); err != nil {
			break // the device is gone
		}
	}
	for i := range r.slots {
		r.slots[i].close()
	}
	for _, p := range slices.Backward(r.pipelines) {
		p.Close()
	}
	for _, b := range r.buffers {
		b.Close()
	}
}
