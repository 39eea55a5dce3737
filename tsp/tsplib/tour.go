package tsplib

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
	"github.com/aco-vk/aco-vk/tsp/internal/parse"
)

// ReadTourFile reads a tour from a file, as [ReadTour] does.
func ReadTourFile(file string) (tsp.Tour, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTour(f, file)
}

// ReadTour reads a tour in the format of TSPLIB95 (TYPE: TOUR). It visits each of the cities 1..n
// once, where n is the DIMENSION of the file or, without one, the number of cities in it. Text
// after EOF is not used. name is the file's name in messages. An error in the data is a
// [*tsp.SyntaxError]; any other error comes from r.
func ReadTour(r io.Reader, name string) (tsp.Tour, error) {
	return ReadTourContext(context.Background(), r, name)
}

// ReadTourContext reads a tour as [ReadTour] does. When the context ends, the error is its cause.
func ReadTourContext(ctx context.Context, r io.Reader, name string) (tsp.Tour, error) {
	l := newLines(ctx, r, name)
	h := newHeader(l, Limits{})
	var tour tsp.Tour
	for ended := false; !ended && l.next(); {
		keyword, value, err := h.keyword()
		if err != nil {
			return nil, err
		}
		switch keyword {
		case "NAME", "COMMENT", "DIMENSION", "TYPE":
			err = h.set(keyword, value)
			if err == nil && keyword == "TYPE" && h.kind != "TOUR" {
				err = l.errorf("the file is not a tour (TYPE: %s)", parse.Quote(h.kind))
			}
		case "TOUR_SECTION":
			if err = h.section(keyword, value); err == nil {
				tour, err = readTourCities(l, h.dimension)
			}
		case "EOF":
			ended = true
			h.noteAfterEOF()
		default:
			err = l.errorf("%s is not supported in a tour", parse.Quote(keyword))
		}
		if err != nil {
			return nil, err
		}
	}
	if tour == nil {
		return nil, l.endOr("the file ends without TOUR_SECTION")
	}
	return tour, l.err
}

// readTourCities reads the cities up to -1. Files may leave the -1 out, or have a second one that
// ends a list of tours. A second tour is an error.
func readTourCities(l *lines, n int) (tsp.Tour, error) {
	chunks, count, err := l.section("the tour", tourLines{n}, n)
	if err != nil {
		return nil, err
	}
	terminated := len(chunks) > 0 && chunks[len(chunks)-1].terminated
	if terminated {
		if err := checkAfterTour(l); err != nil {
			return nil, err
		}
	}
	if count < n || count < tsp.MinCities || n == 0 && !terminated {
		return nil, l.endOr("the tour ends after %d cities", count)
	}
	tour := make(tsp.Tour, 0, count)
	for _, c := range chunks {
		tour = append(tour, c.cities...)
	}
	return tour, l.checkCities(chunks, count)
}

// checkAfterTour reads the lines between the first -1 and the next keyword. They may contain only
// -1.
func checkAfterTour(l *lines) error {
	for l.next() {
		if startsKeyword(l.text[0]) {
			l.unread()
			break
		}
		for text := range strings.FieldsSeq(l.text) {
			if text != terminator {
				return l.errorf("%v", errAfterTerminator(text))
			}
		}
	}
	return nil
}

const terminator = "-1" // follows the last city

func errAfterTerminator(text string) error {
	return fmt.Errorf("%s after the -1 that ends the tour; a file may have one tour", parse.Quote(text))
}

// tourLines parses the cities of a tour in the order of the visit, any number of them on a line.
type tourLines struct{ cities int }

func (tourLines) fields() int { return 1 }

func (v tourLines) parseFast(c *chunk, text []byte) int {
	city, digits := parse.Digits(text)
	end := parse.LineEnd(text[digits:])
	if digits == 0 || end == 0 || city < 1 || city > math.MaxInt32 || v.cities > 0 && city > uint64(v.cities) {
		return 0
	}
	c.add(int32(city - 1))
	return digits + end
}

func (v tourLines) parse(c *chunk, line []byte) error {
	for text := range bytes.FieldsSeq(line) {
		switch {
		case string(text) == terminator:
			c.terminated = true
		case c.terminated:
			return errAfterTerminator(string(text))
		default:
			city, err := parse.City(string(text), v.cities)
			if err != nil {
				return err
			}
			c.add(city)
		}
	}
	return nil
}
