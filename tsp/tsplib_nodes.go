package tsp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// numbered are the city numbers of a section in the order of the file, with the lines they are on.
type numbered struct{ cities, at []int32 }

// add takes a city number as files have it, 1..n; an unknown n is 0.
func (c *numbered) add(l *lines, text string, n int) error {
	city, err := strconv.ParseInt(text, 10, 32)
	if err != nil || city < 1 || n > 0 && city > int64(n) {
		if n > 0 {
			return l.errorf("%s is no city number in 1..%d", quote(text), n)
		}
		return l.errorf("%s is no city number", quote(text))
	}
	c.cities = append(c.cities, int32(city-1))
	c.at = append(c.at, int32(l.number))
	return nil
}

// check refuses cities outside 0..n-1 and cities that come twice, where n is how many there are.
func (c *numbered) check(l *lines) error {
	first := make([]int32, len(c.cities)) // the line of each city; no line is 0
	for i, city := range c.cities {
		if int(city) >= len(first) {
			return l.errorAt(int(c.at[i]), "city %d is outside 1..%d, the number of cities", city+1, len(first))
		}
		if first[city] != 0 {
			return l.errorAt(int(c.at[i]), "city %d is given twice, first on line %d", city+1, first[city])
		}
		first[city] = c.at[i]
	}
	return nil
}

// readNodes reads a section with one line for each city, in any order: its number and a value on each axis.
// The result has the values by axis and city.
func readNodes(h *header, section string, m Metric, axes int) ([3][]float64, error) {
	l, n := h.lines, h.dimension
	var nodes numbered
	var values [3][]float64
	for l.next() {
		if startsKeyword(l.text) {
			l.back()
			break
		}
		if len(nodes.cities) == n {
			return values, l.errorf("%s has more than the %d cities of DIMENSION", section, n)
		}
		field := 0
		for text := range strings.FieldsSeq(l.text) {
			var err error
			switch {
			case field == 0:
				err = nodes.add(l, text, n)
			case field <= axes:
				var v float64
				v, err = l.coordinate(text, m, field-1)
				values[field-1] = append(values[field-1], v)
			}
			if err != nil {
				return values, err
			}
			field++
		}
		if field != axes+1 {
			return values, l.errorf("%d numbers where %s has a city and %d coordinates", field, section, axes)
		}
	}
	if len(nodes.cities) < n {
		return values, l.endOr("%s ends after %d of %d cities", section, len(nodes.cities), n)
	}
	if err := nodes.check(l); err != nil {
		return values, err
	}
	for axis := range axes {
		values[axis] = nodes.arrange(values[axis])
	}
	return values, nil
}

// arrange returns the values by city.
func (c *numbered) arrange(values []float64) []float64 {
	byCity := make([]float64, len(values))
	for i, city := range c.cities {
		byCity[city] = values[i]
	}
	return byCity
}

// coordinate reads a decimal number that is a coordinate of the metric on an axis.
func (l *lines) coordinate(text string, m Metric, axis int) (float64, error) {
	v, err := parseDecimal(text)
	if err != nil {
		return 0, l.errorf("%v", err)
	}
	if reason := m.coordinateFault(axis, v); reason != "" {
		return 0, l.errorf("%s", reason)
	}
	return v, nil
}

// parseDecimal reads a decimal number with or without an exponent, and nothing else that Go takes for a number.
// What is too large for a float64 is an infinity, for the caller to refuse.
func parseDecimal(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(text, "xXpP_") {
		return 0, fmt.Errorf("%s is not a number", quote(text))
	}
	return v, nil
}
