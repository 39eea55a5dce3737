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
	s, err := openTour(ctx, r, name, Limits{})
	if err != nil {
		return nil, err
	}
	f, visited, err := s.readVisit(of, Options{})
	if err != nil || visited == nil {
		return f, err
	}
	e := visited.earlier(of)
	if len(e.New) > 0 || e.Gone > 0 {
		return nil, refuse(name, "its places are not those of %s: neither a column row, nor the names, nor the coordinates name "+
			"each place once", of.Name)
	}
	return &FileTour{Tour: e.visits, Shape: e.Shape}, nil
}

// openTour reads the text of a tour. A closed tour may repeat its first place, so it may have one place
// more than the limit.
func openTour(ctx context.Context, r io.Reader, name string, limits Limits) (*source, error) {
	limits = limits.withDefaults()
	limits.Places++
	text, begin, err := openText(ctx, r, name, limits)
	if err != nil {
		return nil, err
	}
	s := &source{ctx: ctx, name: name, limits: limits, isTour: true}
	return s, s.readText(text, guess(begin))
}

// readVisit reads the text of a tour: the tour if it has numbers of cities, else the places of a visit. The
// options are those of ReadEarlierTour.
func (s *source) readVisit(of *tsp.Instance, o Options) (*FileTour, *visitedPlaces, error) {
	f := &FileTour{}
	visited, err := s.readPlaces(f, of, o)
	if err != nil || visited != nil {
		return nil, visited, err
	}
	if last := len(f.Tour) - 1; last > 0 && f.Tour[0] == f.Tour[last] {
		f.Tour, f.Shape = f.Tour[:last], ShapeClosed
	}
	return f, nil, nil
}

// readPlaces returns the places of the text. If it has numbers of cities, it sets the tour, and returns nil.
func (s *source) readPlaces(f *FileTour, of *tsp.Instance, o Options) (visited *visitedPlaces, err error) {
	n, line, format := of.Dimension(), firstLine(s.data), guess(s.data)
	isMap := format == GPX
	switch {
	case keyword.Match(line) && !isNameColumn(line):
		f.Shape = s.commentShape()
		f.Tour, err = tsplib.ReadTourContext(s.ctx, s.reader(), s.name)
		return nil, err
	case format == JSON:
		if visited, found, err := s.jsonTour(f, of); found || err != nil {
			return visited, err
		}
		isMap = true
	case format == TSPLIB && isRowColumn(line):
		return nil, s.rowColumnTour(f, of)
	case format == TSPLIB && s.isEdges(n):
		f.Tour, err = s.edgesTour(n)
		return nil, err
	case format == TSPLIB && !isNameColumn(line) && !s.isBlankTable():
		list, err := s.numbers()
		return nil, s.setTour(f, list, err, of)
	case format == CSV: // too few numbers for the coordinates of places are a list
		if list, err := s.numbers(); err == nil && len(list) >= n && len(list) <= n+2 {
			return nil, s.setTour(f, list, nil, of)
		}
	case format == XLSX:
		kml, err := s.openArchive()
		if err != nil {
			return nil, err
		}
		isMap = kml != nil
	}
	if isMap {
		return s.placesOfMap(format, of)
	}
	visited, err = s.csvPlaces(of, o)
	if visited == nil && err == nil {
		err = s.rowColumnTour(f, of)
	}
	return visited, err
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
