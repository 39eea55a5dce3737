package reference

import "github.com/aco-vk/aco-vk/aco/merged/model"

// CheckGains stops the colony before the merge if a submitted change has another gain than its
// edges. It names the last such ant.
func (c *Colony) CheckGains() {
	// On the device another ant may just have stopped the colony.
	if c.State.Stop != model.Running && c.State.Stop != model.Faulty {
		return
	}
	for ant, header := range c.Headers {
		if header.Class != model.ClassNone && header.Gain != c.Model.Gain(c.tour(), header, c.Pieces[ant]) {
			c.State.WrongChange, c.State.Stop = uint32(ant)+1, model.Faulty
		}
	}
}
