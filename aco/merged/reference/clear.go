package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Clear prepares an iteration whose ants run on several devices: no ant has a change, and the
// counts of ants begin at 0.
func (c *Colony) Clear() {
	if c.State.Stop != model.Running {
		return
	}
	for ant := range c.Headers {
		c.Headers[ant] = model.Header{Class: model.ClassNone}
	}
	c.State.Counts = model.Counts{Accepted: c.State.Counts.Accepted, Losing: c.State.Counts.Losing}
}
