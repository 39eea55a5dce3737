package draw

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// Format is a file format of pictures.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// Formats lists the formats.
var Formats = []Format{SVG, PNG, PDF}

// FormatOf returns the format that the suffix of a file name stands for, in upper or lower case.
// The error is an [*Error].
func FormatOf(name string) (Format, error) {
	f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")))
	if !slices.Contains(Formats, f) {
		return "", refuse(name, "the suffix is none of %v", Formats)
	}
	return f, nil
}

// Check returns an [*Error] if an instance cannot be drawn because it has no coordinates, else
// nil.
func Check(in *tsp.Instance) error {
	if in.Located().Metric == tsp.Explicit {
		return refuse(in.Name, "the instance has a matrix and no coordinates, so it cannot be drawn")
	}
	return nil
}

// A Picture shows an instance and its tours. The names of the cities are drawn where there is room;
// with one tour of places that have names or rows, before them the numbers of the stops, from 1 on.
type Picture struct {
	Instance *tsp.Instance // with coordinates
	// Tours: at most two, valid for the instance. Two are compared, and may leave out cities: dots show
	// those that only one of them visits.
	Tours  []tsp.Tour
	Labels []string // names of two tours
	// Trails are drawn below the tours: the more pheromone an edge has, relative to the most, the wider
	// and the less transparent. Edges below 1/32 of the most, and all but 10 per city, are not drawn.
	Trails []Trail
	Open   bool   // the tours are open paths, which do not return to their first city
	Title  string // drawn above the picture; "": no title
}

// Write writes the picture. The error is an [*Error] if the instance is missing or has no
// coordinates, or if there are more than two tours. A tour that is not one of the instance is an
// [*Error] or a [*tsp.Error]. Any other error comes from w.
func (p *Picture) Write(w io.Writer, f Format) error {
	if p.Instance == nil {
		return refuse("picture", "no instance is given")
	}
	if len(p.Tours) > 2 {
		return refuse(p.Instance.Name, "a picture of %d tours; draw at most two", len(p.Tours))
	}
	for _, tour := range p.Tours {
		if err := p.check(tour); err != nil {
			return err
		}
	}
	if err := p.checkTrails(); err != nil {
		return err
	}
	s, err := p.scene()
	if err != nil {
		return err
	}
	switch f {
	case SVG:
		return s.writeSVG(w)
	case PNG:
		return s.writePNG(w)
	case PDF:
		return s.writePDF(w)
	}
	return refuse(string(f), "the format is none of %v", Formats)
}

// check refuses a tour that does not visit each city of the instance once. Beside another one a tour may
// leave out cities, but not all.
func (p *Picture) check(tour tsp.Tour) error {
	if len(p.Tours) == 1 {
		return p.Instance.CheckTour(tour)
	}
	if len(tour) == 0 {
		return refuse(p.Instance.Name, "a tour of no cities")
	}
	visited := make([]bool, p.Instance.Dimension())
	for i, city := range tour {
		switch {
		case city < 0 || int(city) >= len(visited):
			return refuse(p.Instance.Name, "position %d: %s", i+p.Instance.FirstNumber, p.Instance.OutsideText(city))
		case visited[city]:
			return refuse(p.Instance.Name, "%s is visited twice", p.Instance.CityText(city))
		}
		visited[city] = true
	}
	return nil
}

// An Error says why a picture cannot be drawn.
type Error struct {
	Subject string // what is refused, such as the name of an instance or of a file
	Reason  string // what is wrong and what to do
}

// Error returns "subject: reason".
func (e *Error) Error() string { return e.Subject + ": " + e.Reason }

func refuse(subject, format string, args ...any) *Error {
	return &Error{subject, fmt.Sprintf(format, args...)}
}
