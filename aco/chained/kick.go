package chained

import (
	"context"
	"math"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/philox"
	"github.com/aco-vk/aco-vk/internal/parallel"
	"github.com/aco-vk/aco-vk/tsp/lk"
)

const (
	// citiesPerKick is the number of cities of a tour per kick of an iteration, so that an iteration
	// of a colony of some thousand cities takes some milliseconds of one processor.
	citiesPerKick = 50
	// nodesPerKick is the same for node pairs. With 8 tours in 5 s, 10 had shorter tours than 2 and 50 of
	// four instances of 500 and 1000 cities.
	nodesPerKick = 10
	// freshBatch is the number of first tours that an iteration improves. A run that ends before all
	// are improved recombines the others.
	freshBatch = 8
	// minKicks keeps the time of other work small.
	minKicks = 20
	// kicksPerCheck is the number of kicks between two looks at the clock: about a millisecond.
	kicksPerCheck = 4
	// citiesPerCheck is the number of cities at which moves are searched between two looks.
	citiesPerCheck = 32
)

// kick improves each tour by kicks. The first iteration improves the first tour alone, so that
// even a short run has a good tour.
func (p *population) kick(ctx context.Context, next *content) error {
	if p.inParts() {
		return p.kickParts(ctx, next)
	}
	from, to, kicks := p.kicked(next)
	settled := p.state.Round > 0 && p.state.Fresh == 0 // the last iteration has made them optimal
	return parallel.Each(ctx, len(p.searches), to-from, func(worker, job int) {
		c := from + job
		s := p.startSearch(worker, p.tours[c], p.seed(c, 0))
		if settled {
			s.Settle()
		}
		complete := makeKicks(ctx, s, kicks)
		found := solution{engine.WordsOf(s.Tour()), uint64(s.Length())}
		if complete {
			next.tours[c] = found
		}
		if p.state.Iteration == 0 { // the run may end before the iteration does
			p.interrupted = found
		}
	})
}

// startSearch returns the search of a worker, which begins from a tour. Iterations share its memory.
func (p *population) startSearch(worker int, from solution, seed uint64) *lk.Search {
	tour := engine.TourOf(from.tour)
	if s := p.searches[worker]; s != nil {
		s.Restart(tour, seed)
		return s
	}
	p.searches[worker] = lk.New(p.problem, tour, seed)
	return p.searches[worker]
}

// kicked returns the colonies whose tours the next iteration improves, from one number to before
// another, and the number of kicks of each. Fresh tours come first, without kicks: more tours
// shorten the recombination more than kicks do.
func (p *population) kicked(next *content) (from, to, kicks int) {
	n, kicks := len(p.tours), max(minKicks, p.model.Cities/citiesPerKick)
	if p.model.HasPairs() {
		kicks = max(minKicks, p.model.Cities/nodesPerKick)
	}
	switch fresh := p.state.Fresh; {
	case fresh == 0:
		return 0, n, kicks
	case p.state.Iteration == 0:
		from, to = 0, 1
	default:
		from, to, kicks = n-fresh, min(n-fresh+freshBatch, n), 0
	}
	if next.state.Fresh = n - to; next.state.Fresh == 0 && n > 1 {
		next.state.Round = roundIterations // they are recombined next
	}
	return from, to, kicks
}

// makeKicks makes the tour of a search locally optimal and then kicks, until the context ends. It
// reports whether it has made all kicks.
func makeKicks(ctx context.Context, s *lk.Search, kicks int) bool {
	if !makeOptimal(ctx, s) {
		return false
	}
	for ; kicks > 0 && ctx.Err() == nil; kicks -= kicksPerCheck {
		s.Run(min(kicks, kicksPerCheck))
	}
	return kicks <= 0
}

// makeOptimal makes the tour of a search locally optimal. It returns false if the context ends first.
func makeOptimal(ctx context.Context, s *lk.Search) bool {
	for optimal := false; !optimal; optimal = s.Improve(citiesPerCheck) {
		if ctx.Err() != nil {
			return false
		}
	}
	return true
}

// kickLast kicks the run's tour as often as the run to repeat has, or until the time limit. An
// iteration that a limit interrupts is lost, and the last recombination often takes less time than
// expected: together they were up to a quarter of a run of one second.
func (r *run) kickLast(ctx context.Context, p *population) {
	kicks := r.options.LastKicks
	if r.StopReason() == engine.StopTimeLimit && !r.partial && !r.ended {
		kicks = math.MaxInt
	}
	if kicks == 0 || p == nil || p.problem == nil {
		return
	}
	s := p.startSearch(0, r.last, p.seed(0, 1)) // iterations have part 0 alone
	if !makeOptimal(ctx, s) {
		return
	}
	for r.kicks < kicks && ctx.Err() == nil {
		more := min(kicks-r.kicks, kicksPerCheck)
		s.Run(more)
		r.kicks += more
	}
	if r.kicks > 0 {
		r.improveLast(solution{engine.WordsOf(s.Tour()), uint64(s.Length())}, false)
	}
}

// seed returns the seed of a job of the iteration.
func (p *population) seed(colony, part int) uint64 {
	words := philox.Block(
		[4]uint32{uint32(p.state.Iteration), uint32(part), kickStream, 0}, philox.Key(p.model.Seed, uint32(colony)),
	)
	return uint64(words[0])<<32 | uint64(words[1])
}

// Streams of random words; the model has others.
const (
	kickStream = 4
	partStream = 5
)

// everyCity returns the cities 0 to n-1.
func everyCity(n int) []int32 {
	list := make([]int32, n)
	for city := range list {
		list[city] = int32(city)
	}
	return list
}
