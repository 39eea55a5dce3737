package main

import (
	"context"
	"fmt"
	"io"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/internal/choice"
	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/format"
)

// setInitialTour sets the tour of --initial-tour and the price of --stay-close, if these flags are
// given. A run to repeat has its own price. If the tour is of an earlier list of places, new and moved ones are inserted, and the line
// says how many.
func (s *solveCommand) setInitialTour(
	ctx context.Context, line *progressLine, instance *tsp.Instance, options *aco.Options, replay *replayed,
) (err error) {
	if options.StayClose.Price, err = s.price(instance.Unit, replay); err != nil {
		return err
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
		return usagef("%s is not a tour of %s: %w", s.InitialTour, instance.Name, err)
	}
	if options.StayClose.Price != 0 {
		options.StayClose.Order, options.StayClose.Open = earlier.Order, earlier.Shape == format.ShapeOpen
	}
	options.InitialTour, err = days.Start(ctx, instance, earlier, options.Path)
	return err
}

// price returns the price of a new leg, of --stay-close or of the run to repeat; 0: none.
func (s *solveCommand) price(unit tsp.Unit, replay *replayed) (price int64, err error) {
	if s.StayClose != "" {
		if price, err = choice.Length(unit, "StayClose.Price", s.StayClose); err != nil {
			return 0, err
		}
	}
	if replay == nil {
		return price, nil
	}
	switch recorded := replay.StayClose.Price; {
	case s.StayClose != "" && price != recorded:
		return 0, usagef("--stay-close %s: the run of %s had the price %s for a new leg; leave --stay-close out",
			s.StayClose, s.Replay, unit.Format(recorded))
	case recorded != 0 && s.InitialTour == "":
		return 0, usagef("--replay %s: the run had the price %s for each leg that its earlier tour does not have; "+
			"give that tour with --initial-tour%s", s.Replay, unit.Format(recorded), replay.initialText())
	default:
		return recorded, nil
	}
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
	if text := days.AmbiguousText(earlier); text != "" {
		fmt.Fprintf(warnings, "%s%s: %s\n", warningPrefix, name, text)
	}
}
