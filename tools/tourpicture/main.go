// Command tourpicture draws a tour as an SVG picture on standard output: the tour as a thin line, each city as a dot.
//
//	go run ./tools/tourpicture testdata/zone1970.tsp testdata/zone1970.tour > docs/figures/zone1970.svg
//
// The instance is a TSPLIB or CSV file with coordinates in the plane or on the globe, or gen:KIND:CITIES:SEED.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/verify"
)

type commandLine struct {
	Instance string `arg:"" help:"Instance: a TSPLIB or CSV file, or gen:KIND:CITIES:SEED."`
	Tour     string `arg:"" help:"Tour: a TSPLIB file of TYPE TOUR."`
}

func main() {
	var line commandLine
	context := kong.Parse(&line)
	context.FatalIfErrorf(line.draw(os.Stdout))
}

// draw writes the picture.
func (l *commandLine) draw(w io.Writer) error {
	instance, err := readInstance(l.Instance)
	if err != nil {
		return err
	}
	tour, err := tsp.ReadTourFile(l.Tour)
	if err != nil {
		return err
	}
	length, err := verify.Tour(instance, tour)
	if err != nil {
		return err
	}
	plane, err := projectionOf(instance)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	title := fmt.Sprintf("%s: a tour of %d cities, length %d", instance.Name, len(tour), length)
	if err := writePicture(out, title, plane.cities, plane.route(tour)); err != nil {
		return err
	}
	return out.Flush()
}

func readInstance(name string) (*tsp.Instance, error) {
	spec, generated := strings.CutPrefix(name, "gen:")
	if !generated {
		return tsp.ReadFile(name)
	}
	kind, cities, seed, err := tsp.ParseGenerator(spec)
	if err != nil {
		return nil, err
	}
	return tsp.Generate(kind, cities, seed)
}
