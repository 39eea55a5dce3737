package probe

import (
	"cmp"
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
	"github.com/aco-vk/aco-vk/vk/pipeline"
)

// workload is the input of a probe and the check of its results.
type workload struct {
	values    []uint32                      // what the shader reads, two words per invocation
	results   []uint32                      // initial content of what the shader writes
	constants map[string]uint32             // specialization constants other than OPERATION; GROUP_SIZE replaces the launch's
	unknown   []vk.Constant                 // constants that the shader does not have
	pushes    [][]uint32                    // push constants of each dispatch; nil: one dispatch without
	separate  bool                          // submit each dispatch separately
	groups    [3]uint32                     // work-groups of a dispatch
	check     func(results []uint32) string // describes the first difference; "": none
}

// run runs the workload and returns the results.
func run(device *vk.Device, p Probe, l launch, w workload) ([]uint32, error) {
	compiled, err := compile(device, p, l, w)
	if err != nil {
		return nil, err
	}
	defer compiled.Close()
	var buffers []*vk.Buffer
	for _, words := range [][]uint32{w.values, w.results} {
		buffer, err := device.NewBuffer(p.Name, uint64(4*len(words)), vk.DeviceLocal)
		if err != nil {
			return nil, err
		}
		defer buffer.Close()
		if err := device.Upload(buffer, 0, view.Bytes(words)); err != nil {
			return nil, err
		}
		buffers = append(buffers, buffer)
	}
	bound, err := compiled.Bind(buffers)
	if err != nil {
		return nil, err
	}
	commands, err := device.NewCommandBuffer(p.Name, 0)
	if err != nil {
		return nil, err
	}
	defer commands.Close()
	if err := dispatch(commands, bound, buffers[1], w); err != nil {
		return nil, err
	}
	results := make([]uint32, len(w.results))
	return results, device.Download(buffers[1], 0, view.Bytes(results))
}

// compile compiles the probe's shader with its specialization constants.
func compile(device *vk.Device, p Probe, l launch, w workload) (*vk.Pipeline, error) {
	module, err := p.shader.SPIRV()
	if err != nil {
		return nil, err
	}
	values := map[string]uint32{"GROUP_SIZE": l.groupSize, "OPERATION": p.operation}
	maps.Copy(values, w.constants)
	constants := slices.Clone(w.unknown)
	for _, c := range p.shader.Constants {
		if value, ok := values[c.Name]; ok {
			constants = append(constants, vk.Constant{ID: c.ID, Value: value})
		}
	}
	return device.NewPipeline(vk.PipelineSpec{
		Name: p.Name, SPIRV: module, Bindings: uint32(len(p.shader.Bindings)),
		PushBytes: uint32(4 * len(p.shader.Push)),
		Constants: constants, SubgroupSize: l.subgroupSize,
		FullSubgroups: l.subgroupSize > 0 && device.Info().FullSubgroups,
	})
}

// dispatch runs all dispatches, with a barrier or the end of a submission between them.
func dispatch(c *vk.CommandBuffer, bound *vk.BindingSet, results *vk.Buffer, w workload) error {
	pushes := w.pushes
	if pushes == nil {
		pushes = [][]uint32{nil}
	}
	for i, push := range pushes {
		if i == 0 || w.separate {
			if err := c.Begin(); err != nil {
				return err
			}
		} else {
			c.Barrier([]*vk.Buffer{results}, vk.Compute, vk.Compute)
		}
		c.Dispatch(bound, push, w.groups)
		if w.separate || i == len(pushes)-1 {
			if err := c.Run(); err != nil {
				return err
			}
		}
	}
	return nil
}

const (
	// maxGroupSize holds two of the largest subgroups, which have 128 invocations.
	maxGroupSize = 256
	// workGroups is the number of work-groups per dispatch. Several run in parallel, so that
	// interference between them shows.
	workGroups = 12
	// maxLoopIterations does not fit into 16 bits. Stages have loops of this length on devices
	// without a limit.
	maxLoopIterations = 1 << 17
)

// launch is the configuration of a probe's dispatch.
type launch struct {
	groupSize      uint32 // invocations per work-group, a power of two
	subgroupSize   uint32 // required size of subgroups; 0: the driver chooses
	block          uint32 // each aligned block of so many consecutive invocations lies in one subgroup
	maxSubgroup    uint32 // largest subgroup size that the device reports
	loopIterations uint32 // largest number of loop iterations
	sharedBytes    uint32 // of a work-group
}

// String returns a prefix for messages.
func (l launch) String() string {
	if l.subgroupSize == 0 {
		return ""
	}
	return fmt.Sprintf("subgroups of %d: ", l.subgroupSize)
}

// launches returns the configurations of the probe that the device can run: one for each
// selectable subgroup size, if sizes matter.
func (p Probe) launches(info *vk.Info) []launch {
	group := powerOf2(min(maxGroupSize, info.MaxWorkgroupInvocations, info.MaxWorkgroupSize[0]))
	iterations := cmp.Or(pipeline.LimitsOf(info).LoopIterations, maxLoopIterations)
	smallest := max(1, info.SubgroupSizeMin) // a driver may report 0
	if !p.subgroups || !info.SubgroupSizeControl {
		return []launch{{groupSize: group, block: min(group, smallest), maxSubgroup: info.SubgroupSizeMax,
			loopIterations: iterations, sharedBytes: info.SharedMemoryBytes}}
	}
	var all []launch
	for size := smallest; size <= min(info.SubgroupSizeMax, group); size *= 2 {
		all = append(all, launch{
			groupSize:    powerOf2(min(group, size*max(1, info.MaxWorkgroupSubgroups))),
			subgroupSize: size, block: size, maxSubgroup: size, loopIterations: iterations,
			sharedBytes: info.SharedMemoryBytes,
		})
	}
	return all
}

// powerOf2 returns the largest power of two that is at most n.
func powerOf2(n uint32) uint32 { return 1 << (bits.Len32(max(1, n)) - 1) }
