package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Submit submits an ant's change to the merge. It lists a long change; any other change claims its blocks.
func (c *Colony) Submit(ant uint32) {
	c.State.Counts.Submitted++
	header := c.Headers[ant]
	if header.Class == model.ClassLong {
		c.LongChanges = append(c.LongChanges, ant)
		c.State.LongChanges++
		c.State.Counts.Long++
		return
	}
	key := model.ClaimKey(header.Gain, ant, c.Model.ClaimShift)
	for block := range c.blocks(header) {
		*block = max(*block, key)
	}
}
