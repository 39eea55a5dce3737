package reference

import (
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/shaders/glsl"
)

// Import submits the changes of other devices' ants to the merge, and sets the counts to the sums
// over all devices. The words are from model.Incoming.
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
