package classic

import (
	"github.com/aco-vk/aco-vk/aco/classic/model"
	"github.com/aco-vk/aco-vk/aco/engine"
)

// colonies are the colonies of one site.
type colonies interface {
	engine.Colonies[settings]
	// batch returns the results of the last Wait by colony, nil if they were already returned.
	batch() []batchResult
	// adopt sets the state and the best tour of every colony. The site must not be busy.
	adopt(all []colonyState) error
	// finishIteration runs the stages after best in each colony for which no rule holds. The site must not be busy.
	finishIteration() error
	// read and write access words of a carried buffer from an offset on. The buffer has the words of all colonies of the site, colony by
	// colony. The site must have completed its iterations.
	read(name string, offset uint64, words []uint32) error
	write(name string, offset uint64, words []uint32) error
	// MoveTo sets the number of completed iterations.
	MoveTo(iterations int)
	// heuristicSHA256 returns the hash of the heuristic table.
	heuristicSHA256() string
}

// batchResult is the result of a batch for a colony.
type batchResult struct {
	state   model.State
	lengths []uint64 // best length of each iteration since the last batch, in order
	tour    []uint32 // the best so far, valid until the next Wait
}
