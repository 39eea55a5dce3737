package chained

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/recombine"
	"github.com/aco-vk/aco-vk/internal/timed"
)

const (
	// roundIterations is the number of iterations with kicks between two recombinations of all
	// tours. Recombinations take less time than kicks that shorten tours as much.
	roundIterations = 2
	// staleRounds is the number of recombinations of all tours in a row without a shorter tour after
	// which all tours but the best start anew: they resemble each other by then.
	staleRounds = 2
)

// recombinationDue reports whether the next iteration recombines tours.
func (p *population) recombinationDue() bool {
	return len(p.tours) > 1 && p.state.Fresh == 0 && p.state.Round >= roundIterations*p.batches()
}

// pairings returns the number of iterations that recombine pairs of tours before all are
// recombined: enough for each tour to have edges of all. A pair takes a hundredth of the time of
// all.
func (p *population) pairings() int {
	return bits.Len(uint(len(p.tours) - 1))
}

// apart returns how far a tour is from the one that it is recombined with. Distances are 1, 2, 4 and
// so on: each tour gets edges of twice as many in each pairing.
func (p *population) apart() int {
	return 1 + (1<<p.state.Pairings-1)%(len(p.tours)-1)
}

// recombine makes each tour the recombination of itself with another one, so that tours stay
// different. After some of these iterations the first tour becomes the recombination of all. Stale
// tours start anew then.
func (p *population) recombine(ctx context.Context, next *content) error {
	// without a deadline, so that no recombination ends early because it would not end in time
	whole := timed.Undated(ctx)
	n, apart, last := len(p.tours), p.apart(), p.state.Pairings >= p.pairings()
	errs := make([]error, n)
	err := each(ctx, n, func(c int) {
		if c == 0 && last {
			next.tours[0], _, errs[0] = p.mergeAll(whole)
			return
		}
		other := (c + apart) % n
		next.tours[c], errs[c] = p.pair(whole, p.tours[c], p.tours[other])
	})
	if err := cmp.Or(err, cmp.Or(errs...)); err != nil {
		return err
	}
	if !last {
		next.state.Pairings++
		return nil
	}
	next.state.Round, next.state.Pairings = 0, 0
	next.state.Stale++
	if next.tours[0].length < p.best.length {
		next.state.Stale = 0
	}
	if next.state.Stale >= staleRounds {
		return p.renew(ctx, next)
	}
	return nil
}

const (
	// settledRenewals is the fewest searches from new tours without a shorter tour after which a run has
	// settled. With 12 tours and up to 350 cities 2 of 147 runs found one after a single search, and
	// none of 140 after three.
	settledRenewals = 3
	// settledSweeps is how often at least each part of a single tour is kicked without a shorter tour.
	settledSweeps = 50
)

// isSettled reports whether no shorter tour is to be expected: as many searches in a row from new
// tours have found none as it took to find the best tour. A single tour never starts anew, so its
// iterations count.
func (p *population) isSettled(foundAt int) bool {
	if len(p.tours) == 1 {
		return p.state.Iteration-foundAt >= max(settledSweeps*iterationsOfSweep(p.model.Cities), foundAt)
	}
	before := int(p.state.Found) + 1
	return int(p.state.Renewals)-before >= max(settledRenewals, before)
}

// renew makes all colonies but the first start anew.
func (p *population) renew(ctx context.Context, next *content) error {
	next.state.Stale = 0
	if !p.inParts() {
		next.state.Fresh = len(p.tours) - 1
	}
	next.state.Renewals++
	if err := p.model.Diversify(ctx, next.state.Renewals); err != nil {
		return err
	}
	next.before = &colonyTours{slices.Clone(next.tours), slices.Clone(next.foundAt)}
	p.startAnew(next, 1)
	return nil
}

// Cut says how far the last recombination came before the end of the run interrupted it. As many
// rounds give the same tour.
type Cut struct {
	Rounds         int // of [recombine.Merge]
	AssemblyRounds int // of edge assembly afterwards; both 0: the recombination is without effect
}

// mergeAll returns the recombination of all tours and the best one, by [recombine.Merge] and then by
// edge assembly. If the context ends first, it returns the tour after the last complete round, none
// if there is none, how many rounds there were, and the context's error.
func (p *population) mergeAll(ctx context.Context) (result solution, made Cut, err error) {
	began := time.Now()
	tours := p.improved()
	merged, err := recombine.Merge(ctx, p.model.Distance, tours, recombine.DefaultEffort)
	if made.Rounds = merged.Rounds; err == nil || made.Rounds > 0 {
		result = solution{merged.Tour, uint64(merged.Length)}
	}
	if err == nil {
		var assembled solution
		assembled, made.AssemblyRounds, err = p.assemble(ctx, append(tours, merged.Tour), 0)
		switch {
		case err == nil || made.AssemblyRounds > 0:
			result = assembled
		case made.Rounds == 0:
			result = solution{}
		}
	}
	p.recombineTime = time.Since(began)
	return result, made, err
}

// mergeRounds repeats a mergeAll that was interrupted.
func (p *population) mergeRounds(ctx context.Context, made Cut) (result solution, err error) {
	if made == (Cut{}) {
		return result, nil
	}
	tours, effort := p.improved(), recombine.DefaultEffort
	effort.Rounds = made.Rounds
	merged, err := recombine.Merge(ctx, p.model.Distance, tours, effort)
	result = solution{merged.Tour, uint64(merged.Length)}
	if err == nil && made.AssemblyRounds > 0 {
		result, _, err = p.assemble(ctx, append(tours, merged.Tour), made.AssemblyRounds)
	}
	return result, err
}

// pair returns the recombination of two tours. It is edge assembly, which takes a tenth of the time
// of [recombine.Merge] and keeps tours more different.
func (p *population) pair(ctx context.Context, a, b solution) (solution, error) {
	result, _, err := p.assemble(ctx, [][]uint32{a.tour, b.tour}, 0)
	return result, err
}

// assemble returns the recombination of tours by edge assembly, in a number of rounds, or with 0 in
// as many as shorten the tour; and the number that it made.
func (p *population) assemble(ctx context.Context, tours [][]uint32, rounds int) (solution, int, error) {
	result, err := recombine.AssembleEdges(ctx, p.model.Distance, p.model.Neighbors(), tours, recombine.Assembly{Rounds: rounds})
	return solution{result.Tour, uint64(result.Length)}, result.Rounds, err
}
