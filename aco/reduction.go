package aco

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/aco-vk/aco-vk/aco/merged/model"
	"github.com/aco-vk/aco-vk/aco/option"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/reduce"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// reduction converts the caller's instance to one that the algorithms solve: they search for
// closed tours and take at most one fixed edge for each city. Coincident cities are contracted.
// Closed tours stand for open paths. Paths of fixed edges are contracted.
type reduction struct {
	original    *tsp.Instance       // of the caller
	parts       []part              // that are not nil below, in this order
	coincidence *reduce.Coincidence // nil: each city is a place of its own
	path        *reduce.ClosedPath  // nil: the caller asks for a closed tour
	ends        tsp.Ends            // as Options.Path
	chosen      bool                // free ends were replaced by cities for the run
	contraction *reduce.Contraction // nil: the algorithm works on all cities
	// the asymmetric matrix whose node pairs the algorithm works on; nil: it works on no pairs
	unpaired *tsp.Instance
	offset   int64 // length in the original minus the length that the algorithm computes
}

// reduce sets the instance that the algorithm works on, and converts the options that depend on
// it. The other options are valid.
func (r *request) reduce(ctx context.Context) error {
	if err := r.reducePlaces(ctx); err != nil {
		return err
	}
	if r.reduction.chosen && r.resumed != nil {
		// A run that began from an initial tour has one more city.
		if r.keepsFree = r.resumed.Header.Instance.Cities == r.instance.Dimension()+1; r.keepsFree {
			if err := r.reducePlaces(ctx); err != nil {
				return err
			}
		}
	}
	d := r.reduction
	if d.chosen {
		r.options.Reserve += improveEndsTime + time.Duration(r.original.Dimension())*improveEndsTimePerCity
	}
	if err := r.reduceInitialTour(); err != nil {
		return err
	}
	r.allowed = newAllowedLengths(r.original, r.options.Path != nil)
	r.stopAtLeast()
	r.options.Target = d.target(r.options.Target)
	return nil
}

// reducePlaces sets the instance, with coincident cities contracted if the run has them so.
func (r *request) reducePlaces(ctx context.Context) error {
	if c := r.coincidence(ctx); c == nil || r.reduceInstance(ctx, c) != nil || r.isOlder() {
		return r.reduceInstance(ctx, nil)
	}
	return nil
}

// coincidence returns the contraction of coincident cities, nil for a run on all cities.
func (r *request) coincidence(ctx context.Context) *reduce.Coincidence {
	switch method := r.options.Method.(type) {
	case Preset:
		return nil // a published system, unchanged
	case Replay:
		if method.Chained == nil && method.Schedule.steps.DistinctPlaces == 0 {
			return nil
		}
	}
	if ends := r.options.Path; ends != nil && slices.ContainsFunc(ends[:], func(city int32) bool {
		return city < tsp.FreeEnd || int(city) >= r.original.Dimension()
	}) {
		return nil // reduceInstance refuses the path
	}
	c := reduce.Coincident(ctx, r.original, r.options.Path)
	if t := r.options.InitialTour; c == nil || t.Validate(r.original.Dimension()) != nil {
		return c
	}
	// With rounded distances a tour that passes a place twice can be shorter.
	given, _ := verify.Tour(r.original, r.options.InitialTour)
	if reduced, _ := verify.Tour(r.original, c.Expand(c.Reduce(r.options.InitialTour))); reduced > given {
		return nil
	}
	return c
}

// isOlder reports whether a run to resume has more cities than the reduced instance: in earlier
// versions coincident cities were several, and with a preset they are.
func (r *request) isOlder() bool {
	if r.resumed == nil {
		return false
	}
	cities := r.instance.Dimension()
	if !r.instance.Symmetric() && r.instance.Metric == tsp.Explicit &&
		r.resumed.Header.Algorithm == string(AlgorithmMerged) {
		cities *= 2 // node pairs
	}
	return r.resumed.Header.Instance.Cities != cities
}

// reduceInstance sets the instance that the algorithm works on and its reduction.
func (r *request) reduceInstance(ctx context.Context, coincidence *reduce.Coincidence) error {
	d := &reduction{original: r.original, coincidence: coincidence}
	r.reduction, r.instance = d, r.original
	if coincidence != nil {
		r.instance, d.parts = coincidence.Instance, append(d.parts, coincidence)
	}
	if r.options.Path != nil {
		d.ends = *r.options.Path
		ends := d.ends
		if coincidence != nil {
			ends = coincidence.Ends(ends)
		}
		ends, err := r.chooseEnds(ctx, ends)
		if err != nil {
			return err
		}
		if d.path, err = reduce.ClosePath(ctx, r.instance, ends); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			return refuse("Path", "%v", err)
		}
		r.instance, d.offset, d.parts = d.path.Instance, d.path.Offset, append(d.parts, d.path)
	}
	if d.contraction = reduce.Contract(r.instance); d.contraction != nil {
		r.instance, d.parts = d.contraction.Instance, append(d.parts, d.contraction)
		d.offset += d.contraction.Offset
	}
	return nil
}

const (
	// maxPathMatrix: a path with a free end of at most so many cities takes a matrix with one more city.
	// Larger ones take the time and memory of the search: with 8 s on two busy cores, paths of 2000
	// cities were .3% longer, and paths of 10,000 as long as a random one. Chosen ends make a path some two
	// edges longer.
	maxPathMatrix = 1500
	// The time that the ends of a path are improved in, at most: measured with 2000 to 1,000,000 cities.
	improveEndsTime, improveEndsTimePerCity = 3 * time.Millisecond, 300 * time.Nanosecond
)

// chooseEnds returns cities in place of free ends where the matrix would be large. When the run has ended,
// the path is improved at its ends. A run from an initial tour, which has other ends, takes the matrix.
func (r *request) chooseEnds(ctx context.Context, ends tsp.Ends) (tsp.Ends, error) {
	in := r.instance
	if !slices.Contains(ends[:], tsp.FreeEnd) || in.Metric == tsp.Explicit || !in.Symmetric() ||
		in.Dimension() <= maxPathMatrix || r.options.InitialTour != nil || r.keepsFree {
		return ends, nil
	}
	if err := reduce.CheckEnds(in, ends); err != nil {
		return ends, nil // ClosePath refuses them
	}
	r.reduction.chosen = true
	return construct.ChooseEnds(ctx, in, ends)
}

// usePairs replaces an asymmetric matrix by its node pairs, for Merged.
func (r *request) usePairs() error {
	if r.instance.Symmetric() || r.instance.Metric != tsp.Explicit {
		return nil
	}
	pairs, err := reduce.NodePairs(r.instance)
	if err != nil {
		return option.Errorf("distances: %v", err).With(model.UseMMAS)
	}
	d := r.reduction
	d.unpaired, r.instance, d.parts = r.instance, pairs, append(d.parts, nodePairs{})
	if r.options.InitialTour != nil {
		r.options.InitialTour = nodePairs{}.Reduce(r.options.InitialTour)
	}
	return nil
}

// dropPairs undoes usePairs, for another algorithm.
func (r *request) dropPairs() {
	d := r.reduction
	if d.unpaired == nil {
		return
	}
	d.unpaired, r.instance, d.parts = nil, d.unpaired, d.parts[:len(d.parts)-1]
	if r.options.InitialTour != nil {
		r.options.InitialTour = nodePairs{}.Expand(r.options.InitialTour)
	}
}

// part is a part of a reduction: each tour of a smaller instance stands for one of a larger instance.
type part interface {
	Expand(tsp.Tour) tsp.Tour
	Reduce(tsp.Tour) tsp.Tour
}

// nodePairs is the part that stands for an asymmetric matrix.
type nodePairs struct{}

func (nodePairs) Expand(tour tsp.Tour) tsp.Tour { return reduce.FromNodes(tour) }

func (nodePairs) Reduce(tour tsp.Tour) tsp.Tour { return reduce.ToNodes(tour) }

// target returns the target of the algorithm for one in the original, 0 if there is none.
func (d *reduction) target(target int64) int64 {
	if target <= 0 {
		return target
	}
	return max(1, target-d.offset)
}

// expand returns the tour of the original for one that an algorithm has found.
func (d *reduction) expand(tour tsp.Tour) tsp.Tour {
	for _, p := range slices.Backward(d.parts) {
		tour = p.Expand(tour)
	}
	return d.inOrder(tour)
}

// inOrder returns a path with two free ends from the end with the smaller number on.
func (d *reduction) inOrder(tour tsp.Tour) tsp.Tour {
	free := tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	if d.path != nil && d.original.Symmetric() && d.ends == free && tour[0] > tour[len(tour)-1] {
		slices.Reverse(tour)
	}
	return tour
}

// unitDistance returns the distance in units between two cities that an algorithm visits one after the
// other; +Inf: no edge. Steps do not tell all such distances apart.
func (d *reduction) unitDistance(from, to int32) float64 {
	if d.unpaired != nil {
		switch {
		case (from^to)&1 == 0:
			return math.Inf(1)
		case from&1 == 1: // backwards
			from, to = to, from
		}
		from, to = from/2, to/2
	}
	if c := d.contraction; c != nil {
		_, from = c.Ends(from)
		to, _ = c.Ends(to)
	}
	if d.path != nil && (d.path.IsAdded(from) || d.path.IsAdded(to)) {
		return 0
	}
	if c := d.coincidence; c != nil {
		from, to = c.First(from), c.First(to)
	}
	return d.original.UnitDistance(int(from), int(to))
}

// length converts a length of the algorithm to the length in the original.
func (d *reduction) length(length int64) int64 { return length + d.offset }

// verify returns the verified length of a tour of the original.
func (d *reduction) verify(tour tsp.Tour) (int64, error) {
	if d.path != nil {
		return verify.Path(d.original, tour, d.ends[0], d.ends[1])
	}
	return verify.Tour(d.original, tour)
}

// expandResult converts the tour and all lengths of a result to the original. It verifies the tour
// again.
func (r *request) expandResult(result *Result) error {
	d := r.reduction
	if len(d.parts) == 0 {
		return nil
	}
	result.Tour, result.Length = d.expand(result.Tour), d.length(result.Length)
	result.Path = r.options.Path
	switch own := result.Method.(type) {
	case *MergedResult:
		if schedule := &own.Schedule.steps; schedule.Target > 0 {
			schedule.Target += d.offset
		}
		if d.coincidence != nil {
			own.Schedule.steps.DistinctPlaces = d.coincidence.Distinct
		}
	case *ClassicResult:
		if own.AntsBest > 0 {
			own.AntsBest = d.length(own.AntsBest)
		}
	}
	if result.FirstTour != "" {
		result.FirstLength = d.length(result.FirstLength)
	}
	for i := range result.Trace {
		result.Trace[i].Length = d.length(result.Trace[i].Length)
	}
	for i := range result.Colonies {
		if c := &result.Colonies[i]; c.BestLength > 0 {
			c.BestLength = d.length(c.BestLength)
		}
	}
	length, err := d.verify(result.Tour)
	if err == nil && length != result.Length {
		err = fmt.Errorf("reported length %d, verified length %d", result.Length, length)
	}
	if err == nil && d.chosen {
		began, before := time.Now(), result.Length
		result.Tour = d.inOrder(construct.ImproveEnds(d.original, result.Tour, d.ends))
		result.Length, err = d.verify(result.Tour)
		if result.Elapsed += time.Since(began); result.Length < before {
			result.Trace = append(result.Trace, Improvement{result.Iterations, result.Elapsed, result.Length, false})
		}
	}
	if err != nil {
		return fmt.Errorf("expanding a tour of %d cities to %d: %w", r.instance.Dimension(), len(result.Tour), err)
	}
	result.Reference = r.referenceOf(result.Length)
	return nil
}

// reduceInitialTour replaces the initial tour of the options, if there is one, by the one that the
// algorithm works on.
func (r *request) reduceInitialTour() error {
	tour := r.options.InitialTour
	if tour == nil {
		return nil
	}
	if err := r.original.CheckTour(tour); err != nil {
		return refuse("InitialTour", "%v", err)
	}
	reduced, err := r.reduction.reduce(tour)
	if err != nil {
		return refuse("InitialTour", "%v", err)
	}
	r.options.InitialTour = reduced
	if r.initialLength, err = r.reduction.verify(tour); err != nil { // it has other ends than the path
		r.initialLength, err = r.reduction.verify(r.reduction.expand(reduced))
	}
	return err
}

// reduce converts a tour of the original to a tour that an algorithm works on. It refuses a
// tour without a fixed edge of the instance.
func (d *reduction) reduce(tour tsp.Tour) (tsp.Tour, error) {
	hasFixed := func(in *tsp.Instance) error {
		if len(in.Fixed) == 0 {
			return nil
		}
		_, err := verify.Tour(in, tour)
		return err
	}
	if err := hasFixed(d.original); err != nil {
		return nil, err
	}
	for _, p := range d.parts {
		tour = p.Reduce(tour)
		if path, ok := p.(*reduce.ClosedPath); ok {
			if err := hasFixed(path.Instance); err != nil {
				return nil, err
			}
		}
	}
	return tour, nil
}

// notifyCoincidence says how many places are distinct, where cities at one place are contracted.
func (r *request) notifyCoincidence() {
	if c := r.reduction.coincidence; c != nil {
		verb := "are"
		if c.Distinct == 1 {
			verb = "is"
		}
		const text = "%d of %d places %s distinct; those at one point are visited one after the other"
		r.notify(NoticePlaces, fmt.Sprintf(text, c.Distinct, r.original.Dimension(), verb))
	}
}

// notifyInitialTour says what became of the initial tour.
func (r *request) notifyInitialTour(result *Result) {
	if r.options.InitialTour == nil || result.Algorithm == AlgorithmExhaustive {
		return
	}
	own := result.FirstLength
	unit, length := r.original.Unit, r.initialLength
	switch known := r.allowed.surely(length) && own > 0; {
	case result.FirstTour == FirstInitial:
		r.notify(NoticeRun, "the run started from the initial tour")
	case known && length > own:
		const text = "%s: its length is %s, and the run's own first tour has %s, %.2f%% less"
		r.notify(NoticeRun, fmt.Sprintf(text, result.InitialUse.text(),
			unit.Format(length), unit.Format(own), 100*float64(length-own)/float64(length)))
	default:
		r.notify(NoticeRun, result.InitialUse.text()+": the run's own first tour is shorter")
	}
}

// text says what became of the initial tour.
func (u InitialUse) text() string {
	switch u {
	case InitialColony:
		return "one search started from the initial tour"
	case InitialEdges:
		return "one search started with edges of the initial tour"
	}
	return "the initial tour was not used"
}
