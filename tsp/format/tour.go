package format

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/aco-vk/aco-vk/internal/schema"
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

// ReadTour reads a tour of an instance: a tour of TSPLIB, the JSON of a route or a report, a list of numbers from 1 on, or the places of the instance
// in another order, in any format that [Read] reads. Places are recognized by a column "row" with their number, else by their names if these all differ,
// else by their coordinates. A last place that is the first one again is left out. Whether the tour visits each city once, [tsp.Tour.Validate]
// says. When the context ends, the error is its cause.
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
	var tour tsp.Tour
	switch format := guess(s.data); {
	case keyword.Match(firstLine(s.data)):
		tour, err = tsp.ReadTour(bytes.NewReader(s.data), name)
	case format == JSON && s.hasTour():
		tour, err = s.jsonTour()
	case format == TSPLIB:
		tour, err = s.numbersTour()
	default:
		tour, err = s.placesTour(format, of)
	}
	if err != nil {
		return nil, err
	}
	if last := len(tour) - 1; last > 0 && tour[0] == tour[last] {
		tour = tour[:last]
	}
	return tour, nil
}

func firstLine(data []byte) []byte {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte("\n"))
	return line
}

// tourDocument has the tour of a route in JSON and of a report.
type tourDocument struct {
	Schema int     `json:"schema"` // of a report; 0: a route or a file of another program
	Tour   []int32 `json:"tour"`   // from 1 on
}

func (s *source) hasTour() bool {
	var d tourDocument
	return json.Unmarshal(s.data, &d) == nil && d.Tour != nil
}

func (s *source) jsonTour() (tsp.Tour, error) {
	var d tourDocument
	if err := s.decode(&d); err != nil {
		return nil, err
	}
	if d.Schema != 0 {
		if err := schema.Check("the report", d.Schema, schema.Report); err != nil {
			return nil, refuse(s.name, "%v", err)
		}
	}
	tour := make(tsp.Tour, len(d.Tour))
	for i, number := range d.Tour {
		tour[i] = number - 1
	}
	return tour, nil
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
	for _, key := range []struct {
		of     func(in *tsp.Instance, city int) string
		unique bool
	}{{nameOf, true}, {coordinatesOf, false}} {
		if tour, err := matched(of, input.Instance, key.of, key.unique); err == nil {
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
	return tour, nil
}
