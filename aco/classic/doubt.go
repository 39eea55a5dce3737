package classic

import (
	"fmt"

	"github.com/aco-vk/aco-vk/aco/problem"
	"github.com/aco-vk/aco-vk/pipeline"
)

// doubt says why what a batch tells of a site's colonies cannot be right, nil when it can. Nothing is built on a tour before it is
// known to be one, of its length.
func (r *run) doubt(s *site, b batch) error {
	for i, now := range b.colonies {
		if err := r.doubtOf(r.standingsOf(s)[i].state, now, s.whole+b.whole); err != nil {
			return fmt.Errorf("colony %d: %w: %w; what it brought is dropped", s.first+i, err, pipeline.ErrWrongResult)
		}
	}
	return nil
}

// doubtOf compares where a colony stands with where it stood, with the lengths that it found since, and with its tour. So many
// iterations were made to their end.
func (r *run) doubtOf(was problem.State, now progress, whole int) error {
	is := now.state
	if was.Stop == problem.Waiting {
		if is != was {
			return fmt.Errorf("it waits at iteration %d and is at %d", was.Iteration, is.Iteration)
		}
		return nil
	}
	// An iteration counts with its best tour, before it is whole; when a rule holds, no other does.
	at := int(is.Iteration)
	if at != int(was.Iteration)+len(now.lengths) || at > whole+1 || at < whole && is.Stop == problem.Running {
		return fmt.Errorf("it was at iteration %d and is at %d, of %d", was.Iteration, at, whole)
	}
	best := was
	for i, length := range now.lengths {
		if length < best.BestLength {
			best.BestLength, best.BestIteration = length, was.Iteration+uint32(i)+1
		}
	}
	switch rules := r.options.rules(); {
	case is.BestLength != best.BestLength || is.BestIteration != best.BestIteration:
		return fmt.Errorf("its best tour, of length %d at iteration %d, is by its iterations' lengths of length %d at iteration %d",
			is.BestLength, is.BestIteration, best.BestLength, best.BestIteration)
	case is.Stop != rules.Apply(is):
		return fmt.Errorf("it stopped by rule %d at iteration %d, where rule %d holds", is.Stop, is.Iteration, rules.Apply(is))
	case is.BestLength == was.BestLength:
		return nil
	}
	switch length, err := r.measure(now.tour); {
	case err != nil:
		return fmt.Errorf("its best tour is none: %w", err)
	case length != is.BestLength:
		return fmt.Errorf("its best tour, of length %d, is one of %d", is.BestLength, length)
	}
	return nil
}
