package merged

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/aco-vk/aco-vk/aco/engine"
	"github.com/aco-vk/aco-vk/aco/recombine"
)

// merge recombines tours as shorten does and verifies the result. It makes so many rounds of a search
// as made says, with 0 as many as are due. If the context ends earlier, it sets made to what repeats
// the result.
func (r *run) merge(ctx context.Context, tours [][]uint32, made *engine.Exchanged) (solution, error) {
	if made.Cut || len(tours) == 1 {
		return r.shortest(tours), nil
	}
	result, err := r.shorten(ctx, tours, made.Rounds)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		if made.Rounds, err = result.Rounds, nil; made.Rounds == 0 {
			made.Cut = true
			return r.shortest(tours), nil
		}
	}
	if err == nil {
		err = r.verify(0, result.Tour, uint64(result.Length))
	}
	if err != nil {
		err = fmt.Errorf("recombining %d tours of %d cities: %w", len(tours), r.model.Cities, err)
	}
	return solution{result.Tour, uint64(result.Length)}, err
}

// shortest returns the first shortest of verified tours.
func (r *run) shortest(tours [][]uint32) (best solution) {
	for i, tour := range tours {
		if length := r.model.LengthOf(tour); i == 0 || length < best.length {
			best = solution{slices.Clone(tour), length}
		}
	}
	return best
}

// method is how tours are recombined.
type method int

const (
	// windowsAlone is recombine.Merge.
	windowsAlone method = iota
	// windowsFirst is recombine.Merge, and then edge assembly unless a number of rounds is given. In
	// this order the result is never longer than the result of Merge; in the other order it can be. If
	// the context ends the edge assembly, the result is the one of Merge with all its rounds.
	windowsFirst
	// cyclesAlone is edge assembly.
	cyclesAlone
	// cyclePairs is edge assembly with pairs of AB-cycles.
	cyclePairs
)

// methodFor returns how tours are recombined.
//
//	fixed edges                        windowsAlone
//	tours that have met others         cyclePairs
//	more cities than mergeCities       cyclesAlone
//	few ants before                    cyclesAlone
//	tours with few edges in common     cyclesAlone
//	else                               windowsFirst
//
// With many cities edge assembly gains more per second: eight different tours of a million uniform
// cities became 3.7% shorter in 5.6 s of processor time, and 2.6% in 17 s by Merge. So does it after
// few ants: sixteen tours of 1000 uniform cities after one iteration became 10.3% shorter in .04 s,
// and 10.9% in 6.1 s by Merge. After Merge it finds less: 64 tours of C100k.0 became one .250% above
// the best known with Merge, and .222% without.
func (r *run) methodFor(tours [][]uint32) method {
	effort := r.effort()
	switch s := &r.schedule; {
	case !s.EdgeAssembly:
		return windowsAlone
	case s.Meetings > 0:
		return cyclePairs
	case r.model.Cities > mergeCities, !effort.Searches(r.model.Cities), r.differ(tours):
		return cyclesAlone
	}
	return windowsFirst
}

// shorten recombines tours by the method for them.
func (r *run) shorten(ctx context.Context, tours [][]uint32, rounds int) (recombine.Result, error) {
	near, method := r.model.Neighbors(), r.methodFor(tours)
	if method == cyclesAlone || method == cyclePairs {
		how := recombine.Assembly{Rounds: rounds, Pairs: method == cyclePairs}
		return recombine.AssembleEdges(ctx, r.model.Distance, near, tours, how)
	}
	effort := r.effort()
	effort.Rounds = rounds
	merged, err := recombine.Merge(ctx, r.model.Distance, tours, effort)
	if err != nil || rounds > 0 || method == windowsAlone {
		return merged, err
	}
	tours = append(slices.Clip(tours), merged.Tour)
	whole, err := recombine.AssembleEdges(ctx, r.model.Distance, near, tours, recombine.Assembly{})
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return merged, context.DeadlineExceeded
	}
	return whole, err
}

const (
	// leastCommon is the percentage of edges that tours must have in common for recombine.Merge. Where
	// they have fewer, its windows are wide: sixteen tours of the lattice u2319 have 3%, and took half
	// of a run of 2 s. On an H200, four runs of 2 s of pcb3038 without this bound ended at .044% on
	// average, and five with it at .025%. Two runs each ended at .012% with 60 and at .011% with 101.
	leastCommon = 80
	// mostDifferent is the most cities for which leastCommon counts. It was measured up to 4461.
	mostDifferent = 5000
)

// differ reports whether tours have too few edges in common for recombine.Merge.
func (r *run) differ(tours [][]uint32) bool {
	n := r.model.Cities
	return n <= mostDifferent && recombine.CommonEdges(tours) < n*leastCommon/100
}

// statesPerAnt is how many states recombine.Merge may keep for each ant of the run so far. An ant
// takes 15 to 25 µs of processor time and a state .2 to 1 µs, so Merge takes less time than the ants.
const statesPerAnt = 10

const (
	// mergeCities is the most cities for recombine.Merge, unless edges are fixed. Eight tours of a
	// million cities took 17 s by it.
	mergeCities = 400_000
	// pairCities is the most cities for which recombine.Merge has windows of all sizes. It counts where no
	// tours meet others, as with fixed edges. With more cities a GPU waited for recombinations in half of a run: E100k.0 ended at .141% after 10 s
	// with 24 pairs by recombine.Merge, and at .130% with 36 pairs by edge assembly.
	pairCities = 30_000
	// statesPerCity allows windows of the first size.
	statesPerCity = 120
)

// effort returns the effort of recombine.Merge after the iterations so far.
func (r *run) effort() recombine.Effort {
	effort := recombine.DefaultEffort
	effort.Work = max(1, statesPerAnt*r.Scheduled()*r.model.Ants*r.model.Parameters.Colonies)
	if r.model.Cities > pairCities {
		effort.Work = min(effort.Work, statesPerCity*r.model.Cities)
	}
	return effort
}
