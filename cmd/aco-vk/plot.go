package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/internal/days"
	"github.com/aco-vk/aco-vk/internal/trails"
	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/draw"
	"github.com/aco-vk/aco-vk/tsp/format"
)

type plotCommand struct {
	Instance string   `arg:"" file:"read" help:"Instance with coordinates: a TSPLIB or CSV file, - for standard input, or gen:KIND:CITIES:SEED."`
	Tours    []string `arg:"" optional:"" name:"tour" file:"read" help:"Tours: TSPLIB files of TYPE TOUR, routes that solve has written, or reports. One is drawn with its start and direction; two are compared, and one of them may be a route of an earlier list of places."`
	Output   string   `short:"o" required:"" file:"write" help:"Picture to write. Its suffix is the format: .svg, .png or .pdf." placeholder:"FILE"`
	Open     bool     `help:"The tours are open paths: no edge from the last to the first city. Needed only where the files do not say so, as routes and reports of solve do."`

	Trails    string `placeholder:"FILE" file:"read" help:"Draw the pheromone that solve --trails has written: edges with more of it are wider and less transparent. Edges below 1/32 of the most are not drawn."`
	Iteration int    `placeholder:"INT" help:"Iteration of the pheromone to draw; default the last one in the file."`
	Colony    int    `placeholder:"1" help:"Colony of the pheromone to draw; 1 if not given."`

	fixFlag
	inputFlags
}

func (p *plotCommand) Run(c console) error {
	suffix, err := draw.FormatOf(p.Output)
	if err != nil {
		return usagef("--output %w", err)
	}
	if len(p.Tours) > 2 {
		return usagef("%d tours: give at most two", len(p.Tours))
	}
	if p.Trails == "" && (p.Iteration != 0 || p.Colony != 0) {
		return usagef("--iteration and --colony say what to draw of --trails; give it, or leave them out")
	}
	if p.Iteration < 0 || p.Colony < 0 || uint64(max(p.Iteration, p.Colony)) > math.MaxUint32 {
		return usagef("--iteration and --colony: numbers from 1 to %d", uint32(math.MaxUint32))
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
	if err := p.addTrails(picture); err != nil {
		return err
	}
	return file.write(func(w io.Writer) error { return picture.Write(w, suffix) })
}

// addTrails adds the pheromone of an iteration and a colony to the picture.
func (p *plotCommand) addTrails(picture *draw.Picture) error {
	if p.Trails == "" {
		return nil
	}
	file, err := os.Open(p.Trails)
	if err != nil {
		return usagef("--trails %s: %w", p.Trails, cause(err))
	}
	defer file.Close()
	records, err := trails.Read(file)
	if err != nil {
		return usagef("--trails %s: %w", p.Trails, err)
	}
	iteration, colony := uint32(p.Iteration), uint32(cmp.Or(p.Colony, 1))
	if p.Iteration == 0 {
		for _, r := range records {
			iteration = max(iteration, r.Iteration)
		}
	}
	cities := uint32(picture.Instance.Dimension())
	iterations, colonies := map[uint32]bool{}, map[uint32]bool{}
	for _, r := range records {
		iterations[r.Iteration], colonies[r.Colony] = true, true
		if max(r.From, r.To) > cities || min(r.From, r.To) < 1 {
			return usagef("--trails %s: it has an edge from city %d to %d, and the instance has %d cities", p.Trails, r.From, r.To, cities)
		}
		if r.Iteration == iteration && r.Colony == colony {
			picture.Trails = append(picture.Trails, draw.Trail{From: int32(r.From - 1), To: int32(r.To - 1), Pheromone: r.Pheromone})
		}
	}
	if len(picture.Trails) == 0 {
		return usagef("--trails %s: it has no pheromone of iteration %d and colony %d; it has iterations %s and colonies %s",
			p.Trails, iteration, colony, numbersText(iterations), numbersText(colonies))
	}
	picture.Title += fmt.Sprintf(", pheromone (green) after iteration %d", iteration)
	return nil
}

// numbersText writes a set of numbers, of many the first and the last ones.
func numbersText(numbers map[uint32]bool) string {
	var texts []string
	for _, n := range slices.Sorted(maps.Keys(numbers)) {
		texts = append(texts, fmt.Sprint(n))
	}
	const shown = 10
	if len(texts) > 2*shown {
		texts = slices.Concat(texts[:shown], []string{"…"}, texts[len(texts)-shown:])
	}
	return strings.Join(texts, ", ")
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
			return nil, usagef(text, p.Tours[0], name)
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
