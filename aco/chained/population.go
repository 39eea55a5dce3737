package chained

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/lk"
)

// solution is a tour and its length.
type solution struct {
	tour   []uint32
	length uint64
}

// population has the tours of all colonies. What an iteration changes depends on content and the
// model alone. It implements engine.HostColony.
type population struct {
	content
	model   *model.Model
	stages  []engine.Stage
	problem *lk.Problem // of all cities; nil if tours are improved in parts
	// searches has the search of each worker that kicks whole tours. It is nil before the worker's first tour.
	searches []*lk.Search
	next     *content // what the search has found, until it is adopted

	recombineTime time.Duration // of the last recombination of all tours
	// interrupted is the tour of a first iteration that was interrupted; no tour else.
	interrupted solution

	parts [][]int32 // of a sweep; nil: not computed yet
	sweep int       // that the parts are of
}

// content is what an iteration reads and changes.
type content struct {
	tours      []solution   // by colony
	best       solution     // the shortest tour of all iterations
	foundAt    []int        // by colony, iteration that has found its tour; 0: the first tour
	recombined bool         // the last iteration was a recombination
	before     *colonyTours // those that the last iteration has made start anew; nil: none
	state      state
}

// colonyTours are tours by colony, and the iterations that have found them.
type colonyTours struct {
	tours   []solution
	foundAt []int
}

// state is the part of the content that is no tour.
type state struct {
	Iteration int `json:"iteration"` // completed
	Kicks     int `json:"kicks"`     // iterations that made kicks
	// Round counts the iterations with kicks since the last recombination of all tours.
	Round int `json:"round"`
	// Pairings counts the recombinations of pairs since then.
	Pairings int `json:"pairings"`
	// Fresh is how many tours, the last ones, are first tours; 0 if tours are improved in parts.
	Fresh int `json:"fresh"`
	// Stale counts recombinations of all tours in a row that have found no shorter tour.
	Stale    int    `json:"stale"`
	Renewals uint32 `json:"renewals"` // how often the colonies started anew
	// Found is the number of renewals before the best tour was found.
	Found uint32 `json:"found,omitempty"`
}

// newPopulation returns the colonies before their first iteration.
func newPopulation(m *model.Model) *population {
	p := &population{model: m, searches: make([]*lk.Search, runtime.GOMAXPROCS(0))}
	p.stages = []engine.Stage{{Name: searchStage, Run: p.search}, {Name: adoptStage, Run: p.adopt}}
	if !p.inParts() {
		p.problem = lk.NewProblem(m.Instance, everyCity(m.Cities), m.Candidates)
	}
	p.tours, p.foundAt = make([]solution, m.Colonies), make([]int, m.Colonies)
	p.startAnew(&p.content, 0)
	if !p.inParts() {
		p.state.Fresh = m.Colonies
	}
	p.best = shortest(p.tours)
	return p
}

// startAnew makes the colonies, from a number on, start from their first tours.
func (p *population) startAnew(c *content, from int) {
	for colony := from; colony < len(c.tours); colony++ {
		tour, length := p.model.FirstTour(colony)
		c.tours[colony], c.foundAt[colony] = solution{tour, length}, c.state.Iteration
	}
}

// improved returns the tours that are no first tours, and the best one.
func (p *population) improved() [][]uint32 {
	tours := [][]uint32{p.best.tour}
	for _, s := range p.tours[:len(p.tours)-p.state.Fresh] {
		tours = append(tours, s.tour)
	}
	return tours
}

// iterationLength returns the length of the shortest tour after the last iteration, and before the
// colonies start anew.
func (p *population) iterationLength() uint64 {
	length := shortest(p.tours).length
	if p.before != nil {
		length = min(length, shortest(p.before.tours).length)
	}
	return length
}

// shortest returns the first of the shortest solutions.
func shortest(list []solution) solution {
	return slices.MinFunc(list, func(a, b solution) int { return cmp.Compare(a.length, b.length) })
}

// The stages of an iteration. The first one only reads the tours.
const (
	searchStage = "search"
	adoptStage  = "adopt"
)

// Prepare implements engine.HostColony.
func (p *population) Prepare(step) {}

// Stages implements engine.HostColony.
func (p *population) Stages() []engine.Stage { return p.stages }

// search computes what the iteration changes.
func (p *population) search(ctx context.Context) (err error) {
	next := p.content
	next.tours, next.foundAt = slices.Clone(p.tours), slices.Clone(p.foundAt)
	next.state.Iteration++
	next.before = nil
	if next.recombined = p.recombinationDue(); next.recombined {
		err = p.recombine(ctx, &next)
	} else {
		next.state.Round++
		next.state.Kicks++
		err = p.kick(ctx, &next)
	}
	if err != nil {
		return err
	}
	for c := range next.tours {
		if next.tours[c].length < p.tours[c].length {
			next.foundAt[c] = next.state.Iteration
		}
	}
	if best := shortest(next.tours); best.length < next.best.length {
		next.best, next.state.Found = best, p.state.Renewals
	}
	p.next = &next
	return nil
}

// adopt makes what the search has found the content of the population.
func (p *population) adopt(context.Context) error {
	p.content, p.next = *p.next, nil
	return nil
}

// each calls work for jobs 0 to count-1 on all processors, until the context ends.
func each(ctx context.Context, count int, work func(job int)) error {
	return parallel.Each(ctx, runtime.GOMAXPROCS(0), count, func(_, job int) { work(job) })
}
