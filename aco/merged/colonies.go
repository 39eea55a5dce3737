package merged

import (
	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// colonies are those of a run that one device, or the processor, works for.
type colonies interface {
	engine.Colonies
	// reported returns the states of the colonies by the last batch.
	reported() []model.State
	// best returns the best tour of each colony that was checked, and latest its tour. The site may not be busy.
	best() ([][]uint32, error)
	latest() ([][]uint32, error)
	// adopt gives all colonies a tour to go on from, and states that say so. The site may not be busy.
	adopt(tour []uint32, states []model.State) error
	// memories returns copies of what each colony takes from one iteration into the next. restore has all go on from such, after so many
	// iterations. The site may not be busy.
	memories() ([]memory, error)
	restore(memories []memory, iterations int) error
}

// memory is what a colony takes from one iteration into the next.
type memory struct {
	state      model.State
	tour, best []uint32
	trails     []uint32 // none where there is no pheromone
}

// antStage is the first stage of an iteration. Ants only read the tour.
const antStage = "ant"
