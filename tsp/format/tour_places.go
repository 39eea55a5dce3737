package format

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/aco-vk/aco-vk/tsp"
)

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
	places := input.Instance.Dimension()
	if f.Tour = matched(of.Dimension(), places, nameOf(of), nameOf(input.Instance), true); f.Tour != nil {
		return nil
	}
	if mine, theirs := coordinatesOf(of, input); mine != nil {
		if f.Tour = matched(of.Dimension(), places, mine, theirs, false); f.Tour != nil {
			return nil
		}
	}
	return refuse(s.name,
		"its places are not those of %s: neither a column row, nor the names, nor the coordinates name each place once",
		of.Name)
}

// isRowColumn reports whether a first line is the name of a column "row" that is the only one.
func isRowColumn(line []byte) bool { return string(bytes.Trim(line, " \t\r\"")) == "row" }

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

// coordinatesOf returns the coordinates of the places of an instance and of an input, as their
// files have them; nil if they cannot be compared.
func coordinatesOf(of *tsp.Instance, input *Input) (mine, theirs placeKey) {
	p := input.places
	switch {
	case of.X == nil || p == nil || (of.Metric.Geometry() == tsp.Globe) != p.globe:
		return nil, nil
	case p.globe:
		return func(city int) string {
			latitude, longitude := of.Degrees(city)
			return coordinates(roundDegrees(longitude), roundDegrees(latitude))
		}, func(city int) string { return coordinates(roundDegrees(p.x[city]), roundDegrees(p.y[city])) }
	}
	x, y := of.X, of.Y
	if of.Given != nil {
		x, y = of.Given.X, of.Given.Y
	}
	return func(city int) string {
		return coordinates(x[city],
			y[city])
	}, func(city int) string { return coordinates(p.x[city], p.y[city]) }
}

func coordinates(x, y float64) string { return decimal(x+0) + "," + decimal(y+0) } // +0 makes -0 equal to 0

// roundDegrees rounds to a tenth of a millimetre. Minutes have no exact number of degrees.
func roundDegrees(v float64) float64 { return math.Round(v*1e9) / 1e9 }

// matched returns the cities of n that have the keys of places in their order, nil if there are
// none. The keys may have to be unique. Several cities of one key are taken in their order; the
// last place may be the first one again.
func matched(n, places int, key, other placeKey, unique bool) (tour tsp.Tour) {
	closed := places == n+1 && other(0) == other(n)
	if !closed && places != n {
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
	if closed {
		tour = append(tour, tour[0])
	}
	return tour
}
