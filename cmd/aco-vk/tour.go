package main

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/internal/wording"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

type tourCommand struct {
	Check tourCheckCommand `cmd:"" help:"Check that a tour visits every city once, and compute its length, independently of the solver."`
}

type tourCheckCommand struct {
	Instance string `arg:"" file:"read" help:"Instance: a TSPLIB or CSV file, - for standard input, or gen:KIND:CITIES:SEED."`
	Tour     string `arg:"" file:"read" help:"Tour: a TSPLIB file of TYPE TOUR, a route that solve has written, a report, or the places in another order."`
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
		fmt.Fprintf(c.out, "%s: %s, of %s, length %s\n", instance.Name, describePath(instance, tour), citiesText(instance, len(tour)),
			instance.Unit.FormatValue(units))
		return nil
	}
	fmt.Fprintf(c.out, "%s: a tour of %s, length %s", instance.Name, citiesText(instance, len(tour)), instance.Unit.FormatValue(units))
	if known := knownLength(instance, length); known > 0 {
		fmt.Fprintf(c.out, ", %s over the best known (%d)", wording.Gap(length, known), known)
	}
	fmt.Fprintln(c.out)
	return nil
}

// givenTour is the tour of a file, or an open path, that is valid for an instance.
type givenTour struct {
	tsp.Tour
	length int64
	open   bool
}

// readTour reads a tour of an instance. It is an open path if its file says so or with open. If
// its file does not say, it is what the file of the instance asks for: a path with these ends, or
// with nil a closed tour.
func readTour(ctx context.Context, name string, instance *tsp.Instance, ends *tsp.Ends, open bool) (*givenTour, error) {
	file, err := interruptible(ctx, func() (*format.FileTour, error) { return format.ReadTourFile(ctx, name, instance) })
	if err != nil {
		return nil, err
	}
	if open && file.Shape == format.ShapeClosed {
		return nil, usagef("--open: %s says that its tour is closed; leave --open out", name)
	}
	free := tsp.Ends{tsp.FreeEnd, tsp.FreeEnd}
	if ends == nil || file.Shape != format.ShapeUnknown {
		ends = &free
	} else {
		open = true
	}
	given := &givenTour{Tour: file.Tour, open: open || file.Shape == format.ShapeOpen}
	if given.open {
		given.length, err = verify.Path(instance, file.Tour, ends[0], ends[1])
	} else {
		given.length, err = verify.Tour(instance, file.Tour)
	}
	if err != nil {
		return nil, usagef("%s is not a tour of %s: %w", name, instance.Name, err)
	}
	return given, checkReported(name, file, instance, given.length)
}

// checkReported returns an error if a report is of another instance.
func checkReported(name string, file *format.FileTour, instance *tsp.Instance, length int64) error {
	switch {
	case file.SHA256 != "" && file.SHA256 != instance.SHA256():
		const text = "%s is the report of another instance than %s: give the file of that run, and its --fix"
		return usagef(text, name, instance.Name)
	case instance.Given != nil && instance.Given.TooLong != 0: // a run can have had other steps
	case file.Length > 0 && file.Length != length:
		const text = "the tour of %s has length %s in %s, and %s in the report: give the file of that run"
		return usagef(text, name, instance.Unit.Format(length), instance.Name, instance.Unit.Format(file.Length))
	}
	return nil
}
