package format

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/internal/schema"
	"github.com/aco-vk/aco-vk/tsp"
)

// FileTour is a tour that a file has.
type FileTour struct {
	Tour  tsp.Tour
	Shape Shape
	// Length is that of a report, in steps of the instance's unit, and SHA256 the hash of its
	// instance; 0 and "" where the file has none.
	Length int64
	SHA256 string
}

// Shape says whether the tour of a file returns to its first place.
type Shape int

// The shapes.
const (
	ShapeUnknown Shape = iota // the file does not say
	ShapeClosed               // the file says so, or its last place is the first one again
	ShapeOpen                 // a route, a report or a comment that this program has written
)

// ReadTourFile reads a tour of an instance from a file, as [ReadTour] does.
func ReadTourFile(ctx context.Context, file string, of *tsp.Instance) (*FileTour, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTour(ctx, f, file, of)
}

// ReadTour reads a tour of an instance: a tour of TSPLIB, the JSON of a route or a report, a list of numbers from 1 on, or the places of the instance
// in another order, in any format that [Read] reads. Places are recognized by a column "row" with their number, else by their names if these all differ,
// else by their coordinates. A last place that is the first one again is left out. Whether the tour visits each city once, [tsp.Tour.Validate]
// says. When the context ends, the error is its cause.
func ReadTour(ctx context.Context, r io.Reader, name string, of *tsp.Instance) (*FileTour, error) {
	limits := Limits{}.withDefaults()
	text, err := openText(ctx, r, name, limits)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(text)
	if err != nil {
		return nil, err
	}
	s := &source{ctx: ctx, name: name, data: toUTF8(data), limits: limits}
	f := &FileTour{}
	switch format := guess(s.data); {
	case keyword.Match(firstLine(s.data)):
		f.Shape = s.commentShape()
		f.Tour, err = tsp.ReadTour(bytes.NewReader(s.data), name)
	case format == JSON && s.hasTour():
		err = s.jsonTour(f, of)
	case format == TSPLIB:
		f.Tour, err = s.numbersTour()
	default:
		err = s.placesTour(f, format, of)
	}
	if err != nil {
		return nil, err
	}
	if last := len(f.Tour) - 1; last > 0 && f.Tour[0] == f.Tour[last] {
		f.Tour, f.Shape = f.Tour[:last], ShapeClosed
	}
	return f, nil
}

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

func firstLine(data []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	return line
}

// tourDocument has the tour of a route in JSON and of a report.
type tourDocument struct {
	Schema int     `json:"schema"` // of a report; 0: a route or a file of another program
	Tour   []int32 `json:"tour"`   // from 1 on
	routeProperties
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

// reportDocument has what a report says about its tour.
type reportDocument struct {
	Path     []int32 `json:"path"` // the ends of an open path; nil: the tour is closed
	Length   int64   `json:"best_length"`
	Instance struct {
		SHA256 string `json:"sha256"`
	} `json:"instance"`
}

func (s *source) hasTour() bool {
	var d tourDocument
	return json.Unmarshal(s.data, &d) == nil && d.Tour != nil
}

// jsonTour reads a route or a report. The places of a route have the names of the instance.
func (s *source) jsonTour(f *FileTour, of *tsp.Instance) error {
	var d tourDocument
	if err := s.decode(&d); err != nil {
		return err
	}
	f.Shape = d.shape()
	for _, number := range d.Tour {
		f.Tour = append(f.Tour, number-1)
	}
	if d.Schema == 0 {
		return s.checkStops(of)
	}
	if err := schema.Check("the report", d.Schema, schema.Report); err != nil {
		return refuse(s.name, "%v", err)
	}
	var r reportDocument
	if err := s.decode(&r); err != nil {
		return err
	}
	f.Length, f.SHA256, f.Shape = r.Length, r.Instance.SHA256, ShapeClosed
	if r.Path != nil {
		f.Shape = ShapeOpen
	}
	return nil
}

// checkStops returns an error if a place of a route has another name than in the instance.
func (s *source) checkStops(of *tsp.Instance) error {
	var route struct {
		Stops []struct {
			Row  int    `json:"row"`
			Name string `json:"name"`
		} `json:"stops"`
	}
	if json.Unmarshal(s.data, &route) != nil {
		return nil // another program has written it
	}
	for _, stop := range route.Stops {
		if stop.Row < 1 || stop.Row > len(of.Names) || stop.Name == "" {
			continue
		}
		if name := of.Names[stop.Row-1]; name != "" && name != stop.Name {
			return refuse(s.name, "row %d is %s, and %s in %s: it is a route of another instance",
				stop.Row, quote(stop.Name), quote(name), of.Name)
		}
	}
	return nil
}

// numbersTour reads numbers of cities, from 1 on, separated by blanks and lines.
func (s *source) numbersTour() (tour tsp.Tour, err error) {
	line := 0
	for text := range strings.Lines(string(s.data)) {
		line++
		for field := range strings.FieldsSeq(text) {
			number, err := strconv.ParseInt(field, 10, 32)
			if err != nil {
				return nil, s.errorAt(line, "%s is not the number of a city, and the file has no other format", quote(field))
			}
			tour = append(tour, int32(number-1))
		}
	}
	return tour, nil
}

// placesTour reads places and finds the cities that they are. A route that was written as CSV or
// GPX is open unless it ends with its first place.
func (s *source) placesTour(f *FileTour, format Format, of *tsp.Instance) error {
	if format == CSV {
		g, err := s.readGrid()
		if err != nil {
			return err
		}
		if f.Tour = rowsTour(g.rows); f.Tour != nil {
			if slices.Contains(g.rows[0], "stop") {
				f.Shape = ShapeOpen
			}
			return nil
		}
	}
	input, err := s.read(format)
	if err != nil {
		return err
	}
	f.Shape = s.routeShape(format)
	if input.Table != nil && input.Table.Header != nil {
		f.Tour = rowsTour(append([][]string{input.Table.Header}, input.Table.Rows...))
		if f.Tour != nil {
			return nil
		}
	}
	for _, key := range []struct {
		of     func(in *tsp.Instance, city int) string
		unique bool
	}{{nameOf, true}, {coordinatesOf, false}} {
		if f.Tour, err = matched(of, input.Instance, key.of, key.unique); err == nil {
			return nil
		}
	}
	return refuse(s.name, "its places are not those of %s: neither a column row, nor the names, nor the coordinates name each place once", of.Name)
}

// ownGPX matches a GPX file that this program has written. Other programs write closed tours
// without the first place at the end.
var ownGPX = regexp.MustCompile(`<gpx\s[^>]*creator="aco-vk"`)

// routeShape returns the shape that GeoJSON says in the properties of its line, or that a GPX file
// has unless its last place is the first one again.
func (s *source) routeShape(format Format) Shape {
	var route struct {
		Features []struct {
			Properties routeProperties `json:"properties"`
		} `json:"features"`
	}
	switch {
	case format == GPX && ownGPX.Match(s.data):
		return ShapeOpen
	case format == JSON && json.Unmarshal(s.data, &route) == nil && len(route.Features) > 0:
		return route.Features[0].Properties.shape()
	}
	return ShapeUnknown
}

// rowsTour returns the tour of a column "row" of city numbers, nil if there is none.
func rowsTour(rows [][]string) (tour tsp.Tour) {
	at := slices.Index(rows[0], "row")
	if at < 0 {
		return nil
	}
	for _, row := range rows[1:] {
		number, err := strconv.ParseInt(row[at], 10, 32)
		if err != nil {
			return nil
		}
		tour = append(tour, int32(number-1))
	}
	return tour
}

func nameOf(in *tsp.Instance, city int) string {
	if in.Names == nil {
		return ""
	}
	return in.Names[city]
}

func coordinatesOf(in *tsp.Instance, city int) string {
	if in.X == nil {
		return ""
	}
	return decimal(in.X[city]) + "," + decimal(in.Y[city])
}

var errNoMatch = errors.New("no match")

// matched returns the cities of an instance that have the keys of another one's, which may have to be unique. Several cities of one key are taken in
// their order; the last place may be the first one again.
func matched(in, other *tsp.Instance, key func(*tsp.Instance, int) string, unique bool) (tsp.Tour, error) {
	n := in.Dimension()
	places := other.Dimension()
	if places == n+1 && key(other, 0) == key(other, n) {
		places = n
	}
	if places != n {
		return nil, errNoMatch
	}
	cities := map[string][]int32{}
	for city := range n {
		k := key(in, city)
		cities[k] = append(cities[k], int32(city))
	}
	if _, unnamed := cities[""]; unnamed || unique && len(cities) < n {
		return nil, errNoMatch
	}
	var tour tsp.Tour
	for place := range n {
		k := key(other, place)
		if len(cities[k]) == 0 {
			return nil, errNoMatch
		}
		tour, cities[k] = append(tour, cities[k][0]), cities[k][1:]
	}
	if places < other.Dimension() {
		tour = append(tour, tour[0])
	}
	return tour, nil
}
