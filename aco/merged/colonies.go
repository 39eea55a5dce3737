package merged

import (
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// colonies are the colonies of one site.
type colonies interface {
	engine.Colonies[model.Settings]
	// reported returns the states of the colonies after the last batch.
	reported() []model.State
	// best returns the best checked tour of each colony, latest its current tour. The site may not
	// be busy.
	best() ([][]uint32, error)
	latest() ([][]uint32, error)
	// adopt sets the current tours and the states of all colonies. The site may not be busy.
	adopt(tours [][]uint32, states []model.State) error
	// carriedStates returns copies of the carried states. restore sets them and the number of
	// completed iterations. The site may not be busy.
	carriedStates() ([]carriedState, error)
	restore(states []carriedState, iterations int) error
}

// carriedState is the data that an iteration of a colony reads from the previous one.
type carriedState struct {
	state      model.State
	tour, best []uint32
}

// antStage is the first stage of an iteration. It only reads the tour.
const antStage = "ant"
