package reference

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Clear prepares an iteration whose ants run on several devices: no ant has a change, and the counts of ants begin at 0.
func (c *Colony) Clear() {
	if c.State.Stop != model.Running {
		return
	}
	for ant := range c.Headers {
		c.Headers[ant] = model.Header{Class: model.ClassNone}
	}
	c.State.Counts = model.Counts{Accepted: c.State.Counts.Accepted, Losing: c.State.Counts.Losing}
}

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

// Import submits the changes of other devices' ants to the merge, and sets the counts to those of the ants of all devices. The words are those
// of model.Incoming.
func (c *Colony) Import(incoming []uint32) {
	for record := range model.Records(incoming[model.IncomingWords+incoming[0]:]) {
		ant := record.Ant()
		c.Headers[ant], c.Pieces[ant] = record.Header(), record.Pieces()
		c.Submit(ant)
	}
	s := &c.State.Counts
	s.Evaluations, s.Moves = incoming[glsl.ExchangeIncomingEvaluations], incoming[glsl.ExchangeIncomingMoves]
	s.Undone, s.Full = incoming[glsl.ExchangeIncomingUndone], incoming[glsl.ExchangeIncomingFull]
	s.Submitted, s.Long = incoming[glsl.ExchangeIncomingSubmitted], incoming[glsl.ExchangeIncomingLong]
}
