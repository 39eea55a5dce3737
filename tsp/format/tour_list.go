package format

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/aco-vk/aco-vk/tsp"
)

// listed is a number of a list of cities.
type listed struct {
	number int32
	line   int32 // counted from 1; 0: not known
}

// numbers reads whole numbers that are separated by blanks, lines, commas, semicolons or bars.
func (s *source) numbers() (list []listed, err error) {
	line := 0
	separator := func(r rune) bool { return unicode.IsSpace(r) || slices.Contains(separators, r) }
	for text := range strings.Lines(string(s.data)) {
		line++
		if err := s.ended(line); err != nil {
			return nil, err
		}
		for field := range strings.FieldsFuncSeq(text, separator) {
			number, err := strconv.ParseInt(field, 10, 32)
			if err != nil {
				return nil, s.errorAt(line, "%s is not the number of a city, and the file has no other format",
					quote(field))
			}
			list = append(list, listed{int32(number), int32(line)})
		}
	}
	return list, nil
}

// listTour returns the tour of a list of cities, for an instance of n. The number of cities may
// stand before the list, and -1 behind it.
func (s *source) listTour(list []listed, n int) (tsp.Tour, error) {
	if last := len(list) - 1; last > 0 && list[last].number == -1 {
		list = list[:last]
	}
	if hasCount(list, n) {
		list = list[1:]
	}
	first := int32(1)
	if hasNumber(list, 0) && !hasNumber(list, n) {
		first = 0
	}
	if last := len(list) - 1; last > 0 && list[0].number == list[last].number {
		list = list[:last]
	}
	if len(list) > n {
		return nil, s.otherCities(len(list), n)
	}
	tour, seen := make(tsp.Tour, len(list)), make([]bool, n)
	for i, city := range list {
		switch tour[i] = city.number - first; {
		case tour[i] < 0 || int(tour[i]) >= n:
			return nil, s.errorIn(city, "city %d is outside %d..%d, the cities counted from %d", city.number, first,
				n-1+int(first), first)
		case seen[tour[i]]:
			return nil, s.errorIn(city, "city %d, counted from %d, is listed twice", city.number, first)
		}
		seen[tour[i]] = true
	}
	return tour, nil
}

// otherCities returns the error of a tour in numbers that has another number of cities than the
// instance.
func (s *source) otherCities(cities, n int) error {
	return refuse(s.name, "the tour has %s, and the instance %d: it is of another instance; "+
		"of an earlier list of places give a route as CSV, GPX or GeoJSON, which has names or coordinates",
		counted(cities, "city"), n)
}

// errorIn returns an error at the line of a number, if it is known.
func (s *source) errorIn(l listed, format string, args ...any) error {
	if l.line == 0 {
		return refuse(s.name, format, args...)
	}
	return s.errorAt(int(l.line), format, args...)
}

// hasCount reports whether a list of the cities of n has their number before it. Without a 0, a
// list that begins and ends with n is a closed tour.
func hasCount(list []listed, n int) bool {
	if len(list) < n+1 || int(list[0].number) != n {
		return false
	}
	closed := len(list) == n+1 && int(list[n].number) == n
	return !closed || hasNumber(list, 0)
}

func hasNumber(list []listed, number int) bool {
	return slices.ContainsFunc(list, func(l listed) bool { return int(l.number) == number })
}

// isEdges reports whether the first line has the number of cities and as many edges, and the
// second line an edge with its length.
func (s *source) isEdges(n int) bool {
	count := strconv.Itoa(n)
	lines := strings.SplitN(string(s.data[:min(len(s.data), peekBytes)]), "\n", 3)
	return len(lines) > 1 && slices.Equal(strings.Fields(lines[0]), []string{count, count}) &&
		len(strings.Fields(lines[1])) == 3
}

// edgesTour reads the edges of a tour, with their lengths. Cities are counted from 0.
func (s *source) edgesTour(n int) (tsp.Tour, error) {
	neighbours := make([][]int32, n)
	line, edges := 0, 0
	var from tsp.Edge // the first edge
	for text := range strings.Lines(string(s.data)) {
		fields := strings.Fields(text)
		if line++; line == 1 || len(fields) == 0 {
			continue
		}
		edge, err := s.edge(fields, line, n)
		if err != nil {
			return nil, err
		}
		if edges++; edges == 1 {
			from = edge
		}
		for i, city := range edge {
			if neighbours[city] = append(neighbours[city], edge[1-i]); len(neighbours[city]) > 2 {
				return nil, s.errorAt(line, "city %d, counted from 0, has a third edge; a tour has two at each city",
					city)
			}
		}
	}
	if edges != n {
		return nil, s.errorAt(line, "%s %s not a tour of %d cities", counted(edges, "edge"), verb(edges, "is", "are"), n)
	}
	tour := tsp.Tour{from[0]}
	for before, city := from[0], from[1]; city != from[0]; {
		tour = append(tour, city)
		next := neighbours[city][0]
		if next == before {
			next = neighbours[city][1]
		}
		before, city = city, next
	}
	if len(tour) != n {
		return nil, refuse(s.name, "the edges are several cycles, one of %d cities, and not a tour of %d",
			len(tour), n)
	}
	return tour, nil
}

// edge parses the two cities of an edge and its length, which is not used.
func (s *source) edge(fields []string, line, n int) (e tsp.Edge, err error) {
	if len(fields) != 3 {
		return e, s.errorAt(line, "an edge has two cities and its length")
	}
	for i := range e {
		city, err := strconv.ParseInt(fields[i], 10, 32)
		if err != nil || city < 0 || city >= int64(n) {
			return e, s.errorAt(line, "%s is not a city in 0..%d; edges count cities from 0", quote(fields[i]), n-1)
		}
		e[i] = int32(city)
	}
	return e, nil
}
