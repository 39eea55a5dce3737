package tsplib

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"

	"github.com/aco-vk/aco-vk/tsp/internal/parse"

	"github.com/aco-vk/aco-vk/tsp"
)

// coordinateLines parses a section with one line for each city, in any order: its number and its
// coordinates.
type coordinateLines struct {
	section string
	metric  tsp.Metric
	axes    int
	cities  int
}

// read returns the coordinates by axis and city.
func (s *coordinateLines) read(l *lines) (values [3][]float64, err error) {
	chunks, count, err := l.section(s.section, s, s.cities)
	if err != nil {
		return values, err
	}
	if count < s.cities {
		return values, l.endOr("%s ends after %d of %d cities", s.section, count, s.cities)
	}
	if err := l.checkCities(chunks, count); err != nil {
		return values, err
	}
	return s.arrange(l.ctx, chunks), l.ended()
}

// arrange copies the coordinates to their places by axis and city. Each city is given once. It
// stops when the context ends.
func (s *coordinateLines) arrange(ctx context.Context, chunks []*chunk) (values [3][]float64) {
	for axis := range s.axes {
		values[axis] = make([]float64, s.cities)
	}
	var group sync.WaitGroup
	cores := runtime.GOMAXPROCS(0)
	for core := range cores {
		group.Go(func() {
			for i := core; i < len(chunks) && ctx.Err() == nil; i += cores {
				for axis := range s.axes {
					for k, city := range chunks[i].cities {
						values[axis][city] = chunks[i].values[axis][k]
					}
				}
			}
		})
	}
	group.Wait()
	return values
}

func (s *coordinateLines) fields() int { return 1 + s.axes }

func (s *coordinateLines) parseFast(c *chunk, text []byte) int {
	length := parse.CountBlanks(text)
	city, digits := parse.Digits(text[length:])
	if digits == 0 || city < 1 || city > uint64(s.cities) {
		return 0
	}
	length += digits
	var values [3]float64
	for axis := range s.axes {
		blanks := parse.CountBlanks(text[length:])
		v, digits := parse.FastDecimal(text[length+blanks:])
		if blanks == 0 || digits == 0 || math.Abs(v) > s.metric.Largest(axis) {
			return 0
		}
		values[axis] = v
		length += blanks + digits
	}
	end := parse.LineEnd(text[length:])
	if end == 0 {
		return 0
	}
	c.add(int32(city-1), values[:s.axes]...)
	return length + end
}

func (s *coordinateLines) parse(c *chunk, line []byte) error {
	if len(line) == 0 {
		return nil
	}
	var city int32
	var values [3]float64
	field := 0
	for text := range bytes.FieldsSeq(line) {
		var err error
		switch {
		case field == 0:
			city, err = parse.City(string(text), s.cities)
		case field <= s.axes:
			values[field-1], err = parseCoordinate(s.metric, string(text), field-1)
		}
		if err != nil {
			return err
		}
		field++
	}
	if field != s.fields() {
		return fmt.Errorf("%d numbers where %s has a city and %d coordinates", field, s.section, s.axes)
	}
	c.add(city, values[:s.axes]...)
	return nil
}

// parseCoordinate parses a coordinate of the metric on an axis.
func parseCoordinate(m tsp.Metric, text string, axis int) (float64, error) {
	v, err := parse.Decimal(text)
	if err != nil {
		return 0, err
	}
	if reason := m.InvalidCoordinate(axis, v); reason != "" {
		return 0, errors.New(reason)
	}
	return v, nil
}
