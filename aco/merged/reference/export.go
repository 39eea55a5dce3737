package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// Export returns the records of the changes that ants have submitted, in the order of the ants.
func (c *Colony) Export() (records []uint32) {
	if c.State.Stop != model.Running {
		return nil
	}
	for ant, header := range c.Headers {
		if header.Class != model.ClassNone {
			records = model.AppendRecord(records, uint32(ant), header, c.Pieces[ant])
		}
	}
	return records
}
