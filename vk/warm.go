//go:build cgo

package vk

import "slices"

// Warm makes drivers that compile a pipeline when it is first used compile it now. It submits a dispatch without work-groups of each pipeline and waits
// for them, so no invocation runs.
func (d *Device) Warm(all []*Pipeline) error {
	const name = "warm"
	buffer, err := d.NewBuffer(name, wordBytes, DeviceLocal)
	if err != nil {
		return err
	}
	defer buffer.Close()
	c, err := d.NewCommandBuffer(name, 0)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Begin(); err != nil {
		return err
	}
	for _, p := range all {
		set, err := p.Bind(slices.Repeat([]*Buffer{buffer}, int(p.spec.Bindings)))
		if err != nil {
			return err
		}
		defer set.Close()
		c.dispatch(set, make([]uint32, p.spec.PushBytes/wordBytes), [3]uint32{})
	}
	if err := c.End(); err != nil {
		return err
	}
	if err := c.Submit(); err != nil {
		return err
	}
	return c.Finish()
}
