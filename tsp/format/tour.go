package format

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"regexp"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/tsplib"
)

// FileTour is a tour that a file has.
type FileTour struct {
	Tour  tsp.Tour
	Shape Shape
	// Length is the length in a report, in steps of the instance's unit, and SHA256 the hash of
	// its instance; 0 and "" where the file has none.
	Length int64
	SHA256 string
}

// ReadTourFile reads a tour of an instance from a file, as [ReadTour] does.
func ReadTourFile(ctx context.Context, file string, of *tsp.Instance) (*FileTour, error) {
	return opened(file, func(r io.Reader) (*FileTour, error) { return ReadTour(ctx, r, file, of) })
}

// ReadTour reads a tour of an instance. The file is one of these:
//
//   - a tour of TSPLIB or LKH,
//   - the JSON of a route or a report,
//   - a list of cities, also in JSON, or after the number of cities as Concorde writes it,
//   - the edges of a tour as Concorde's linkern writes them,
//   - the places of the instance in another order, in any format that [Read] reads.
//
// Cities are counted from 1. They are counted from 0 in edges, and in a list that has 0 and not
// the number of cities. Places are recognized by a column "row" with their rows in the file of the
// instance, unless their names or coordinates are others, else as [ReadEarlierTour] does. A last place that is the first
// one again is left out. Whether the tour visits each city once, [tsp.Tour.Validate] says. When the
// context ends, the error is its cause.
func ReadTour(ctx context.Context, r io.Reader, name string, of *tsp.Instance) (*FileTour, error) {
	s, err := openTour(ctx, r, name)
	if err != nil {
		return nil, err
	}
	return s.fileTour(of)
}

// openTour reads the text of a tour.
func openTour(ctx context.Context, r io.Reader, name string) (*source, error) {
	limits := Limits{}.withDefaults()
	text, begin, err := openText(ctx, r, name, limits)
	if err != nil {
		return nil, err
	}
	s := &source{ctx: ctx, name: name, limits: limits, isTour: true}
	return s, s.readText(text, guess(begin))
}

// fileTour reads the tour of the text.
func (s *source) fileTour(of *tsp.Instance) (*FileTour, error) {
	f := &FileTour{}
	if err := s.readTour(f, of); err != nil {
		return nil, err
	}
	if last := len(f.Tour) - 1; last > 0 && f.Tour[0] == f.Tour[last] {
		f.Tour, f.Shape = f.Tour[:last], ShapeClosed
	}
	return f, nil
}

// readTour reads the tour in the format that the text has.
func (s *source) readTour(f *FileTour, of *tsp.Instance) (err error) {
	n := of.Dimension()
	format := guess(s.data)
	switch {
	case keyword.Match(firstLine(s.data)):
		f.Shape = s.commentShape()
		f.Tour, err = tsplib.ReadTourContext(s.ctx, s.reader(), s.name)
		return err
	case format == JSON:
		if found, err := s.jsonTour(f, of); found || err != nil {
			return err
		}
	case format == TSPLIB && isRowColumn(firstLine(s.data)):
		return s.rowColumnTour(f, of)
	case format == TSPLIB && isNameColumn(firstLine(s.data)):
		return s.placesTour(f, of)
	case format == TSPLIB && s.isEdges(n):
		f.Tour, err = s.edgesTour(n)
		return err
	case format == TSPLIB:
		list, err := s.numbers()
		if err == nil {
			f.Tour, err = s.listTour(list, n)
		} else if s.isBlankTable() {
			return s.placesTour(f, of)
		}
		return err
	case format == CSV: // too few numbers for the coordinates of places are a list
		if list, err := s.numbers(); err == nil && len(list) >= n && len(list) <= n+2 {
			f.Tour, err = s.listTour(list, n)
			return err
		}
	}
	return s.placesTour(f, of)
}

func firstLine(data []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	return line
}

// Shape says whether the tour of a file returns to its first place.
type Shape int

// The shapes.
const (
	ShapeUnknown Shape = iota // the file does not say
	ShapeClosed               // the file says so, or its last place is the first one again
	ShapeOpen                 // a route, a report or a comment that this program has written
)

// openComment is the comment of a tour in TSPLIB's format that is an open path.
var openComment = regexp.MustCompile(`(?m)^COMMENT\s*:.*, an open path from `)

// commentShape returns the shape that a comment of TSPLIB's format says.
func (s *source) commentShape() Shape {
	specification, _, _ := bytes.Cut(s.data, []byte("TOUR_SECTION"))
	if openComment.Match(specification) {
		return ShapeOpen
	}
	return ShapeUnknown
}

// routeProperties say whether a route is closed.
type routeProperties struct {
	Closed *bool `json:"closed"` // nil: the file does not say
}

func (p routeProperties) shape() Shape {
	switch {
	case p.Closed == nil:
		return ShapeUnknown
	case *p.Closed:
		return ShapeClosed
	}
	return ShapeOpen
}

// ownGPX matches a GPX file that this program has written. Other programs write closed tours
// without the first place at the end.
var ownGPX = regexp.MustCompile(`<gpx\s[^>]*creator="aco-vk"`)

// ownKML matches what KML that this program has written says of its line.
var ownKML = regexp.MustCompile(`<Data name="` + closedData + `">\s*<value>(true|false)</value>`)

// routeShape returns the shape that GeoJSON or KML says of its line, or that a GPX file has unless
// its last place is the first one again.
func (s *source) routeShape(format Format) Shape {
	var route struct {
		Features []struct {
			Properties routeProperties `json:"properties"`
		} `json:"features"`
	}
	switch closed := ownKML.FindSubmatch(s.data); {
	case closed != nil && string(closed[1]) == "true":
		return ShapeClosed
	case closed != nil || format == GPX && ownGPX.Match(s.data):
		return ShapeOpen
	case format == JSON && json.Unmarshal(s.data, &route) == nil && len(route.Features) > 0:
		return route.Features[0].Properties.shape()
	}
	return ShapeUnknown
}
