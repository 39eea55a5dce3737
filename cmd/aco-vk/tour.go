package main

import (
	"fmt"

	"github.com/aco-vk/aco-vk/tsp/verify"
)

type tourCommand struct {
	Check tourCheckCommand `cmd:"" help:"Check that a tour visits every city once, and compute its length, independently of the solver."`
}

type tourCheckCommand struct {
	Instance string `arg:"" help:"Instance: a TSPLIB or CSV file, - for standard input, or gen:KIND:CITIES:SEED."`
	Tour     string `arg:"" help:"Tour: a TSPLIB file of TYPE TOUR, a route that solve has written, a report, or the places in another order."`
	Open     bool   `help:"The file has an open path: the edge from the last to the first city does not count. Needed only where the files do not say so, as routes and reports of solve do."`

	fixFlag
	inputFlags
}

func (t *tourCheckCommand) Run(c console) error {
	ctx, stop := untilInterrupted()
	defer stop()
	input, err := t.readAndWarn(ctx, c, t.Instance)
	if err != nil {
		return err
	}
	instance, err := t.withFixed(ctx, input.Instance)
	if err != nil {
		return err
	}
	given, err := readTour(ctx, t.Tour, instance, input.Ends, t.Open)
	if err != nil {
		return err
	}
	tour, length := given.Tour, given.length
	if err := verify.Allowed(instance, tour, given.open); err != nil {
		return usageError{err}
	}
	units := verify.UnitLength(instance, tour, given.open)
	if given.open {
		fmt.Fprintf(c.out, "%s: %s, of %d cities, length %s\n", instance.Name, describePath(instance, tour), len(tour), instance.Unit.FormatValue(units))
		return nil
	}
	fmt.Fprintf(c.out, "%s: a tour of %d cities, length %s", instance.Name, len(tour), instance.Unit.FormatValue(units))
	if known := knownLength(instance, length); known > 0 {
		fmt.Fprintf(c.out, ", %s over the best known (%d)", gap(length, known), known)
	}
	fmt.Fprintln(c.out)
	return nil
}

// gap writes by how many percent a length exceeds the best known one.
func gap(length, known int64) string {
	return fmt.Sprintf("%.2f%%", 100*(float64(length)/float64(known)-1))
}
