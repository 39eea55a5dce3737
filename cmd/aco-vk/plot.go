package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

type plotCommand struct {
	Instance string   `arg:"" help:"Instance with coordinates: a TSPLIB or CSV file, - for standard input, or gen:KIND:CITIES:SEED."`
	Tours    []string `arg:"" optional:"" name:"tour" help:"Tours: TSPLIB files of TYPE TOUR, routes that solve has written, or reports. One is drawn with its start and direction; two are compared, and one of them may be a route of an earlier list of places."`
	Output   string   `short:"o" required:"" help:"Picture to write. Its suffix is the format: .svg, .png or .pdf." placeholder:"FILE"`
	Open     bool     `help:"The tours are open paths: no edge from the last to the first city. Needed only where the files do not say so, as routes and reports of solve do."`

	fixFlag
	inputFlags
}

func (p *plotCommand) Run(c console) error {
	suffix, err := draw.FormatOf(p.Output)
	if err != nil {
		return usageError{fmt.Errorf("--output %w", err)}
	}
	if len(p.Tours) > 2 {
		return usageError{fmt.Errorf("%d tours: give at most two", len(p.Tours))}
	}
	for _, input := range append(p.Tours, p.Instance) {
		if sameFile(input, p.Output) {
			return usageError{fmt.Errorf("%s would be overwritten: give --output another name", input)}
		}
	}
	file, err := newOutput(c, p.Output)
	if err != nil {
		return err
	}
	ctx, stop := untilInterrupted()
	defer stop()
	input, err := p.readAndWarn(ctx, c, p.Instance)
	if err != nil {
		return err
	}
	instance, err := p.withFixed(ctx, input.Instance)
	if err != nil {
		return err
	}
	if err := draw.Check(instance); err != nil {
		return usageError{err}
	}
	picture, err := p.picture(ctx, instance, input.Ends)
	if err != nil {
		return err
	}
	return file.write(func(w io.Writer) error { return picture.Write(w, suffix) })
}

// picture returns the picture with its title.
func (p *plotCommand) picture(ctx context.Context, instance *tsp.Instance, ends *tsp.Ends) (*draw.Picture, error) {
	picture := &draw.Picture{Instance: instance, Title: fmt.Sprintf("%s: %s", instance.Name,
		citiesText(instance, instance.Dimension()))}
	for i, name := range p.Tours {
		given, label, err := p.readTour(ctx, name, instance, ends)
		if err != nil {
			return nil, err
		}
		tour := given.Tour
		if len(p.Tours) == 1 {
			return pictureOf(instance, tour, given.open), nil
		}
		if i > 0 && given.open != picture.Open {
			const text = "%s and %s: one is a closed tour and the other an open path; draw them one by one"
			return nil, usageError{fmt.Errorf(text, p.Tours[0], name)}
		}
		picture.Open = given.open
		picture.Tours = append(picture.Tours, tour)
		picture.Labels = append(picture.Labels, label)
	}
	return picture, nil
}

// readTour reads a tour with its label. One of two may be of an earlier list of places: then it is the
// tour of the places that are kept.
func (p *plotCommand) readTour(
	ctx context.Context, name string, instance *tsp.Instance, ends *tsp.Ends,
) (tour *givenTour, label string, err error) {
	label = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if len(p.Tours) > 1 {
		earlier, err := p.readEarlier(ctx, name, instance)
		if err != nil {
			return nil, "", err
		}
		if !earlier.IsWhole() {
			tour := &givenTour{Tour: earlier.Order, open: p.Open || earlier.Shape == format.ShapeOpen}
			return tour, fmt.Sprintf("%s (%s)", label, days.ChangesText(earlier, instance.Dimension())), nil
		}
	}
	if tour, err = readTour(ctx, name, instance, ends, p.Open); err != nil {
		return nil, "", err
	}
	length := instance.Unit.FormatValue(tour.UnitLength(instance, tour.open))
	return tour, fmt.Sprintf("%s (length %s)", label, length), nil
}

// pictureOf returns the picture of a tour or of an open path.
func pictureOf(instance *tsp.Instance, tour tsp.Tour, open bool) *draw.Picture {
	kind := "tour"
	if open {
		kind = "path"
	}
	title := fmt.Sprintf("%s: a %s of %s, length %s", instance.Name, kind, citiesText(instance, len(tour)),
		instance.Unit.FormatValue(tour.UnitLength(instance, open)))
	return &draw.Picture{Instance: instance, Tours: []tsp.Tour{tour}, Open: open, Title: title}
}
