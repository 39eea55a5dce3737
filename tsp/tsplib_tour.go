package tsp

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

// ReadTourFile reads a tour from a file, as [ReadTour] does.
func ReadTourFile(file string) (Tour, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadTour(f, file)
}

// ReadTour reads a tour in the format of TSPLIB95 (TYPE: TOUR). It visits each of the cities 1..n once, where n is the
// DIMENSION of the file or, without one, the number of cities in it. The name is that of the file in messages. An error in
// the data is a [*SyntaxError]; any other error is one of r.
func ReadTour(r io.Reader, name string) (Tour, error) {
	l := newLines(r, name)
	h := newHeader(l)
	var tour Tour
	for ended := false; !ended && l.next(); {
		keyword, value, err := h.keyword()
		if err != nil {
			return nil, err
		}
		switch keyword {
		case "NAME", "COMMENT", "DIMENSION", "TYPE":
			err = h.set(keyword, value)
			if err == nil && keyword == "TYPE" && h.kind != "TOUR" {
				err = l.errorf("this is no tour (TYPE: %s)", quote(h.kind))
			}
		case "TOUR_SECTION":
			if err = h.section(keyword, value, "TYPE"); err == nil {
				tour, err = readVisits(l, h.dimension)
			}
		case "EOF":
			ended = true
			err = h.end()
		default:
			err = l.errorf("%s is not supported in a tour", quote(keyword))
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

// readVisits reads the cities up to -1. Real files may leave the -1 out, or have a second that closes the list of tours;
// more than one tour is refused.
func readVisits(l *lines, n int) (Tour, error) {
	chunks, count, err := l.section("the tour", visits{n}, n)
	if err != nil {
		return nil, err
	}
	closed := len(chunks) > 0 && chunks[len(chunks)-1].closed
	if closed {
		if err := endVisits(l); err != nil {
			return nil, err
		}
	}
	if count < n || count < MinCities || n == 0 && !closed {
		return nil, l.endOr("the tour ends after %d cities", count)
	}
	tour := make(Tour, 0, count)
	for _, c := range chunks {
		tour = append(tour, c.cities...)
	}
	return tour, l.check(chunks, count)
}

// endVisits takes what comes between the first -1 and the next keyword.
func endVisits(l *lines) error {
	for l.next() {
		if startsKeyword(l.text[0]) {
			l.back()
			break
		}
		for text := range strings.FieldsSeq(l.text) {
			if text != closing {
				return l.errorf("%v", errAfterClosing(text))
			}
		}
	}
	return nil
}

const closing = "-1" // what stands behind the last city

func errAfterClosing(text string) error {
	return fmt.Errorf("%s after the -1 that ends the tour; one tour a file is supported", quote(text))
}

// visits are the lines of a tour: cities in the order of the visit, any number to a line.
type visits struct{ cities int }

func (visits) numbers() int { return 1 }

func (v visits) plain(c *chunk, text []byte) int {
	city, digits := plainWhole(text)
	end := plainEnd(text[digits:])
	if digits == 0 || end == 0 || city < 1 || city > math.MaxInt32 || v.cities > 0 && city > uint64(v.cities) {
		return 0
	}
	c.add(int32(city - 1))
	return digits + end
}

func (v visits) line(c *chunk, text []byte) error {
	for text := range bytes.FieldsSeq(text) {
		switch {
		case string(text) == closing:
			c.closed = true
		case c.closed:
			return errAfterClosing(string(text))
		default:
			city, err := parseCity(string(text), v.cities)
			if err != nil {
				return err
			}
			c.add(city)
		}
	}
	return nil
}
