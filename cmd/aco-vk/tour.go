package main

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

type tourCommand struct {
	Check tourCheckCommand `cmd:"" help:"Check that a tour visits every city once, and compute its length, independently of the solver."`
}

type tourCheckCommand struct {
	Instance string `arg:"" help:"Instance: a TSPLIB or CSV file, - for standard input, or gen:KIND:CITIES:SEED."`
	Tour     string `arg:"" help:"Tour: a TSPLIB file of TYPE TOUR, a route that solve has written, a report, or the places in another order."`
	Open     bool   `help:"The file has an open path: the edge from the last to the first city does not count."`

	inputFlags
}

func (t *tourCheckCommand) Run(c console) error {
	ctx, stop := untilInterrupted()
	defer stop()
	instance, err := t.readInstance(ctx, c, t.Instance)
	if err != nil {
		return err
	}
	tour, length, err := readTour(ctx, t.Tour, instance)
	if err != nil {
		return err
	}
	if t.Open {
		if length, err = verify.Path(instance, tour, tsp.FreeEnd, tsp.FreeEnd); err != nil {
			return usageError{err}
		}
	}
	if err := verify.Allowed(instance, tour, t.Open); err != nil {
		return usageError{err}
	}
	if t.Open {
		fmt.Fprintf(c.out, "%s: %s, of %d cities, length %s\n", instance.Name, describePath(instance, tour), len(tour), instance.Unit.FormatValue(verify.UnitLength(instance, tour, t.Open)))
		return nil
	}
	fmt.Fprintf(c.out, "%s: a tour of %d cities, length %s", instance.Name, len(tour), instance.Unit.FormatValue(verify.UnitLength(instance, tour, t.Open)))
	if known := knownLength(instance, length); known > 0 {
		fmt.Fprintf(c.out, ", %s over the best known (%d)", gap(length, known), known)
	}
	fmt.Fprintln(c.out)
	return nil
}

// readTour reads a tour of an instance and computes its length.
func readTour(ctx context.Context, name string, instance *tsp.Instance) (tour tsp.Tour, length int64, err error) {
	if tour, err = format.ReadTourFile(ctx, name, instance); err != nil {
		return nil, 0, err
	}
	if length, err = verify.Tour(instance, tour); err != nil {
		return nil, 0, usageError{fmt.Errorf("%s is not a tour of %s: %w", name, instance.Name, err)}
	}
	return tour, length, nil
}

// gap writes by how many percent a length exceeds the best known one.
func gap(length, known int64) string {
	return fmt.Sprintf("%.2f%%", 100*(float64(length)/float64(known)-1))
}
