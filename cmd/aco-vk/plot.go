package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

type plotCommand struct {
	Instance string   `arg:"" help:"Instance with coordinates: a TSPLIB or CSV file, - for standard input, or gen:KIND:CITIES:SEED."`
	Tours    []string `arg:"" optional:"" name:"tour" help:"Tours: TSPLIB files of TYPE TOUR, routes that solve has written, or reports. One is drawn with its start and direction; two are compared."`
	Output   string   `short:"o" required:"" help:"Picture to write. Its suffix is the format: .svg, .png or .pdf." placeholder:"FILE"`
	Open     bool     `help:"The tours are open paths: no edge from the last to the first city."`

	inputFlags
}

func (p *plotCommand) Run(c console) error {
	format, err := draw.FormatOf(p.Output)
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
	instance, err := p.readInstance(ctx, c, p.Instance)
	if err != nil {
		return err
	}
	if err := draw.Check(instance); err != nil {
		return usageError{err}
	}
	picture, err := p.picture(ctx, instance)
	if err != nil {
		return err
	}
	return file.write(func(w io.Writer) error { return picture.Write(w, format) })
}

// picture returns the picture with its title.
func (p *plotCommand) picture(ctx context.Context, instance *tsp.Instance) (*draw.Picture, error) {
	picture := &draw.Picture{Instance: instance, Open: p.Open, Title: fmt.Sprintf("%s: %d cities", instance.Name, instance.Dimension())}
	for _, name := range p.Tours {
		tour, _, err := readTour(ctx, name, instance)
		if err == nil && p.Open {
			_, err = verify.Path(instance, tour, tsp.FreeEnd, tsp.FreeEnd)
		}
		if err != nil {
			return nil, err
		}
		if len(p.Tours) == 1 {
			return pictureOf(instance, tour, p.Open), nil
		}
		label := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
		picture.Tours = append(picture.Tours, tour)
		picture.Labels = append(picture.Labels, fmt.Sprintf("%s (length %s)", label, instance.Unit.FormatValue(tour.UnitLength(instance, p.Open))))
	}
	return picture, nil
}

// pictureOf returns the picture of a tour or of an open path.
func pictureOf(instance *tsp.Instance, tour tsp.Tour, open bool) *draw.Picture {
	kind := "tour"
	if open {
		kind = "path"
	}
	title := fmt.Sprintf("%s: a %s of %d cities, length %s", instance.Name, kind, len(tour), instance.Unit.FormatValue(tour.UnitLength(instance, open)))
	return &draw.Picture{Instance: instance, Tours: []tsp.Tour{tour}, Open: open, Title: title}
}
