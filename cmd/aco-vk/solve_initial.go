package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/construct"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// initialTour returns the tour of --initial-tour, nil without the flag. If the tour is of an earlier
// list of places, new and moved ones are inserted, and the line says how many.
func (s *solveCommand) initialTour(
	ctx context.Context, line *progressLine, instance *tsp.Instance, ends *tsp.Ends,
) (tsp.Tour, error) {
	if s.InitialTour == "" {
		return nil, nil
	}
	columns, err := format.ParseColumns(s.Columns)
	if err != nil {
		return nil, err
	}
	earlier, err := interruptible(ctx, func() (*format.EarlierTour, error) {
		return format.ReadEarlierTourFile(ctx, s.InitialTour, instance, columns)
	})
	if err != nil {
		return nil, err
	}
	if !earlier.IsWhole() {
		line.say(func() { printEarlier(line.out, s.InitialTour, instance, earlier) })
	} else if err := earlier.Order.Validate(instance.Dimension()); err != nil {
		return nil, usageError{fmt.Errorf("%s is not a tour of %s: %w", s.InitialTour, instance.Name, err)}
	}
	order := earlier.Order
	if ends != nil && earlier.Shape != format.ShapeOpen {
		order = turned(order, *ends, instance.Symmetric())
	}
	return construct.Insert(ctx, instance, order, ends)
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

// printEarlier says what has changed since the list of an earlier tour.
func printEarlier(out io.Writer, name string, instance *tsp.Instance, earlier *format.EarlierTour) {
	fmt.Fprintf(out, "aco-vk: %s: %d places kept, %d new, %d gone, %d moved\n", name, earlier.Kept(instance),
		len(earlier.New), earlier.Gone, len(earlier.Moved))
	if names := earlier.Ambiguous; len(names) > 0 {
		const most = 5
		list := fmt.Sprintf("%q", names[:min(len(names), most)])
		if len(names) > most {
			list += fmt.Sprintf(" and %d more", len(names)-most)
		}
		fmt.Fprintf(out, "aco-vk: warning: %s: several places are called %s and are not told apart; they count as gone and new\n",
			name, strings.Trim(list, "[]"))
	}
}
