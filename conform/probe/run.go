package probe

import (
	"github.com/aco-vk/aco-vk/internal/view"
	"github.com/aco-vk/aco-vk/vk"
)

// trial is what a probe asks of a device, with the answer it should give.
type trial struct {
	values    []uint32          // what the shader reads
	results   []uint32          // what it writes, as it is at first
	constants map[string]uint32 // beyond GROUP_SIZE and OPERATION
	pushes    [][]uint32        // push constants of each dispatch
	apart     bool              // each dispatch is a submission of its own
	groups    [3]uint32
	check     func(results []uint32) string // the first difference and where it is; "": none
}

// run returns the results.
func run(device *vk.Device, p Probe, s shape, t trial) ([]uint32, error) {
	module, err := p.shader.SPIRV()
	if err != nil {
		return nil, err
	}
	values := map[string]uint32{"GROUP_SIZE": s.group, "OPERATION": p.operation}
	for name, value := range t.constants {
		values[name] = value
	}
	var constants []vk.Constant
	for _, c := range p.shader.Constants {
		if value, ok := values[c.Name]; ok {
			constants = append(constants, vk.Constant{ID: c.ID, Value: value})
		}
	}
	made, err := device.NewPipeline(vk.PipelineSpec{
		Name: p.Name, SPIRV: module, Bindings: uint32(len(p.shader.Bindings)), PushBytes: uint32(4 * len(p.shader.Push)),
		Constants: constants, SubgroupSize: s.required, FullSubgroups: s.required > 0 && device.Info().FullSubgroups,
	})
	if err != nil {
		return nil, err
	}
	defer made.Close()
	var buffers []*vk.Buffer
	for _, words := range [][]uint32{t.values, t.results} {
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
	bound, err := made.Bind(buffers)
	if err != nil {
		return nil, err
	}
	commands, err := device.NewCommandBuffer(p.Name, 0)
	if err != nil {
		return nil, err
	}
	defer commands.Close()
	if err := dispatch(commands, bound, buffers[1], t); err != nil {
		return nil, err
	}
	results := make([]uint32, len(t.results))
	return results, device.Download(buffers[1], 0, view.Bytes(results))
}

// dispatch runs all dispatches, with a barrier between any two.
func dispatch(c *vk.CommandBuffer, bound *vk.BindingSet, results *vk.Buffer, t trial) error {
	pushes := t.pushes
	if pushes == nil {
		pushes = [][]uint32{nil}
	}
	for i, push := range pushes {
		if i == 0 || t.apart {
			if err := c.Begin(); err != nil {
				return err
			}
		} else {
			c.Barrier([]*vk.Buffer{results}, vk.Compute, vk.Compute)
		}
		c.Dispatch(bound, push, t.groups)
		if t.apart || i == len(pushes)-1 {
			if err := finish(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func finish(c *vk.CommandBuffer) error {
	if err := c.End(); err != nil {
		return err
	}
	if err := c.Submit(); err != nil {
		return err
	}
	return c.Finish()
}
