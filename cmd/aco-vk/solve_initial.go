package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// setInitialTour sets the tour of --initial-tour and the price of --stay-close, if these flags are
// given. If the tour is of an earlier list of places, new and moved ones are inserted, and the line
// says how many.
func (s *solveCommand) setInitialTour(
	ctx context.Context, line *progressLine, instance *tsp.Instance, options *aco.Options,
) (err error) {
	if s.StayClose != "" {
		if options.StayClose.Price, err = instance.Unit.Parse(s.StayClose); err != nil {
			return usageError{fmt.Errorf("--stay-close: %w", err)}
		}
		if options.StayClose.Price < 0 {
			return usageError{fmt.Errorf("--stay-close %s is negative; give a length above 0", s.StayClose)}
		}
	}
	if s.InitialTour == "" {
		return nil
	}
	earlier, err := s.readEarlier(ctx, s.InitialTour, instance)
	if err != nil {
		return err
	}
	if !earlier.IsWhole() {
		line.say(func() { printEarlier(line.out, line.always, s.InitialTour, instance, earlier) })
	} else if err := instance.CheckTour(earlier.Order); err != nil {
		return usageError{fmt.Errorf("%s is not a tour of %s: %w", s.InitialTour, instance.Name, err)}
	}
	order, isOpen := earlier.Order, earlier.Shape == format.ShapeOpen
	if options.StayClose.Price != 0 {
		options.StayClose.Order, options.StayClose.Open = order, isOpen
	}
	if options.Path != nil && !isOpen {
		order = turned(order, *options.Path, instance.Symmetric())
	}
	options.InitialTour, err = construct.Insert(ctx, instance, order, options.Path)
	return err
}

// turned returns a closed tour in the order of a path from its first end on, if the tour has this
// end, else to its last one. A symmetric tour that begins with both ends is turned round.
func turned(tour tsp.Tour, ends tsp.Ends, symmetric bool) tsp.Tour {
	first := slices.Index(tour, ends[0])
	if first < 0 {
		first = slices.Index(tour, ends[1]) + 1 // 0 without both
	}
	tour = slices.Concat(tour[first:], tour[:first])
	if symmetric && len(tour) > 1 && tour[1] == ends[1] {
		slices.Reverse(tour[1:])
	}
	return tour
}

// readEarlier reads a tour of an instance or of an earlier list of its places, which was read as the
// flags say.
func (f *inputFlags) readEarlier(ctx context.Context, name string, instance *tsp.Instance) (*format.EarlierTour, error) {
	options, err := f.formatOptions()
	if err != nil {
		return nil, err
	}
	return interruptible(ctx, func() (*format.EarlierTour, error) {
		return format.ReadEarlierTourFile(ctx, name, instance, options)
	})
}

// printEarlier says what has changed since the list of an earlier tour.
func printEarlier(out, warnings io.Writer, name string, instance *tsp.Instance, earlier *format.EarlierTour) {
	fmt.Fprintf(out, "aco-vk: %s: %s\n", name, days.ChangesText(earlier, instance.Dimension()))
	if names := earlier.Ambiguous; len(names) > 0 {
		const most = 5
		list := fmt.Sprintf("%q", names[:min(len(names), most)])
		if len(names) > most {
			list += fmt.Sprintf(" and %d more", len(names)-most)
		}
		fmt.Fprintf(warnings, "%s%s: several places are called %s and are not told apart; they count as gone and new\n",
			warningPrefix, name, strings.Trim(list, "[]"))
	}
}
