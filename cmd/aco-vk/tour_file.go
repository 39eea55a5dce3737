package main

import (
	"context"
	"fmt"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

// givenTour is the tour of a file, or an open path, that is valid for an instance.
type givenTour struct {
	tsp.Tour
	length int64
	open   bool
}

// readTour reads a tour of an instance. It is an open path if its file says so or with open. If its
// file does not say, it is what the file of the instance asks for: a path with these ends, or with
// nil a closed tour.
func readTour(ctx context.Context, name string, instance *tsp.Instance, ends *tsp.Ends, open bool) (*givenTour, error) {
	file, err := readTourFile(ctx, name, instance)
	if err != nil {
		return nil, err
	}
	if open && file.Shape == format.ShapeClosed {
		return nil, usageError{fmt.Errorf("--open: %s says that its tour is closed; leave --open out", name)}
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
		return nil, usageError{fmt.Errorf("%s is not a tour of %s: %w", name, instance.Name, err)}
	}
	return given, checkReported(name, file, instance, given.length)
}

func readTourFile(ctx context.Context, name string, instance *tsp.Instance) (*format.FileTour, error) {
	return interruptible(ctx, func() (*format.FileTour, error) { return format.ReadTourFile(ctx, name, instance) })
}

// checkReported returns an error if a report is of another instance.
func checkReported(name string, file *format.FileTour, instance *tsp.Instance, length int64) error {
	switch {
	case file.SHA256 != "" && file.SHA256 != instance.SHA256():
		return usageError{fmt.Errorf("%s is the report of another instance than %s: give the file of that run, and its --fix", name, instance.Name)}
	case file.Length > 0 && file.Length != length:
		return usageError{fmt.Errorf("the tour of %s has length %s in %s, and %s in the report: give the file of that run", name,
			instance.Unit.Format(length), instance.Name, instance.Unit.Format(file.Length))}
	}
	return nil
}

// readInitialTour reads a tour or an open path of an instance as the cities in their order.
func readInitialTour(ctx context.Context, name string, instance *tsp.Instance) (tsp.Tour, error) {
	file, err := readTourFile(ctx, name, instance)
	if err != nil {
		return nil, err
	}
	if _, err := verify.Tour(instance, file.Tour); err != nil {
		return nil, usageError{fmt.Errorf("%s is not a tour of %s: %w", name, instance.Name, err)}
	}
	return file.Tour, nil
}
