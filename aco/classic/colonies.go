package classic

import (
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/problem"
)

// colonies are the colonies of one site.
type colonies interface {
	engine.Colonies
	// batch returns the results of the last Wait by colony, nil if they were already returned.
	batch() []progress
	// adopt sets the state and the best tour of every colony. The site may not be busy.
	adopt(all []standing) error
	// finishIteration runs the stages after best in each colony for which no rule holds. The site may not be busy.
	finishIteration() error
	// read and write access the carried buffers: the words of all colonies of the site, one colony after the other, from an offset on. The
	// site may not be busy, nor within an iteration.
	read(name string, offset uint64, words []uint32) error
	write(name string, offset uint64, words []uint32) error
	// MoveTo sets the number of completed iterations.
	MoveTo(iterations int)
	// heuristicSHA256 returns the hash of the heuristic table.
	heuristicSHA256() string
}

// progress is the result of a batch for a colony.
type progress struct {
	state   problem.State
	lengths []uint64 // best length of each iteration since the last batch, in order
	tour    []uint32 // the best so far, valid until the next Wait
}
