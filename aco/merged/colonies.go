package merged

import (
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
)

// colonies are those of a run that one device, or the processor, works for. One goroutine uses them at a time.
type colonies interface {
	// give hands over the iterations of a step, which come after those that were given before.
	give(step Step)
	// fill begins as much of it as can be under way.
	fill() error
	// wants says whether all that was given is under way, and there is room for more.
	wants() bool
	// busy says whether something is under way or waits for it.
	busy() bool
	// wait returns when some of what is under way is done.
	wait() (batch, error)
	// begun returns how many iterations since the run's first are to be completed: one of which nothing but ants have worked can be left
	// until a tour is adopted, as it has changed no tour.
	begun() int
	// cut drops what was given beyond so many iterations, which is not less than were begun.
	cut(iterations int)
	// best returns the best tour of each colony that was checked, and latest its tour. Nothing may be under way.
	best() ([][]uint32, error)
	latest() ([][]uint32, error)
	// adopt gives all colonies a tour to go on from, and states that say so. Nothing may be under way.
	adopt(tour []uint32, states []model.State) error
	// memories returns copies of what each colony takes from one iteration into the next; restore has all go on from such, behind so many
	// iterations. Nothing may be under way.
	memories() ([]memory, error)
	restore(memories []memory, iterations int) error
	// stageTimes returns the time spent in each stage so far, stageRounds how often it was made, parts included.
	stageTimes() map[string]time.Duration
	stageRounds() map[string]float64
	close()
}

// memory is what a colony takes from one iteration into the next.
type memory struct {
	state      model.State
	tour, best []uint32
	trails     []uint32 // none where there is no pheromone
}

// batch is what a wait brought.
type batch struct {
	states []model.State // by colony
	made   int           // iterations that are complete since the run's first
}

// queue is what was given and is not complete yet, or not under way.
type queue []Step

func (q *queue) give(step Step) { *q = append(*q, step) }

// pass takes so many iterations of the first step away.
func (q *queue) pass(iterations int) {
	(*q)[0].Iterations -= iterations
	if (*q)[0].Iterations == 0 {
		*q = (*q)[1:]
	}
}

// keep leaves the first so many iterations.
func (q *queue) keep(iterations int) {
	all := Schedule{Steps: *q}
	all.cut(iterations)
	*q = all.Steps
}
