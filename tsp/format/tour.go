package format

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp"
)

// ReadTourFile reads a tour of an instance from a file, as [ReadTour] does.
func ReadTourFile(ctx context.Context, file string, of *tsp.Instance) (tsp.Tour, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTour(ctx, f, file, of)
}

// ReadTour reads a tour of an instance: a tour of TSPLIB or LKH, the JSON of a route or a report, a list of cities, also in JSON or after the number of
// cities as Concorde writes it, the edges of a tour as its linkern writes them, or the places of the instance in another order, in any format that [Read]
// reads. Cities are counted from 1. They are counted from 0 in edges, and in a list that has 0 and not the number of cities. Places are recognized by a
// column "row" with their number, else by their names if these all differ, else by their coordinates. A last place that is the first one again is left
// out. Whether the tour visits each city once, [tsp.Tour.Validate] says. When the context ends, the error is its cause.
func ReadTour(ctx context.Context, r io.Reader, name string, of *tsp.Instance) (tsp.Tour, error) {
	limits := Limits{}.withDefaults()
	text, begin, err := openText(ctx, r, name, limits)
	if err != nil {
		return nil, err
	}
	s := &source{ctx: ctx, name: name, limits: limits}
	if s.data, err = s.readText(text, guess(begin)); err != nil {
		return nil, err
	}
	tour, err := s.readTour(of)
	if err != nil {
		return nil, err
	}
	if last := len(tour) - 1; last > 0 && tour[0] == tour[last] {
		tour = tour[:last]
	}
	return tour, nil
}

// readTour reads the tour in the format that the text has.
func (s *source) readTour(of *tsp.Instance) (tsp.Tour, error) {
	n := of.Dimension()
	switch format := guess(s.data); {
	case keyword.Match(firstLine(s.data)):
		return tsp.ReadTourContext(s.ctx, s.reader(), s.name)
	case format == JSON:
		if tour, err := s.jsonTour(n); tour != nil || err != nil {
			return tour, err
		}
		return s.placesTour(format, of)
	case format == TSPLIB && s.isEdges(n):
		return s.edgesTour(n)
	case format == TSPLIB:
		list, err := s.numbers()
		if err != nil {
			return nil, err
		}
		return s.listTour(list, n)
	case format == CSV:
		if list, err := s.numbers(); err == nil && len(list) >= n && len(list) <= n+2 { // too few for the coordinates of places
			return s.listTour(list, n)
		}
	}
	return s.placesTour(guess(s.data), of)
}

func firstLine(data []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	return line
}

// placesTour reads places and returns the cities that they are.
func (s *source) placesTour(format Format, of *tsp.Instance) (tsp.Tour, error) {
	if format == CSV {
		g, err := s.readGrid()
		if err != nil {
			return nil, err
		}
		if tour := rowsTour(g.rows); tour != nil {
			return tour, nil
		}
	}
	input, err := s.read(format)
	if err != nil {
		return nil, err
	}
	if input.Table != nil && input.Table.Header != nil {
		if tour := rowsTour(append([][]string{input.Table.Header}, input.Table.Rows...)); tour != nil {
			return tour, nil
		}
	}
	places := input.Instance.Dimension()
	if tour := matched(of.Dimension(), places, nameOf(of), nameOf(input.Instance), true); tour != nil {
		return tour, nil
	}
	if mine, theirs := coordinatesOf(of, input); mine != nil {
		if tour := matched(of.Dimension(), places, mine, theirs, false); tour != nil {
			return tour, nil
		}
	}
	return nil, refuse(s.name, "its places are not those of %s: neither a column row, nor the names, nor the coordinates name each place once", of.Name)
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

// A placeKey returns what identifies a place, "" if nothing does.
type placeKey func(city int) string

func nameOf(in *tsp.Instance) placeKey {
	return func(city int) string {
		if in.Names == nil {
			return ""
		}
		return in.Names[city]
	}
}

// coordinatesOf returns the coordinates of the places of an instance and of an input, as their files have them; nil if they cannot be compared. An
// instance with scaled coordinates has only steps from the smallest one: its steps are compared, in the same unit.
func coordinatesOf(of *tsp.Instance, input *Input) (mine, theirs placeKey) {
	p, in := input.places, input.Instance
	switch {
	case of.X == nil || p == nil || of.Metric.OnGlobe() != p.globe:
		return nil, nil
	case p.globe:
		return func(city int) string {
			latitude, longitude := of.Degrees(city)
			return coordinates(roundDegrees(longitude), roundDegrees(latitude))
		}, func(city int) string { return coordinates(roundDegrees(p.x[city]), roundDegrees(p.y[city])) }
	case of.Unit == (tsp.Unit{}):
		return func(city int) string { return coordinates(of.X[city], of.Y[city]) },
			func(city int) string { return coordinates(p.x[city], p.y[city]) }
	case of.Unit == in.Unit:
		return func(city int) string { return coordinates(of.X[city], of.Y[city]) },
			func(city int) string { return coordinates(in.X[city], in.Y[city]) }
	}
	return nil, nil
}

func coordinates(x, y float64) string { return decimal(x+0) + "," + decimal(y+0) } // +0 makes -0 equal to 0

// roundDegrees rounds to a tenth of a millimetre. Minutes have no exact number of degrees.
func roundDegrees(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// matched returns the cities of n that have the keys of places in their order, nil if there are none. The keys may have to be unique. Several cities of one
// key are taken in their order; the last place may be the first one again.
func matched(n, places int, key, other placeKey, unique bool) (tour tsp.Tour) {
	if places == n+1 && other(0) == other(n) {
		places = n
	}
	if places != n {
		return nil
	}
	cities := map[string][]int32{}
	for city := range n {
		k := key(city)
		cities[k] = append(cities[k], int32(city))
	}
	if _, unnamed := cities[""]; unnamed || unique && len(cities) < n {
		return nil
	}
	for place := range n {
		k := other(place)
		if len(cities[k]) == 0 {
			return nil
		}
		tour, cities[k] = append(tour, cities[k][0]), cities[k][1:]
	}
	return tour
}
