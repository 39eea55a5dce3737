//go:build cgo

package vk

import (
	"fmt"
	"slices"
)

// Warm makes drivers that compile a pipeline when it is first used compile it now. It submits a dispatch without work-groups and waits for it, so no
// invocation runs.
func (p *Pipeline) Warm() (err error) {
	if p.closed() {
		return refuse("warm pipeline", "the pipeline is closed")
	}
	d, name := p.d, fmt.Sprintf("warm %s", p.spec.Name)
	buffer, err := d.NewBuffer(name, wordBytes, DeviceLocal)
	if err != nil {
		return err
	}
	defer buffer.Close()
	set, err := p.Bind(slices.Repeat([]*Buffer{buffer}, int(p.spec.Bindings)))
	if err != nil {
		return err
	}
	defer set.Close()
	c, err := d.NewCommandBuffer(name, 0)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Begin(); err != nil {
		return err
	}
	c.dispatch(set, make([]uint32, p.spec.PushBytes/wordBytes), [3]uint32{})
	if err := c.End(); err != nil {
		return err
	}
	if err := c.Submit(); err != nil {
		return err
	}
	return c.Finish()
}
