package merged

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/recombine"
)

// meetings is Schedule.Meetings. On an H200, C100k.0 ended at .047% after 30 s with 12 meetings and
// at .116% with 4, and at .269% with pairs beside the recombination of all tours. C31k.0 ended at
// .012% after 10 s with 12 and at .027% with 4 (means of two seeds).
const meetings = 12

// fewestMeeting is the number of cities above which the tours of a population meet. With fewer,
// recombine.Merge mostly finds an optimum. On an H200 u2319 ended after 2 s at .095% with meetings and
// at .130% without, pcb3038 at .014 and .041% (means of two seeds), fnl4461 after 5 s at .001 and 0%,
// pla7397 and rl11849 after 10 s at .012 and .011%, and at .051 and .021%.
const fewestMeeting = 2000

// meetAndMerge makes each colony's tour meet those of others, and then recombines the results. If the
// context ends before, or in the first round of the recombination, the exchange is cut.
func (r *run) meetAndMerge(ctx context.Context, tours [][]uint32, made *engine.Exchanged) (solution, error) {
	if made.Cut {
		return r.shortest(tours), nil
	}
	offspring, err := r.meet(ctx, r.Steps())
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		made.Cut = true
		return r.shortest(tours), nil
	}
	if err != nil {
		return solution{}, err
	}
	own := 0 // tours of colonies
	for c := range r.parents {
		own += len(r.parents[c])
	}
	met := slices.Clone(tours[own:]) // the current tour and those of other runs
	for _, child := range offspring {
		if child.tour != nil {
			met = append(met, child.tour)
		}
	}
	merged, err := r.merge(ctx, met, made)
	if err == nil && made.Cut { // a replay makes no meetings
		return r.shortest(tours), nil
	}
	r.offspring = offspring
	return merged, err
}

// meet shortens the tour of each colony by edge assembly with the tours of the next ones. It returns
// the results by colony, with no tour for a colony without parents. After each of the exchanges in
// steps, of which one follows the last step, the colonies meet others. A tour keeps its own structure where nothing shortens it, so the
// colonies stay different.
func (r *run) meet(ctx context.Context, steps []engineStep) ([]solution, error) {
	var tours [][]uint32
	var colonies []int
	for c, parents := range r.parents {
		if len(parents) > 0 {
			tours, colonies = append(tours, r.shortest(parents).tour), append(colonies, c)
		}
	}
	others := partners(len(tours), r.schedule.Meetings, exchangesIn(steps))
	results, err := recombine.AssembleEach(ctx, r.model.Distance, r.model.Neighbors(), tours, others)
	if err != nil {
		return nil, err
	}
	offspring, errs := make([]solution, len(r.parents)), make([]error, len(results))
	var group sync.WaitGroup
	for i, result := range results {
		child := solution{result.Tour, uint64(result.Length)}
		offspring[colonies[i]] = child
		group.Go(func() { errs[i] = r.verify(colonies[i], child.tour, child.length) })
	}
	group.Wait()
	return offspring, cmp.Or(errs...)
}

// partners returns for each of n tours which others it meets.
func partners(n, meetings, exchanges int) [][]int {
	lists := make([][]int, n)
	for i := range lists {
		for k := range min(meetings, n-1) {
			met := exchanges % (n - 1) * (meetings % (n - 1)) // a schedule may have any number of meetings
			lists[i] = append(lists[i], (i+1+(met+k)%(n-1))%n)
		}
	}
	return lists
}
