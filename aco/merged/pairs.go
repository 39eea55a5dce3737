package merged

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// pairing recombines the tours of colonies in pairs. It runs beside the recombination of all tours, parts of which keep one processor busy only.
type pairing struct {
	stop  context.CancelFunc
	group sync.WaitGroup
	next  []solution // by colony; no tour for the first, and for those without parents
	cut   []bool     // by colony: whether its recombination was stopped
	errs  []error
}

// startPairs begins to recombine the tour of each colony but the first with that of another one, so that the colonies keep different tours.
// After each of the exchanges in steps other colonies meet.
func (r *run) startPairs(steps []engineStep) *pairing {
	exchanges := 0
	for _, step := range steps {
		if step.Exchange {
			exchanges++
		}
	}
	n := len(r.parents)
	ctx, stop := context.WithCancel(context.Background())
	p := &pairing{stop: stop, next: make([]solution, n), cut: make([]bool, n), errs: make([]error, n)}
	for c := 1; c < n; c++ {
		other := (c + 1 + exchanges%(n-1)) % n
		tours := slices.Concat(r.parents[c], r.parents[other])
		if len(tours) == 0 { // the devices of both are lost
			continue
		}
		p.group.Go(func() {
			next, made, err := r.merge(ctx, tours, 0)
			p.next[c], p.cut[c], p.errs[c] = next, made > 0, err
		})
	}
	return p
}

// wait returns the recombined tours by colony, nil if they were stopped.
func (p *pairing) wait() ([]solution, error) {
	p.group.Wait()
	p.stop()
	if err := cmp.Or(p.errs...); err != nil || slices.Contains(p.cut, true) {
		return nil, err
	}
	return p.next, nil
}
